import { describe, expect, test } from 'bun:test'
import { createApp, routeTool } from '@understudy/app'
import { scriptedModel } from '@understudy/script'
import { z } from 'zod'
import { Agent, AgentSetupError, defineAi, tool, type ProviderError } from './index.js'
import { Clerk, createDesk, principal, rejection } from './test-desk.js'

describe('prompt()', () => {
  test("runs the SDK's loop, with tools as requests that carry the principal", async () => {
    const model = scriptedModel([
      [{ name: 'tickets_create', input: { title: 'Fire' } }],
      [{ name: 'tickets_index' }],
      'Filed.',
    ])
    const { ai, titles, seen } = createDesk(model)

    const response = await ai.agent(Clerk).as(principal).prompt('There is a fire.')

    expect(response).toMatchObject({ text: 'Filed.', output: 'Filed.', finishReason: 'stop' })
    expect(response.steps).toHaveLength(3)
    expect(titles).toEqual(['Fire'])
    expect(seen).toEqual([principal])
    expect(model.calls[0]?.instructions).toBe('You file tickets.')
    expect(model.calls[2]?.messages.at(-1)?.content[0]).toMatchObject({
      output: { type: 'json', value: { titles: ['Fire'] } },
    })
  })

  test('tells the model the input side of the contract as JSON Schema, and records what the model said', async () => {
    const model = scriptedModel([[{ name: 'tickets_create', input: { title: 'Fire' } }], 'Filed.'])
    const { ai } = createDesk(model)
    const { steps } = await ai.agent(Clerk).as(principal).prompt('hello')
    expect(model.calls[0]?.tools.find(({ name }) => name === 'tickets_create')).toMatchObject({
      description: 'Create a ticket.',
      inputSchema: {
        type: 'object',
        properties: { title: { type: 'string' } },
        required: ['title'],
        additionalProperties: false,
      },
    })
    expect(steps[0]?.toolCalls[0]?.input).toEqual({ title: 'Fire' })
  })

  test('rejects before the model is asked when the signal is aborted', async () => {
    const model = scriptedModel(['Hello.'])
    const { ai } = createDesk(model)
    const reason = new Error('Changed my mind.')
    expect(
      await rejection(
        ai
          .agent(Clerk)
          .as(principal)
          .prompt('hello', { signal: AbortSignal.abort(reason) }),
      ),
    ).toBe(reason)
    expect(model.calls).toHaveLength(0)
    expect(model.remaining).toBe(1)
  })

  test('hands its signal to the request of a tool', async () => {
    const controller = new AbortController()
    const model = scriptedModel([[{ name: 'slow' }], 'never'])
    const slow = routeTool('slow', { description: 'Slow.' })
    class Waiter extends Agent {
      static override scopes = ['tool:slow'] as const
      override tools() {
        return this.appTools([slow])
      }
    }
    const ai = defineAi({ default: 'main', providers: { main: { model: () => model } } })
    const aborted: boolean[] = []
    const app = createApp({ bindings: { ai } }).get('/slow', slow, (c) => {
      controller.abort()
      aborted.push(c.req.raw.signal.aborted)
      return c.json({})
    })
    expect(
      await rejection(app.make('ai').agent(Waiter).as(principal).prompt('go', { signal: controller.signal })),
    ).toMatchObject({ name: 'AbortError' })
    expect(aborted).toEqual([true])
    expect(model.calls).toHaveLength(1)
  })

  test('sends attachments as files beside the text', async () => {
    const model = scriptedModel(['A cat.'])
    const { ai } = createDesk(model)
    await ai
      .agent(Clerk)
      .as(principal)
      .prompt('What is this?', { attachments: [{ data: new Uint8Array([1]), mediaType: 'image/png' }] })
    expect(model.calls[0]?.messages[0]?.content).toMatchObject([
      { type: 'text', text: 'What is this?' },
      { type: 'file', mediaType: 'image/png' },
    ])
  })

  test('refuses a prepareStep that leaves the binding for another model', async () => {
    const model = scriptedModel(['Hello.'])
    const other = scriptedModel(['Hello from elsewhere.'])
    class Wanderer extends Agent {
      prepareStep = () => ({ model: other })
    }
    const { ai } = createDesk(model)
    expect(await rejection(ai.agent(Wanderer).as(principal).prompt('hello'))).toBeInstanceOf(AgentSetupError)
    expect([...model.calls, ...other.calls]).toEqual([])
  })

  test('stops a model that loops on a tool, after its calls a minute', async () => {
    const model = scriptedModel([
      [{ name: 'tickets_index' }],
      [{ name: 'tickets_index' }],
      [{ name: 'tickets_index' }],
      'Stopped.',
    ])
    const { ai, seen } = createDesk(model, 2)
    await ai.agent(Clerk).as(principal).prompt('loop')
    expect(seen).toHaveLength(2)
    expect(JSON.stringify(model.calls[3]?.messages.at(-1))).toContain('"denied":"budget"')
  })

  test("passes a class's settings to the loop, and calls a local tool directly", async () => {
    const model = scriptedModel([[{ name: 'add', input: { a: 2, b: 3 } }], '5'])
    class Adder extends Agent {
      temperature = 0.5
      maxOutputTokens = 7
      providerOptions = { main: { fast: true } }
      override tools() {
        const inputSchema = z.object({ a: z.number(), b: z.number() })
        return { add: tool({ description: 'Add.', inputSchema, execute: ({ a, b }) => a + b }) }
      }
    }
    const { ai } = createDesk(model)
    await ai.agent(Adder).as(null).prompt('2 + 3?')
    expect(model.calls[0]?.options).toMatchObject({
      temperature: 0.5,
      maxOutputTokens: 7,
      providerOptions: { main: { fast: true } },
    })
    expect(model.calls[1]?.messages.at(-1)?.content[0]).toMatchObject({ output: { type: 'json', value: 5 } })
  })
})

