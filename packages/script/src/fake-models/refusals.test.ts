import { describe, expect, test } from 'bun:test'
import { generateText, isStepCount, Output, streamText, tool } from 'ai'
import { z } from 'zod'
import {
  FakeEndedError,
  fakeModels,
  forever,
  ImpossibleToolCallError,
  PromptRunningError,
  RealModelError,
  RefusedOutputError,
  UnfinishedReplyError,
  UnreadStreamError,
  UnscriptedPromptError,
} from '../index.js'
import { complaintsOf, echo, endOf, OPUS } from '../test-fake-models.js'
import { rejection } from '../test-models.js'
import { providerOf, realModels, sdkCalls } from '../test-real-models.js'

describe('a prompt', () => {
  test('of an id that has no script is refused by name, at the call and at the end', async () => {
    const models = fakeModels()
    models.respond(OPUS, ['Hi.']).respond('fast', ['Hi.'])
    const error = await rejection(generateText({ model: 'anthropic/claude-opus-4', prompt: 'Hello' }))
    expect(error).toBeInstanceOf(UnscriptedPromptError)
    expect(error).toMatchObject({ model: 'anthropic/claude-opus-4', scripted: 0, prompt: 1, input: 'Hello' })
    expect((error as Error).message).toBe(
      'Model "anthropic/claude-opus-4" was prompted (its prompt 1: "Hello"), but nothing is scripted for it. ' +
        'Scripted are: anthropic/claude-opus-5, fast. Did you mean "anthropic/claude-opus-5"? ' +
        "Script a reply: `models.respond('anthropic/claude-opus-4', ['…'])`.",
    )
    models.assertPromptedTimes('anthropic/claude-opus-4', 1)
    expect(endOf(models)?.complaints).toEqual([error as Error])
  })

  test('past the end is refused, says how many were scripted, and is not retried', async () => {
    const models = fakeModels()
    models.respond(OPUS, ['one'])
    await generateText({ model: OPUS, prompt: '1' })
    const error = await rejection(generateText({ model: OPUS, prompt: '2' }))
    expect(error).toMatchObject({ name: 'UnscriptedPromptError', model: OPUS, scripted: 1, prompt: 2 })
    const stream = streamText({ model: OPUS, prompt: '3', onError: () => undefined })
    expect(await rejection(stream.text)).toBeInstanceOf(Error)
    expect(models.calls(OPUS).map(({ requests }) => requests.length)).toEqual([1, 1, 1])
    expect(complaintsOf(models)).toEqual(['UnscriptedPromptError', 'UnscriptedPromptError'])
  })

  test('whose reply asks for a tool that is not offered runs nothing', async () => {
    const models = fakeModels()
    let ran = 0
    const count = tool({ inputSchema: z.object({}), execute: () => ++ran })
    models.respond(OPUS, [{ toolCalls: [{ name: 'cuont', input: {} }], then: 'x' }])
    const error = await rejection(generateText({ model: OPUS, prompt: 'x', tools: { count } }))
    expect(error).toBeInstanceOf(ImpossibleToolCallError)
    expect(ran).toBe(0)
    expect(endOf(models)?.complaints).toEqual([error as Error])
  })

  test('whose reply was not finished says where the loop stopped and why', async () => {
    const models = fakeModels()
    models.respond(OPUS, [{ toolCalls: [{ name: 'echo', input: { n: 1 } }], then: 'never' }])
    await generateText({ model: OPUS, prompt: 'x', tools: { echo } })
    const [complaint] = endOf(models)?.complaints ?? []
    expect(complaint).toBeInstanceOf(UnfinishedReplyError)
    expect(complaint).toMatchObject({ model: OPUS, taken: 1, total: 2, unreached: ['text "never"'] })
    expect(complaint?.message).toContain('its stopWhen was met after 1 step (one step unless the call says otherwise')
  })

  test('whose reply was not finished is told with telemetry off too', async () => {
    const models = fakeModels()
    models.respond(OPUS, [{ toolCalls: [{ name: 'echo', input: { n: 1 } }], then: 'never' }])
    await generateText({ model: OPUS, prompt: 'x', tools: { echo }, telemetry: { isEnabled: false } })
    const [complaint] = endOf(models)?.complaints ?? []
    expect(complaint).toMatchObject({ name: 'UnfinishedReplyError', taken: 1, total: 2 })
    expect(complaint?.message).toContain('which is all that is known with telemetry off')
  })

  test('whose output the schema refuses is told once', async () => {
    const models = fakeModels()
    models.respond(OPUS, [{ output: { n: 3 } }])
    const schema = z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') })
    await rejection(generateText({ model: OPUS, prompt: 'x', output: Output.object({ schema }) }))
    const [complaint, ...others] = endOf(models)?.complaints ?? []
    expect(others).toEqual([])
    expect(complaint).toBeInstanceOf(RefusedOutputError)
    expect(complaint).toMatchObject({ model: OPUS, output: '{"n":3}' })
  })

  test('that is still running is named, with what it waits for', async () => {
    const models = fakeModels()
    const { promise: called, resolve: call } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const wait = tool({
      inputSchema: z.object({}),
      async execute() {
        call()
        await gate
        return 1
      },
    })
    models.respond(OPUS, [{ toolCalls: [{ name: 'wait', input: {} }], then: 'late' }])
    const late = generateText({ model: OPUS, prompt: 'x', tools: { wait }, stopWhen: isStepCount(2) })
    await called
    const [complaint] = endOf(models)?.complaints ?? []
    expect(complaint).toBeInstanceOf(PromptRunningError)
    expect(complaint).toMatchObject({ model: OPUS, waitsFor: 'the tool wait to return' })
    open()
    expect(await rejection(late)).toBeInstanceOf(FakeEndedError)
  })

  test('that has not come to its model is named as well, and finds a closed fake', async () => {
    const models = fakeModels()
    models.respond(OPUS, ['x'])
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const late = generateText({
      model: OPUS,
      prompt: 'x',
      prepareStep: async () => {
        start()
        await gate
        return {}
      },
    })
    await started
    expect(complaintsOf(models)).toEqual(['PromptRunningError'])
    open()
    expect(await rejection(late)).toMatchObject({ name: 'FakeEndedError', what: `Model "${OPUS}" was asked` })
  })

  test('that is streamed to nobody is named, and a gate that nobody opens', async () => {
    const models = fakeModels()
    models.respond(OPUS, ['unread', { chunks: ['a', new Promise<never>(() => undefined), 'b'] }])
    streamText({ model: OPUS, prompt: 'nobody' })
    const reader = streamText({ model: OPUS, prompt: 'gated' }).textStream[Symbol.asyncIterator]()
    expect((await reader.next()).value).toBe('a')
    const next = reader.next()
    // The model's own stream has come to its gate once everything that is on its way has arrived.
    await new Promise((resolve) => void setImmediate(resolve))
    const [unread, gated] = endOf(models)?.complaints ?? []
    expect(unread).toBeInstanceOf(UnreadStreamError)
    expect(unread).toMatchObject({ model: OPUS, input: 'nobody' })
    expect(gated).toMatchObject({ name: 'PromptRunningError', input: 'gated' })
    void next
  })

  test('that is streamed to a reader who goes away is no fault where it is aborted, and unread where it is not', async () => {
    const models = fakeModels()
    models.respond(OPUS, ['to nobody', 'to nobody'])
    for (const aborts of [true, false]) {
      const controller = new AbortController()
      const { textStream } = streamText({ model: OPUS, prompt: String(aborts), abortSignal: controller.signal })
      const reader = textStream.getReader()
      await reader.read()
      await reader.cancel()
      if (aborts) controller.abort()
    }
    await new Promise((resolve) => void setImmediate(resolve))
    expect(endOf(models)?.complaints).toMatchObject([{ code: 'UNREAD_STREAM', input: 'false' }])
    expect(models.transcript()).toContain('aborted: "AbortError')
  })

  test('that is aborted before it starts uses up no reply, and is no fault', async () => {
    for (const telemetry of [{}, { isEnabled: false }]) {
      using models = fakeModels({ strict: true })
      models.respond(OPUS, ['kept'])
      const asked = { model: OPUS, prompt: 'x', telemetry, abortSignal: AbortSignal.abort() }
      expect(await rejection(generateText(asked))).toMatchObject({ name: 'AbortError' })
      const types: string[] = []
      for await (const { type } of streamText(asked).fullStream) types.push(type)
      expect(types).toEqual(['start', 'abort'])
      expect((await generateText({ model: OPUS, prompt: 'y', telemetry })).text).toBe('kept')
    }
  })

  test.each([
    ['told of', {}],
    ['not told of', { isEnabled: false }],
  ])('that is aborted by its tool is not unfinished: %s', async (_, telemetry) => {
    using models = fakeModels()
    models.respond(OPUS, () => ({ toolCalls: [{ name: 'stop', input: {} }], then: 'never' }))
    for (const streamed of [false, true]) {
      const controller = new AbortController()
      const stop = tool({ inputSchema: z.object({}), execute: () => controller.abort() })
      const stopWhen = isStepCount(3)
      const asked = { model: OPUS, prompt: 'x', tools: { stop }, stopWhen, telemetry, abortSignal: controller.signal }
      if (!streamed) {
        await rejection(generateText(asked))
        continue
      }
      const types: string[] = []
      for await (const { type } of streamText(asked).fullStream) types.push(type)
      expect(types.at(-1)).toBe('abort')
    }
    models.assertPromptedTimes(OPUS, 2)
  })

  test('that ends in forever() proves a bounded loop', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, [forever([{ name: 'echo', input: { n: 1 } }])])
    const { steps } = await generateText({ model: OPUS, prompt: 'x', tools: { echo }, stopWhen: isStepCount(5) })
    expect(steps).toHaveLength(5)
  })
})

