import { describe, expect, test } from 'bun:test'
import { customProvider, generateObject, generateText, isStepCount, streamText, tool, ToolLoopAgent } from 'ai'
import { z } from 'zod'
import { apiError, fakeModels, type FakeModels, type Reply } from '../index.js'
import { echo, HAIKU, OPUS } from '../test-fake-models.js'

/** A reply of four calls of a model: a tool, an error that is retried, another tool, and the end. */
function longReply(number: number): Reply {
  const call = (n: number): { name: string; input: object }[] => [{ name: 'echo', input: { n } }]
  return {
    toolCalls: call(number),
    then: {
      error: apiError({ status: 503 }),
      then: { toolCalls: call(number + 100), then: `done ${number}` },
    },
  }
}

const COUNT = 20
const numbers = Array.from({ length: COUNT }, (_, index) => index)

/** What each prompt was answered with, and the inputs of its own tool calls. */
function toolInputs(models: FakeModels): unknown[] {
  return models.calls(OPUS).map(({ toolCalls }) => toolCalls.map((call) => [call.input, call.output]))
}

describe('twenty prompts of one id at once, streams among them, each with tools and a retry', () => {
  const settings = { tools: { echo }, prompt: 'the same', stopWhen: isStepCount(9) } as const

  async function askAll(telemetry: object, modelOf: () => ReturnType<FakeModels['languageModel']> | string) {
    return await Promise.all(
      numbers.map(async (number) => {
        const asked = { ...settings, model: modelOf(), telemetry }
        return number % 2 === 0 ? (await generateText(asked)).text : await streamText(asked).text
      }),
    )
  }

  const expected = numbers.map((number) => `done ${number}`)

  test('draw their replies in the order in which they start, and stay on them', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, numbers.map(longReply))
    expect(await askAll({}, () => OPUS)).toEqual(expected)
    expect(toolInputs(models)).toEqual(
      numbers.map((n) => [
        [{ n }, n],
        [{ n: n + 100 }, n + 100],
      ]),
    )
  })

  test.each([
    ['off', { isEnabled: false }],
    ["the app's own alone", { integrations: [] }],
    ['told neither inputs nor outputs', { recordInputs: false, recordOutputs: false }],
  ])('stay on them with telemetry %s', async (_, telemetry) => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, numbers.map(longReply))
    expect((await askAll(telemetry, () => OPUS)).toSorted()).toEqual(expected.toSorted())
    expect(models.calls(OPUS).map(({ requests }) => requests.length)).toEqual(numbers.map(() => 4))
    for (const { toolCalls, response } of models.calls(OPUS)) {
      const [first, second] = toolCalls.map(({ output }) => Number(output))
      expect([second, response?.text]).toEqual([Number(first) + 100, `done ${first}`])
    }
  })

  test('stay on them with one model object for all', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, numbers.map(longReply))
    const model = models.languageModel(OPUS)
    expect((await askAll({}, () => model)).toSorted()).toEqual(expected.toSorted())
    models.assertPromptedTimes(OPUS, COUNT)
  })
})

describe('a prompt whose model changes between steps', () => {
  test('keeps its reply, and says which model each request went to', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, [{ toolCalls: [{ name: 'echo', input: { n: 1 } }], then: 'one' }])
    const { text } = await generateText({
      model: OPUS,
      prompt: 'x',
      tools: { echo },
      stopWhen: isStepCount(3),
      prepareStep: ({ stepNumber }) => ({ model: stepNumber === 0 ? OPUS : HAIKU }),
    })
    expect(text).toBe('one')
    expect(models.calls(OPUS)[0]?.askedModels).toEqual([OPUS, HAIKU])
    models.assertNeverPrompted(HAIKU)
  })

  test('draws for the model that it was asked with, whichever answers first', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, ['of opus']).respond(HAIKU, ['of haiku'])
    const asked = { prompt: 'x', prepareStep: () => ({ model: HAIKU }) }
    const texts = await Promise.all([
      generateText({ ...asked, model: OPUS }).then(({ text }) => text),
      generateText({ model: HAIKU, prompt: 'x' }).then(({ text }) => text),
    ])
    expect(texts).toEqual(['of opus', 'of haiku'])
    expect(models.calls(OPUS)[0]?.askedModels).toEqual([HAIKU])
  })

  test('waits for nobody: who starts later and asks first draws second', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, ['first', 'second'])
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const slow = generateText({
      model: OPUS,
      prompt: 'slow',
      prepareStep: async () => {
        await gate
        return {}
      },
    })
    expect((await generateText({ model: OPUS, prompt: 'fast' })).text).toBe('second')
    open()
    expect((await slow).text).toBe('first')
  })
})

