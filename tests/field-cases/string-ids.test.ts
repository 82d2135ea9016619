/** Field cases for apps on the AI SDK alone, whose models are asked by their ids under `fakeModels()`. */
import { describe, expect, test } from 'bun:test'
import { fakeModels, FakeModelsError, ImpossibleOutputError, ImpossibleToolCallError } from '@understudy/script'
import { generateText, isStepCount, NoObjectGeneratedError, Output, streamText, tool, ToolLoopAgent } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'

const ID = 'anthropic/claude-opus-5'
const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return await Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  )
}

function endOf(fake: Disposable): readonly Error[] {
  try {
    fake[Symbol.dispose]()
    return []
  } catch (error) {
    if (error instanceof FakeModelsError) return error.complaints
    throw error
  }
}

async function ask(prompt: string, streamed: boolean): Promise<string> {
  if (!streamed) return (await generateText({ model: ID, prompt })).text
  return await streamText({ model: ID, prompt, onError: () => undefined }).text
}

describe('F1: two replies and three prompts', () => {
  test.each([
    ['generate', [false, false, false]],
    ['stream', [true, true, true]],
    ['mixed', [true, false, true]],
  ])('%s: first, second, then an error that says which', async (_, modes) => {
    const models = fakeModels()
    models.respond(ID, ['first', 'second'])
    const [one, two, three] = modes.map((streamed, index) => [`prompt ${index + 1}`, streamed] as const)
    if (!one || !two || !three) throw new Error('There are three.')
    expect([await ask(...one), await ask(...two)]).toEqual(['first', 'second'])
    expect(await rejection(ask(...three))).toBeInstanceOf(Error)
    const complaints = endOf(models)
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toMatchObject({ code: 'UNSCRIPTED_PROMPT', model: ID, scripted: 2, prompt: 3 })
  })
})

describe('F2: falsy answers', () => {
  test('are answers', async () => {
    using models = fakeModels({ strict: true })
    models.respond(ID, ['', { text: '' }])
    expect([await ask('x', false), await ask('y', true)]).toEqual(['', ''])
    // The SDK's result takes null for no output; the text says what was answered.
    models.respond(ID, [{ output: null }])
    expect((await generateText({ model: ID, prompt: 'x', output: Output.json() })).text).toBe('null')
    for (const output of [false, 0]) {
      models.respond(ID, [{ output }])
      const asked = generateText({ model: ID, prompt: 'x', output: Output.json() })
      expect((await asked).output).toBe(output)
    }
  })
})

test('F3: a model that nobody waits for is reported, and takes nothing from the other', async () => {
  const models = fakeModels()
  models.respond(ID, ['for the other'])
  const forgotten = rejection(generateText({ model: 'title', prompt: 'Name it.' }))
  expect(await ask('x', false)).toBe('for the other')
  await forgotten
  expect(endOf(models)).toMatchObject([{ code: 'UNSCRIPTED_PROMPT', model: 'title' }])
})

describe('F4: a scripted tool that is not there', () => {
  test.each(['ticket_show', 'Tickets_show', 'tickets_show ', 'constructor', '__proto__'])(
    '%j fails by name',
    async (name) => {
      const models = fakeModels()
      let ran = 0
      const tools = { tickets_show: tool({ inputSchema: z.object({}), execute: () => ++ran }) }
      models.respond(ID, [{ toolCalls: [{ name }], then: 'shown' }])
      const error = await rejection(new ToolLoopAgent({ model: ID, tools }).generate({ prompt: 'x' }))
      expect(error).toBeInstanceOf(ImpossibleToolCallError)
      expect((error as Error).message).toContain('tickets_show')
      expect(ran).toBe(0)
      expect(endOf(models)).toEqual([error as Error])
    },
  )
})

describe('F9: input that the schema rejects', () => {
  test.each([[{ id: {} }], [null], [[]], ['text'], [{}], [{ id: 1, more: 2 }]])(
    '%j: the model is told, and goes on',
    async (input) => {
      using models = fakeModels({ strict: true })
      const got: unknown[] = []
      const show = tool({
        inputSchema: z.strictObject({ id: z.number() }),
        execute: (given) => {
          got.push(given)
          return 'A ticket.'
        },
      })
      models.respond(ID, [
        {
          toolCalls: [{ name: 'show', input, invalid: true }],
          then: { toolCalls: [{ name: 'show', input: { id: 1 } }], then: 'shown' },
        },
      ])
      const agent = new ToolLoopAgent({ model: ID, tools: { show } })
      expect((await agent.generate({ prompt: 'x' })).text).toBe('shown')
      expect(got).toEqual([{ id: 1 }])
      const [bad, good] = models.calls(ID)[0]?.toolCalls ?? []
      expect(bad?.error).toBeInstanceOf(Error)
      expect(good).toMatchObject({ input: { id: 1 }, output: 'A ticket.' })
      expect(JSON.stringify(models.calls(ID)[0]?.requests[1]?.messages)).toContain('error')
    },
  )
})