describe('while it lives no real model is reachable', () => {
  test('by a model object that the app holds, and it is a complaint', async () => {
    let reached = 0
    const real = realModels(() => {
      reached++
      return Promise.resolve()
    })
    const models = fakeModels()
    const error = await rejection(sdkCalls.generateText(real))
    expect(error).toBeInstanceOf(RealModelError)
    expect((error as Error).message).toContain('customProvider({ fallbackProvider: models })')
    expect(reached).toBe(0)
    expect(endOf(models)?.complaints).toEqual([error as Error])
  })

  test.serial('by the default provider of the app', async () => {
    const before = globalThis.AI_SDK_DEFAULT_PROVIDER
    const reached: string[] = []
    const provider = providerOf(realModels(() => Promise.resolve(void reached.push('model'))))
    globalThis.AI_SDK_DEFAULT_PROVIDER = provider
    {
      using models = fakeModels()
      models.respond(OPUS, ['Hi.'])
      expect((await generateText({ model: OPUS, prompt: 'x' })).text).toBe('Hi.')
      expect(reached).toEqual([])
    }
    expect(globalThis.AI_SDK_DEFAULT_PROVIDER).toBe(provider)
    globalThis.AI_SDK_DEFAULT_PROVIDER = before
  })

  test('by a prompt that goes over to one between steps', async () => {
    const real = realModels(() => Promise.resolve())
    const models = fakeModels()
    models.respond(OPUS, [{ toolCalls: [{ name: 'echo', input: { n: 1 } }], then: 'never' }])
    const failed = generateText({
      model: OPUS,
      prompt: 'x',
      tools: { echo },
      stopWhen: isStepCount(3),
      prepareStep: ({ stepNumber }) => (stepNumber === 0 ? {} : { model: real.language }),
    })
    expect(await rejection(failed)).toBeInstanceOf(RealModelError)
    expect(complaintsOf(models)).toContain('RealModelError')
  })
})