describe('a prompt inside of a tool', () => {
  test.each([
    ['told of', {}],
    ['not told of', { isEnabled: false }],
  ])('of the same id is one of its own: %s', async (_, telemetry) => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, [
      { toolCalls: [{ name: 'ask', input: {} }], then: 'outer' },
      { toolCalls: [{ name: 'echo', input: { n: 1 } }], then: 'inner' },
    ])
    const stopWhen = isStepCount(3)
    const ask = tool({
      inputSchema: z.object({}),
      async execute() {
        return (await generateText({ model: OPUS, prompt: 'in', tools: { echo }, stopWhen, telemetry })).text
      },
    })
    const outer = streamText({ model: OPUS, prompt: 'out', tools: { ask }, stopWhen })
    expect(await outer.text).toBe('outer')
    expect(models.calls(OPUS).map(({ input, toolCalls }) => [input, toolCalls[0]?.output])).toEqual([
      ['out', 'inner'],
      ['in', 1],
    ])
  })
})

describe('with telemetry off', () => {
  const telemetry = { isEnabled: false }

  test('one model object for many prompts is told by what they say', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, numbers.map(longReply))
    const provider = customProvider({ languageModels: { shared: models.languageModel(OPUS) } })
    const texts = await Promise.all(
      numbers.map(async (number) => {
        const agent = new ToolLoopAgent({ model: provider.languageModel('shared'), tools: { echo }, telemetry })
        return (await agent.generate({ prompt: `number ${number}` })).text
      }),
    )
    expect(texts.toSorted()).toEqual(numbers.map((number) => `done ${number}`).toSorted())
    models.assertPromptedTimes(OPUS, COUNT)
  })

  test('a prompt that repeats one which was answered is a new one', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, ['one', 'two'])
    const model = models.languageModel(OPUS)
    const texts: string[] = []
    for (let time = 0; time < 2; time++) texts.push((await generateText({ model, prompt: 'same', telemetry })).text)
    expect(texts).toEqual(['one', 'two'])
  })

  test('an object is retried on its own reply', async () => {
    const schema = z.object({ n: z.number() })
    for (const how of [{}, telemetry]) {
      using models = fakeModels({ strict: true })
      models.respond(OPUS, [
        { error: apiError({ status: 503 }), then: { output: { n: 1 } } },
        { error: apiError({ status: 503 }), then: { output: { n: 2 } } },
      ])
      const model = models.languageModel(OPUS)
      const objects = await Promise.all(
        ['a', 'b'].map(async (prompt) => (await generateObject({ model, prompt, schema, telemetry: how })).object),
      )
      expect(objects).toEqual([{ n: 1 }, { n: 2 }])
    }
  })
})

test('a model that is asked without the SDK is a prompt each time', async () => {
  using models = fakeModels({ strict: true })
  models.respond(OPUS, ['one', 'two'])
  const model = models.languageModel(OPUS)
  const ask = async (): Promise<unknown> =>
    (await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] })).content
  expect([await ask(), await ask()]).toEqual([[{ type: 'text', text: 'one' }], [{ type: 'text', text: 'two' }]])
  models.assertPrompted(OPUS, (input) => input === 'Hi')
})
