import { describe, expect, test } from 'bun:test'
import { createApp, routeTool, type Principal } from '@understudy/app'
import { scriptedModel, type ScriptedModel } from '@understudy/script'
import { z } from 'zod'
import { Agent, AgentSetupError, defineAi, tool, type Ai, type ProviderError } from './index.js'

const principal: Principal = { kind: 'user', id: 1 }
const ticketsIndex = routeTool('tickets_index', { description: 'List tickets.' })
const ticketsCreate = routeTool('tickets_create', {
  description: 'Create a ticket.',
  body: z.object({ title: z.string() }),
})
const elsewhere = routeTool('tickets_index', { description: 'Another contract of that name.' })

class Clerk extends Agent {
  static override agentName = 'clerk'
  static override scopes = ['tools:tickets_*'] as const
  instructions = 'You file tickets.'
  override tools() {
    return this.appTools([ticketsIndex, ticketsCreate])
  }
}

interface Desk {
  readonly ai: Ai
  readonly titles: string[]
  readonly seen: (Principal | null)[]
}

function createDesk(model: ScriptedModel, toolCallsPerMinute?: number): Desk {
  const titles: string[] = []
  const seen: (Principal | null)[] = []
  const ai = defineAi({ default: 'main', providers: { main: { model: () => model }, none: {} } })
  const app = createApp({ bindings: { ai }, limits: toolCallsPerMinute === undefined ? {} : { toolCallsPerMinute } })
    .get('/tickets', ticketsIndex, (c) => {
      seen.push(c.var.principal)
      return c.json({ titles })
    })
    .post('/tickets', ticketsCreate, (c) => {
      titles.push(c.req.valid('json').title)
      return c.json({}, 201)
    })
  return { ai: app.make('ai'), titles, seen }
}

async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return await promise.then(
    () => expect.unreachable('it resolved'),
    (error: unknown) => error,
  )
}

function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return expect.unreachable('it did not throw')
}

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

describe('as()', () => {
  const cases: [string, () => unknown, RegExp[]][] = [
    ['an unknown tool name', () => ['ticket_index'], [/no tool "ticket_index"/, /nearest is "tickets_index"/]],
    ['a contract that is on no route', () => [elsewhere], [/"tickets_index" is not the one on GET \/tickets/]],
  ]
  test.each(cases)('refuses %s', (_, asked, patterns) => {
    class Wrong extends Agent {
      static override agentName = 'wrong'
      static override scopes = ['tools:*'] as const
      override tools() {
        return this.appTools(asked() as string[])
      }
    }
    const { ai } = createDesk(scriptedModel([]))
    const error = thrown(() => ai.agent(Wrong).as(principal))
    expect(error).toBeInstanceOf(AgentSetupError)
    expect(error).toMatchObject({ agent: 'wrong', code: 'AGENT_SETUP' })
    for (const pattern of patterns) expect((error as Error).message).toMatch(pattern)
  })

  test('reports every problem at once: scope, grant, unknown tool', () => {
    class Wrong extends Agent {
      static override scopes = ['tool:tickets_create', 'tickets' as 'tools:*'] as const
      override tools() {
        return this.appTools([ticketsIndex, ticketsCreate, 'nothing'])
      }
    }
    const { ai } = createDesk(scriptedModel([]))
    const error = thrown(() => ai.agent(Wrong).as(principal)) as AgentSetupError
    expect(error.problems).toHaveLength(3)
    expect(error.problems.join('\n')).toMatch(
      /"tickets" is not a scope[\s\S]*no scope of it grants the tool "tickets_index"[\s\S]*no tool "nothing"/,
    )
  })

  test('refuses a tool that writes in an anonymous run', () => {
    const model = scriptedModel(['never'])
    const { ai } = createDesk(model)
    expect((thrown(() => ai.agent(Clerk).as(null)) as AgentSetupError).problems).toEqual([
      'the tool "tickets_create" writes, and an anonymous run may only read. Bind it to a principal',
    ])
    expect(model.calls).toEqual([])
  })

  test('is the only way to an agent: `new` is refused with the right call', () => {
    expect((thrown(() => new Clerk()) as AgentSetupError).message).toContain('ai.agent(Clerk).as(principal)')
  })

  test('does not let an agent be made by hand while another is constructed', () => {
    class Nested extends Agent {
      readonly inner = new Clerk()
    }
    const { ai } = createDesk(scriptedModel([]))
    expect(thrown(() => ai.agent(Nested).as(principal))).toMatchObject({ agent: 'Clerk' })
  })

  test('refuses a class without a name', () => {
    const { ai } = createDesk(scriptedModel([]))
    const nameless = (() => class extends Agent {})()
    expect((thrown(() => ai.agent(nameless).as(principal)) as AgentSetupError).problems).toHaveLength(1)
  })
})

