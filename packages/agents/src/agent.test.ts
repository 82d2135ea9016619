import { describe, expect, test } from 'bun:test'
import { routeTool } from '@understudy/app'
import { scriptedModel } from '@understudy/script'
import { z } from 'zod'
import { Agent, AgentSetupError, tool } from './index.js'
import { Clerk, createDesk, principal, rejection, thrown, ticketsCreate, ticketsIndex } from './test-desk.js'

const elsewhere = routeTool('tickets_index', { description: 'Another contract of that name.' })

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
      'the tool "tickets_create" writes, and an anonymous run may only read. Bind it to a principal: `ai.agent(Clerk).as(principal)`',
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
  for (const [given, words] of [
    [undefined, 'undefined'],
    [null, 'null'],
    ['clerk', '"clerk"'],
    [{ name: 'clerk' }, 'an object'],
  ] as const) {
    const error = thrown(() => ai.agent(given as never)) as AgentSetupError
    expect(error).toMatchObject({ code: 'AGENT_SETUP', agent: words })
    expect(error.message).toStartWith(`What was given is ${words}, no agent class. Pass the class itself: `)
    expect(error.message.includes('look for a circular import')).toBe(given === undefined)
  }
})

test('what is no list of contracts in appTools() is refused with the others, and no model is asked', () => {
  const model = scriptedModel(['never'])
  const { ai } = createDesk(model)
  const agentOf = (asked: unknown) =>
    class Loose extends Agent {
      override tools() {
        return this.appTools(asked as never)
      }
    }
  for (const [asked, says] of [
    [undefined, 'was given no list'],
    ['tickets_index', 'was given no list'],
    [{ toolName: 'tickets_index' }, 'was given no list'],
    [[undefined], 'was given undefined in its list'],
    [[null], 'was given what is no contract in its list'],
    [[{}], 'was given what is no contract in its list'],
  ] as const) {
    const { problems } = thrown(() => ai.agent(agentOf(asked)).as(principal)) as AgentSetupError
    expect(problems).toEqual([expect.stringContaining(says)])
  }
  expect(model.calls).toEqual([])
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