test.serial('every global is as it was after the last fake, also of a block that throws', async () => {
  const globals = ['AI_SDK_DEFAULT_PROVIDER', 'AI_SDK_TELEMETRY_INTEGRATIONS', 'fetch', 'WebSocket']
  const valuesOf = (): unknown[] => globals.map((name) => Reflect.get(globalThis, name))
  const untouched = valuesOf()
  const broken = new Error('The test failed.')
  const run = async (): Promise<void> => {
    using outer = fakeModels()
    outer.respond(OPUS, ['outer'])
    using inner = fakeModels()
    inner.respond(OPUS, ['inner'])
    await streamText({ model: OPUS, prompt: 'x' }).text
    expect(valuesOf().map((value, index) => value === untouched[index])).toEqual([false, false, false, false])
    throw broken
  }
  expect(await rejection(run())).toBe(broken)
  for (const [index, value] of valuesOf().entries()) expect(value).toBe(untouched[index])
})

test('a model that outlives its fake is closed, whatever lives then', async () => {
  const first = fakeModels()
  first.respond(OPUS, ['first'])
  const model = first.languageModel(OPUS)
  expect(endOf(first)).toBeUndefined()
  using second = fakeModels()
  second.respond(OPUS, ['second'])
  const error = await rejection(generateText({ model, prompt: 'late' }))
  expect(error).toBeInstanceOf(FakeEndedError)
  expect((error as Error).message).toContain('after its fake provider had ended')
  second.assertNothingPrompted()
})
