import { describe, expect, test } from 'bun:test'
import {
  BudgetStoreError,
  createAgentBudget,
  createApp,
  inProcess,
  memoryBudgets,
  routeTool,
  type AppLimits,
  type AuditRecord,
  type BudgetOwner,
  type BudgetStore,
  type Principal,
} from '../index.js'
import { call } from '../test-call.js'
import { testClock } from '../test-gated-app.js'

const ada: Principal = { kind: 'user', id: 'ada' }

/** An app with a tool that counts its calls, and a way to make one with the budget that an agent has in it. */
function countingApp(limits: AppLimits) {
  const clock = testClock()
  const records: AuditRecord[] = []
  let hits = 0
  const app = createApp({ limits, now: clock.now, audit: (record) => void records.push(record) }).get(
    '/ping',
    routeTool('ping', { description: 'Answers pong.' }),
    (c) => c.json((hits += 1)),
  )
  const bind = (owner: Partial<BudgetOwner> = {}) => {
    const caller = { agent: 'clerk', principal: ada, ...owner }
    const budget = createAgentBudget(inProcess(app), caller)
    return { budget, ping: async () => (await call(app, 'ping', { ...caller, budget })).denied ?? 'ran' }
  }
  return { bind, clock, records, hits: () => hits }
}

describe('without a store', () => {
  test('each bound agent has a budget of its own, which answers at once', async () => {
    const { bind } = countingApp({ toolCallsPerMinute: 1 })
    const [one, other] = [bind(), bind()]
    expect([await one.ping(), await one.ping(), await other.ping()]).toEqual(['ran', 'budget', 'ran'])
    expect(bind().budget.take()).toBe(true)
  })

  test("goes by the app's clock", async () => {
    const { bind, clock } = countingApp({ toolCallsPerMinute: 1 })
    const { ping } = bind()
    expect([await ping(), await ping()]).toEqual(['ran', 'budget'])
    clock.pass(60_000)
    expect(await ping()).toBe('ran')
  })

  test('is of 60 calls a minute unless the app says otherwise', () => {
    expect(bindLimit({})).toBe(60)
    expect(bindLimit({ toolCallsPerMinute: 5 })).toBe(5)
    expect(createAgentBudget(undefined, { agent: 'clerk', principal: null }).limit).toBe(60)
  })

  const bindLimit = (limits: AppLimits): number => countingApp(limits).bind().budget.limit
})

describe('with a store', () => {
  test('all runs of one agent for one principal share a budget, also of several apps', async () => {
    const limits = { toolCallsPerMinute: 2, budgets: memoryBudgets() }
    const [here, there] = [countingApp(limits), countingApp(limits)]
    expect([await here.bind().ping(), await there.bind().ping()]).toEqual(['ran', 'ran'])
    expect([await here.bind().ping(), await there.bind().ping()]).toEqual(['budget', 'budget'])
    expect([here.hits(), there.hits()]).toEqual([1, 1])
    here.clock.pass(60_000)
    expect(await here.bind().ping()).toBe('ran')
  })

  test('other agents and other principals have others, whatever they are called', async () => {
    const { bind } = countingApp({ toolCallsPerMinute: 1, budgets: memoryBudgets() })
    const owners: Partial<BudgetOwner>[] = [
      {},
      { agent: 'Clerk' },
      { principal: { kind: 'service', id: 'ada' } },
      { principal: { kind: 'user', id: 1 } },
      { principal: { kind: 'user', id: '1' } },
      { principal: null },
      { agent: 'clerk","user', principal: null },
    ]
    for (const owner of owners) expect([await bind(owner).ping(), await bind(owner).ping()]).toEqual(['ran', 'budget'])
  })

  test('what a principal consented to makes it no other one', async () => {
    const { bind } = countingApp({ toolCallsPerMinute: 1, budgets: memoryBudgets() })
    expect(await bind().ping()).toBe('ran')
    expect(await bind({ principal: { ...ada, abilities: ['tools:*'] } }).ping()).toBe('budget')
  })

  test('is told the name, the limit and the time', async () => {
    const asked: unknown[] = []
    const { bind, clock } = countingApp({ budgets: { take: (...given) => asked.push(given) > 0 } })
    await bind().ping()
    await bind({ principal: null }).ping()
    expect(asked).toEqual([
      ['["clerk",["user","ada"]]', 60, clock.now()],
      ['["clerk",null]', 60, clock.now()],
    ])
  })

  const failing: [how: string, take: () => never | Promise<never>][] = [
    [
      'throws',
      () => {
        throw new Error('postgres://hush is away')
      },
    ],
    ['rejects', () => Promise.reject(new Error('postgres://hush is away'))],
  ]
  for (const [how, take] of failing) {
    test(`that ${how} lets nothing through: the call fails, its message says nothing of the cause, and it is audited`, async () => {
      const { bind, records, hits } = countingApp({ budgets: { take } })
      const error: unknown = await bind()
        .ping()
        .catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(BudgetStoreError)
      expect(error).toMatchObject({
        code: 'BUDGET_STORE',
        agent: 'clerk',
        cause: { message: 'postgres://hush is away' },
      })
      expect((error as Error).message).not.toContain('hush')
      expect(records).toMatchObject([{ tool: 'ping', outcome: 'error', reason: 'BUDGET_STORE' }])
      expect(records[0]).not.toHaveProperty('status')
      expect(hits()).toBe(0)
    })
  }

  test('that answers anything but true lets nothing through', async () => {
    for (const answer of [undefined, 1, 'true', { taken: true }]) {
      const { bind, hits } = countingApp({ budgets: { take: () => answer } as unknown as BudgetStore })
      expect(await bind().ping()).toBe('budget')
      expect(hits()).toBe(0)
    }
  })
})