describe("a principal's abilities", () => {
  test('narrow the agent: a tool it did not consent to is denied, and nothing runs', async () => {
    const model = scriptedModel([
      [{ name: 'tickets_create', input: { title: 'x' } }],
      [{ name: 'tickets_index' }],
      'Done.',
    ])
    const { ai, titles, seen } = createDesk(model)
    await ai
      .agent(Clerk)
      .as({ ...principal, abilities: ['tools:read'] })
      .prompt('go')
    expect(titles).toEqual([])
    expect(seen).toHaveLength(1)
    expect(JSON.stringify(model.calls[1]?.messages.at(-1))).toContain('"denied":"scope"')
  })
})

describe('providers', () => {
  test('one that is not configured is refused, naming the nearest; one without a model, naming those with one', async () => {
    const model = scriptedModel(['never'])
    const { ai } = createDesk(model)
    const clerk = ai.agent(Clerk).as(principal)
    expect(await rejection(clerk.prompt('hello', { provider: 'mian' }))).toMatchObject({
      code: 'PROVIDER',
      provider: 'mian',
      known: ['main', 'none'],
    })
    const error = (await rejection(clerk.prompt('hello', { provider: 'none' }))) as ProviderError
    expect(error.message).toContain('Provider "none" has no language model. Those with one: main')
    expect(await rejection(ai.embed({ value: 'x' }))).toMatchObject({ code: 'PROVIDER', kind: 'embeddingModel' })
    expect(model.calls).toEqual([])
  })

  test('a factory runs once, on first use', async () => {
    let made = 0
    const model = scriptedModel(['a', 'b'])
    const ai = defineAi({ default: 'main', providers: { main: { model: () => (made++, model) } } })
    const app = createApp({ bindings: { ai } })
    expect(made).toBe(0)
    class Plain extends Agent {}
    await app.make('ai').agent(Plain).as(null).prompt('1')
    await app.make('ai').agent(Plain).as(null).prompt('2')
    expect(made).toBe(1)
  })
})

describe('a prompt that is none', () => {
  test.each([
    [null, {}],
    [{ text: 'hi' }, {}],
    ['hi', { attachments: 'file' }],
  ])('%j with %j is refused before the model is asked, and starts nothing', async (input, options) => {
    const model = scriptedModel(['Never said.'])
    const bound = createDesk(model).ai.agent(Clerk).as(principal)
    expect(await rejection(bound.prompt(input as never, options as never))).toBeInstanceOf(TypeError)
    expect(await rejection(bound.stream(input as never, options as never))).toBeInstanceOf(TypeError)
    expect(model.calls).toHaveLength(0)
  })
})

test('another binding of defineAi() can stand in for the app’s, with its app tools', async () => {
  const real = defineAi({ default: 'main', providers: { main: { model: () => scriptedModel(['real']) } } })
  const double = defineAi({
    default: 'main',
    providers: { main: { model: () => scriptedModel([[{ name: 'tickets_index' }], 'double']) } },
  })
  const ticketsIndex = routeTool('tickets_index', { description: 'List.' })
  class Reader extends Agent {
    static override scopes = ['tools:*'] as const
    override tools() {
      return this.appTools([ticketsIndex])
    }
  }
  const app = createApp({ bindings: { ai: real } }).get('/tickets', ticketsIndex, (c) => c.json([]))
  {
    using _ = app.fake('ai', double)
    expect((await app.make('ai').agent(Reader).as(principal).prompt('hi')).text).toBe('double')
  }
  expect((await app.make('ai').agent(Reader).as(principal).prompt('hi')).text).toBe('real')
})
