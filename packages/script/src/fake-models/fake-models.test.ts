import { describe, expect, test } from 'bun:test'
import { generateObject, generateText, isStepCount, Output, streamObject, streamText, ToolLoopAgent } from 'ai'
import { z } from 'zod'
import {
  apiError,
  AssertionFailedError,
  FakeEndedError,
  fakeModels,
  FakeModelsError,
  InvalidStepError,
  recordFixture,
  scriptedModel,
  TestSetupError,
  UnrecordedQuestionError,
  UnusedReplyError,
} from '../index.js'
import { complaintsOf, echo, endOf, HAIKU, OPUS } from '../test-fake-models.js'
import { temporaryFolder } from '../test-fixtures.js'
import { rejection } from '../test-models.js'

const schema = z.object({ n: z.number() })

/** Whatever was thrown, as a message. */
function failureOf(assertion: () => void): string {
  try {
    assertion()
  } catch (error) {
    if (error instanceof AssertionFailedError) return error.message
    throw error
  }
  throw new Error('It held.')
}

describe('a string id', () => {
  test('is answered by its script, in every function of the SDK for language models', async () => {
    using models = fakeModels({ strict: true })
    models
      .respond(OPUS, ['text', 'streamed', { output: { n: 1 } }])
      .respond(OPUS, [{ output: { n: 2 } }, { output: { n: 3 } }])

    expect((await generateText({ model: OPUS, prompt: '1' })).text).toBe('text')
    expect(await streamText({ model: OPUS, prompt: '2' }).text).toBe('streamed')
    const output = Output.object({ schema })
    expect((await generateText({ model: OPUS, prompt: '3', output })).output).toEqual({ n: 1 })
    expect((await generateObject({ model: OPUS, prompt: '4', schema })).object).toEqual({ n: 2 })
    const streamed = streamObject({ model: OPUS, prompt: '5', schema })
    for await (const _ of streamed.partialObjectStream) continue
    expect(await streamed.object).toEqual({ n: 3 })
    expect(models.calls(OPUS).map(({ input, response }) => [input, response?.text, response?.finishReason])).toEqual([
      ['1', 'text', 'stop'],
      ['2', 'streamed', 'stop'],
      ['3', '{"n":1}', 'stop'],
      ['4', '{"n":2}', 'stop'],
      ['5', '{"n":3}', 'stop'],
    ])
  })

  test('of a ToolLoopAgent plays its tools, whose outcomes are recorded', async () => {
    using models = fakeModels()
    models.respond(OPUS, [
      {
        toolCalls: [
          { name: 'echo', input: { n: 2 } },
          { name: 'echo', input: { n: 'no' }, invalid: true },
        ],
        then: 'two',
      },
    ])
    const agent = new ToolLoopAgent({ model: OPUS, instructions: 'Echo.', tools: { echo } })
    expect((await agent.generate({ prompt: 'go' })).text).toBe('two')
    const [call] = models.calls(OPUS)
    expect(call).toMatchObject({
      model: OPUS,
      input: 'go',
      instructions: 'Echo.',
      askedModels: [OPUS, OPUS],
      toolCalls: [
        { step: 1, name: 'echo', input: { n: 2 }, output: 2 },
        { step: 1, name: 'echo', input: { n: 'no' } },
      ],
    })
    expect(call?.toolCalls[1]?.error).toBeInstanceOf(Error)
    expect(call?.requests.map(({ messages }) => messages.at(-1)?.role)).toEqual(['user', 'tool'])
    expect(call?.response?.steps).toHaveLength(2)
  })

  test('keeps a reply with its prompt through retries', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, [
      { error: apiError({ status: 503 }), then: { error: apiError({ status: 429 }), then: 'at last' } },
      'the next one',
    ])
    expect((await generateText({ model: OPUS, prompt: 'x' })).text).toBe('at last')
    expect((await generateText({ model: OPUS, prompt: 'x' })).text).toBe('the next one')
    expect(models.calls(OPUS).map(({ requests }) => requests.length)).toEqual([3, 1])
  })

  test('and a scripted model beside it each answer their own', async () => {
    using models = fakeModels()
    models.respond('scripted', ['of the fake'])
    expect((await generateText({ model: scriptedModel(['own']), prompt: 'x' })).text).toBe('own')
    expect((await generateText({ model: 'scripted', prompt: 'x' })).text).toBe('of the fake')
    models.assertPromptedTimes('scripted', 1)
  })
})