describe('as() and a principal that is none', () => {
  test.each([
    undefined,
    'me',
    {},
    { id: 1 },
    { kind: 'user' },
    { kind: 'root', id: 1 },
    { ...principal, abilities: null },
  ])('refuses %j, and nothing runs', (wrong) => {
    const model = scriptedModel(['never'])
    const { ai } = createDesk(model)
    expect(thrown(() => ai.agent(Clerk).as(wrong as never))).toBeInstanceOf(AgentSetupError)
    expect(model.calls).toEqual([])
  })

  test('refuses a class with a model of its own, and scopes that are no list', () => {
    class Stubborn extends Agent {
      static override scopes = 'tools:*' as never
      model = scriptedModel([])
    }
    const { ai } = createDesk(scriptedModel([]))
    const error = thrown(() => ai.agent(Stubborn as never).as(principal)) as AgentSetupError
    expect(error.problems.join('\n')).toMatch(/scopes are no list[\s\S]*a model of its own/)
  })
})

describe('prepareCall', () => {
  test('that brings a prepareStep of its own cannot leave the binding with it', async () => {
    const model = scriptedModel([[{ name: 'tickets_index' }]])
    const other = scriptedModel(['Hello from elsewhere.'])
    class Sneaky extends Clerk {
      prepareCall(options: object) {
        return {
          ...options,
          prepareStep: ({ stepNumber }: { stepNumber: number }) => (stepNumber === 1 ? { model: other } : {}),
        } as never
      }
    }
    const { ai } = createDesk(model)
    expect(await rejection(ai.agent(Sneaky).as(principal).prompt('hello'))).toBeInstanceOf(AgentSetupError)
    expect(other.calls).toEqual([])
  })
})

describe('tools()', () => {
  const wrong: [string, () => unknown][] = [
    ['a contract in the place of a tool', () => ({ tickets_index: ticketsIndex })],
    ['a list', () => [ticketsIndex]],
    ['a promise', async () => ({})],
    ['nothing', () => null],
  ]
  test.each(wrong)('that returns %s is refused by as()', (_, tools) => {
    class Wrong extends Agent {
      override tools() {
        return tools() as never
      }
    }
    const { ai } = createDesk(scriptedModel([]))
    expect((thrown(() => ai.agent(Wrong).as(principal)) as AgentSetupError).message).toMatch(/this\.appTools\(\[/)
  })

  test('may describe an app tool anew: it is the same route behind the same gate', async () => {
    const model = scriptedModel([[{ name: 'tickets_index' }], 'None.'])
    class Poet extends Clerk {
      override tools() {
        const tools = super.tools()
        return {
          ...tools,
          tickets_index: { ...tools.tickets_index, description: 'Behold the tickets.' },
        } as typeof tools
      }
    }
    const { ai, seen } = createDesk(model)
    await ai.agent(Poet).as(principal).prompt('list')
    expect(seen).toEqual([principal])
    expect(model.calls[0]?.tools.find(({ name }) => name === 'tickets_index')).toMatchObject({
      description: 'Behold the tickets.',
    })
  })
})

test('what is no agent class is refused with a hint, not with a TypeError', () => {
  const { ai } = createDesk(scriptedModel([]))
  expect(() => ai.agent(undefined as never).as(principal)).toThrow('look for a circular import')
})

describe("an agent's members", () => {
  test('may be methods, which are called with their agent', async () => {
    const model = scriptedModel([[{ name: 'tickets_index' }], 'never'])
    class Careful extends Clerk {
      limit = 1
      seen: string[] = []
      stopWhen({ steps }: { steps: unknown[] }): boolean {
        return steps.length >= this.limit
      }
      prepareStep({ stepNumber }: { stepNumber: number }): undefined {
        this.seen.push(`step ${stepNumber} of ${this.limit}`)
        seen = this.seen
      }
    }
    let seen: string[] = []
    const { ai } = createDesk(model)
    expect((await ai.agent(Careful).as(principal).prompt('list')).steps).toHaveLength(1)
    expect(seen).toEqual(['step 0 of 1'])
  })

  test("take the SDK's own approval: a tool that needs it does not run", async () => {
    const model = scriptedModel([[{ name: 'wipe' }]])
    let wiped = 0
    class Wiper extends Agent {
      toolApproval = { wipe: 'user-approval' } as const
      override tools() {
        return { wipe: tool({ description: 'Wipe.', inputSchema: z.object({}), execute: () => ++wiped }) }
      }
    }
    const { ai } = createDesk(model)
    await ai.agent(Wiper).as(principal).prompt('wipe')
    expect(wiped).toBe(0)
  })

  test('a prepareCall that leaves the binding for another model is refused', async () => {
    const model = scriptedModel(['never'])
    const other = scriptedModel(['Hello from elsewhere.'])
    class Wanderer extends Agent {
      prepareCall(options: object) {
        return { ...options, model: other } as never
      }
    }
    const { ai } = createDesk(model)
    expect(await rejection(ai.agent(Wanderer).as(principal).prompt('hello'))).toBeInstanceOf(AgentSetupError)
    expect([...model.calls, ...other.calls]).toEqual([])
  })

  test.each([{ input: null }, { input: [] }, { input: 'text' }, { input: 5 }])(
    'a tool input of $input goes back to the model as an object',
    async ({ input }) => {
      const model = scriptedModel([[{ name: 'tickets_index', input, invalid: true }], 'Sorry.'])
      const { ai } = createDesk(model)
      await ai.agent(Clerk).as(principal).prompt('list')
      expect(model.calls[1]?.messages.at(-2)?.content[0]).toMatchObject({ type: 'tool-call', input: {} })
    },
  )
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
    expect(error.message).toContain('Provider "none" has no model. Those with one: main')
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