describe('F13: a loop that stops early', () => {
  const again = tool({ inputSchema: z.object({}), execute: () => 'again' })

  test('names the step that was not reached, and why', async () => {
    const models = fakeModels()
    models.respond(ID, [{ toolCalls: [{ name: 'again', input: {} }], then: 'never' }])
    await generateText({ model: ID, prompt: 'x', tools: { again }, stopWhen: isStepCount(1) })
    expect(endOf(models)).toMatchObject([
      { code: 'UNFINISHED_REPLY', model: ID, taken: 1, unreached: ['text "never"'] },
    ])
  })

  test('on purpose ends its reply there', async () => {
    using models = fakeModels({ strict: true })
    models.respond(ID, [[{ name: 'again', input: {} }]])
    await generateText({ model: ID, prompt: 'x', tools: { again }, stopWhen: isStepCount(1) })
  })
})

describe('F20: text that is no proper output', () => {
  const output = Output.object({ schema: z.object({ n: z.number() }) })

  async function outputOf(model: string | MockLanguageModelV4): Promise<unknown> {
    return await generateText({ model, prompt: 'count', output })
      .then((result) => result.output)
      .catch((error: unknown) => error)
  }

  test.each([
    ['{"n": 1', 'length'],
    ['{"n":1}', 'length'],
    ['```json\n{"n":1}\n```', 'stop'],
    ['{"n":"1"}', 'stop'],
    ['', 'length'],
  ] as const)('%j with %s does what the bare SDK does', async (text, unified) => {
    using models = fakeModels({ strict: true })
    models.respond(ID, [{ text, finishReason: unified }])
    const ours = await outputOf(ID)
    const finishReason = { unified, raw: undefined }
    const doGenerate = { content: [{ type: 'text' as const, text }], finishReason, usage, warnings: [] }
    const theirs = await outputOf(new MockLanguageModelV4({ doGenerate }))
    if (!(theirs instanceof Error)) {
      expect(ours).toEqual(theirs)
      return
    }
    expect(ours).toMatchObject({ name: theirs.name, message: theirs.message })
    if (NoObjectGeneratedError.isInstance(theirs)) {
      const { text: got, finishReason: why } = theirs
      expect(ours).toMatchObject({ text: got ?? '', finishReason: why ?? 'stop' })
    }
  })
})

describe('F21: scripted output', () => {
  test('an array with a transform comes out parsed once, a choice as it is', async () => {
    using models = fakeModels({ strict: true })
    const element = z.object({ at: z.string().transform((text) => text.length) })
    models.respond(ID, [{ output: [{ at: 'four' }] }, { output: 'good' }])
    const array = await generateText({ model: ID, prompt: 'x', output: Output.array({ element }) })
    expect(array.output).toEqual([{ at: 4 }])
    const choice = await generateText({ model: ID, prompt: 'x', output: Output.choice({ options: ['good', 'bad'] }) })
    expect(choice.output).toBe('good')
  })

  test.each([[{ n: '1' }], [{ n: 1, more: 2 }], [new Date(0)], [{ n: Number.NaN }], [{ n: 1n }]])(
    '%p fails by name, with path and reason',
    async (value) => {
      const models = fakeModels()
      models.respond(ID, [{ output: value }])
      const schema = z.strictObject({ n: z.number() })
      const error = await rejection(generateText({ model: ID, prompt: 'x', output: Output.object({ schema }) }))
      expect(error).toBeInstanceOf(ImpossibleOutputError)
      expect((error as Error).message).toContain(`Model "${ID}"`)
      expect(endOf(models)).toEqual([error as Error])
    },
  )

  test('of a prompt that wants text is refused', async () => {
    const models = fakeModels()
    models.respond(ID, [{ output: { n: 1 } }])
    expect(await rejection(ask('x', false))).toBeInstanceOf(ImpossibleOutputError)
    expect(endOf(models)).toHaveLength(1)
  })
})

test('F25: two prompts of one id at once, one slow tool and one fast, beside a stream, fifty times', async () => {
  for (let time = 0; time < 50; time++) {
    using models = fakeModels({ strict: true })
    const wait = tool({
      inputSchema: z.object({ turns: z.number() }),
      async execute({ turns }) {
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => void setImmediate(resolve))
        return turns
      },
    })
    models.respond(
      ID,
      [3, 0, 1].map((turns) => ({ toolCalls: [{ name: 'wait', input: { turns } }], then: `after ${turns}` })),
    )
    const agent = new ToolLoopAgent({ model: ID, tools: { wait } })
    const slow = agent.generate({ prompt: 'the same' })
    const fast = agent.generate({ prompt: 'the same' })
    const streamed = agent.stream({ prompt: 'the same' })
    const texts = [(await slow).text, (await fast).text, await (await streamed).text]
    expect(texts).toEqual(['after 3', 'after 0', 'after 1'])
  }
})