describe('respond()', () => {
  test('with a condition is tried first, and may look at the instructions', async () => {
    using models = fakeModels({ strict: true })
    models
      .respond(OPUS, ['plain'])
      .respond(OPUS, ['about a'], { when: (input) => input.includes('a') })
      .respond(OPUS, ['for the clerk'], { when: (_, { instructions }) => instructions === 'You are a clerk.' })
    const texts: string[] = []
    for (const [instructions, prompt] of [
      ['You are a clerk.', 'x'],
      ['You are a cook.', 'y'],
      ['You are a cook.', 'a'],
    ] as const) {
      texts.push((await generateText({ model: OPUS, instructions, prompt })).text)
    }
    expect(texts).toEqual(['for the clerk', 'plain', 'about a'])
  })

  test('with a function makes a reply for every prompt that no queue has one for', async () => {
    using models = fakeModels()
    models.respond(OPUS, ({ input }) => `made for ${input}`).respond(OPUS, ['queued'])
    const texts: string[] = []
    for (const prompt of ['a', 'b']) texts.push((await generateText({ model: OPUS, prompt })).text)
    expect(texts).toEqual(['queued', 'made for b'])
  })

  test('reads the input off the last message of the user', async () => {
    using models = fakeModels()
    models.respond(OPUS, ['1', '2'])
    await generateText({
      model: OPUS,
      messages: [
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'yes' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'la' },
            { type: 'text', text: 'st' },
          ],
        },
      ],
    })
    await generateObject({ model: OPUS, messages: [{ role: 'user', content: 'object' }], schema }).catch(
      () => undefined,
    )
    expect(models.calls(OPUS).map(({ input }) => input)).toEqual(['last', 'object'])
  })

  test('refuses what it cannot use, and what comes once the fake has ended', () => {
    const models = fakeModels()
    for (const id of [undefined, '', 7, scriptedModel(['x'])]) {
      expect(() => models.respond(id as never, ['x'])).toThrow(TestSetupError)
    }
    expect(() => models.respond(OPUS, ['x'], { wen: () => true } as never)).toThrow(TestSetupError)
    expect(() => models.respond(OPUS, [{ txt: 'x' } as never])).toThrow(InvalidStepError)
    expect(endOf(models)).toBeUndefined()
    expect(() => models.respond(OPUS, ['x'])).toThrow(FakeEndedError)
    expect(() => models.replay(OPUS, 'x.json')).toThrow(FakeEndedError)
  })

  test('a condition that throws fails the prompt, at the call and at the end', async () => {
    const models = fakeModels()
    const broken = new Error('The condition broke.')
    const when = (): boolean => {
      throw broken
    }
    models.respond(OPUS, ['never'], { when })
    expect(await rejection(generateText({ model: OPUS, prompt: 'x' }))).toBe(broken)
    expect(endOf(models)?.complaints).toEqual([broken])
  })
})

test('replay() answers a model from a fixture, and a question that was not recorded is refused', async () => {
  using folder = temporaryFolder()
  const file = folder.file('answers.json')
  {
    await using recorded = recordFixture(scriptedModel(['recorded']), file)
    await generateText({ model: recorded, prompt: 'known' })
  }
  const models = fakeModels({ strict: true })
  models.replay(OPUS, file)
  expect((await generateText({ model: OPUS, prompt: 'known' })).text).toBe('recorded')
  expect(await rejection(generateText({ model: OPUS, prompt: 'unknown' }))).toBeInstanceOf(UnrecordedQuestionError)
  expect(complaintsOf(models)).toEqual(['UnrecordedQuestionError'])
})

describe('replies that were never used', () => {
  test('are a complaint of a strict fake, and of assertComplete()', async () => {
    const models = fakeModels({ strict: true })
    models.respond(OPUS, ['used', 'left'])
    await generateText({ model: OPUS, prompt: 'x' })
    expect(() => models.assertComplete()).toThrow(FakeModelsError)
    const [unused] = endOf(models)?.complaints ?? []
    expect(unused).toBeInstanceOf(UnusedReplyError)
    expect(unused).toMatchObject({ model: OPUS, count: 1 })
  })

  test('are none of a fake that is not strict', () => {
    const models = fakeModels()
    models.respond(OPUS, ['left'])
    expect(endOf(models)).toBeUndefined()
  })
})

describe('assertions', () => {
  test('hold for what was prompted and called', async () => {
    using models = fakeModels()
    models.assertNothingPrompted()
    models.respond(OPUS, [{ toolCalls: [{ name: 'echo', input: { n: 1 } }], then: 'one' }])
    await generateText({ model: OPUS, prompt: 'Hello', tools: { echo }, stopWhen: isStepCount(2) })
    models.assertPrompted(OPUS)
    models.assertPrompted(OPUS, (input, call) => input === 'Hello' && call.response?.text === 'one')
    models.assertNotPrompted(OPUS, (input) => input === 'Bye')
    models.assertNeverPrompted(HAIKU)
    models.assertPromptedTimes(OPUS, 1)
    models.assertToolCalled(OPUS, 'echo', ({ output }) => output === 1)
    models.assertToolNotCalled(OPUS, 'echo', ({ output }) => output === 2)
    expect(models.transcript()).toBe(models.transcript(OPUS))
    expect(models.transcript(HAIKU)).toBe('')
  })

  test('that fail say what was asked, and print the run', async () => {
    using models = fakeModels()
    models.respond(OPUS, [{ toolCalls: [{ name: 'echo', input: { n: 1 } }], then: 'one' }])
    await generateText({ model: OPUS, prompt: 'Hello', tools: { echo }, stopWhen: isStepCount(2) })
    const run = [
      'Events:',
      '>>> prompt 1 to anthropic/claude-opus-5: "Hello"',
      '      step 1 (1 tool offered)',
      '        tool echo {"n":1} → 1',
      '      step 2 (1 tool offered)',
      '      answer "one" (stop)',
    ].join('\n')
    const says = [
      [() => models.assertPrompted(OPUS, () => false), 'was prompted once, but the predicate held for none.'],
      [() => models.assertNotPrompted(OPUS, () => true), 'was prompted in a way that the predicate holds for.'],
      [() => models.assertToolCalled(OPUS, 'add'), 'did not call the tool "add". It called echo.'],
      [
        () => models.assertToolNotCalled(OPUS, 'ehco'),
        'was never offered a tool "ehco", so not calling it proves nothing.',
      ],
    ] as const
    for (const [assertion, message] of says) {
      const failure = failureOf(assertion)
      expect(failure).toContain(`Model "anthropic/claude-opus-5" ${message}`)
      expect(failure).toContain(run)
    }
    expect(failureOf(() => models.assertPrompted(HAIKU))).toContain(
      'Model "anthropic/claude-haiku-5" was never prompted.',
    )
    expect(failureOf(() => models.assertNothingPrompted())).toContain('A prompt was made.')
    expect(failureOf(() => models.assertToolNotCalled(OPUS, 'echo'))).toContain('>>>     tool echo {"n":1} → 1')
    expect(() => models.assertPrompted(OPUS, (() => 'yes') as never)).toThrow(AssertionFailedError)
  })

  test('point at the line of the test', () => {
    using models = fakeModels()
    let stack: string | undefined
    try {
      models.assertPrompted(OPUS)
    } catch (error) {
      stack = (error as Error).stack
    }
    expect(stack?.split('\n').find((line) => line.trimStart().startsWith('at '))).toContain('fake-models.test.ts')
  })
})
