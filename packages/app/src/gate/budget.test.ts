import { describe, expect, test } from 'bun:test'
import { AppSetupError, createApp, createBudget, routeTool } from '../index.js'
import { call } from '../test-call.js'

/** A clock that a test moves by hand, in milliseconds. */
function clock(): { now: () => number; pass: (ms: number) => void } {
  let at = 1_000_000
  return { now: () => at, pass: (ms) => void (at += ms) }
}

function countingApp() {
  let hits = 0
  const app = createApp().get('/ping', routeTool('ping', { description: 'Answers pong.' }), (c) => c.json((hits += 1)))
  return { app, hits: () => hits }
}

describe('a budget', () => {
  test('lets its limit through in any minute, and no more', () => {
    const { now, pass } = clock()
    const budget = createBudget(3, now)
    expect([budget.take(), budget.take(), budget.take(), budget.take()]).toEqual([true, true, true, false])
    pass(59_999)
    expect(budget.take()).toBe(false)
    pass(1)
    expect([budget.take(), budget.take(), budget.take(), budget.take()]).toEqual([true, true, true, false])
  })

  test('moves with the calls: each comes back a minute after it was taken', () => {
    const { now, pass } = clock()
    const budget = createBudget(2, now)
    expect(budget.take()).toBe(true)
    pass(30_000)
    expect([budget.take(), budget.take()]).toEqual([true, false])
    pass(30_000)
    expect([budget.take(), budget.take()]).toEqual([true, false])
  })

  test('does not count refused calls, so that it comes back to a model that keeps calling', () => {
    const { now, pass } = clock()
    const budget = createBudget(1, now)
    budget.take()
    for (let second = 1; second < 60; second += 1) {
      pass(1000)
      expect(budget.take()).toBe(false)
    }
    pass(1000)
    expect(budget.take()).toBe(true)
  })

  test('of 0 lets nothing through, of Infinity everything', () => {
    expect(createBudget(0).take()).toBe(false)
    const endless = createBudget(Infinity)
    expect(Array.from({ length: 1000 }, () => endless.take())).not.toContain(false)
  })

  test('is not gone for ever when the clock is set back', () => {
    const { now, pass } = clock()
    const budget = createBudget(1, now)
    expect(budget.take()).toBe(true)
    pass(-59_999)
    expect(budget.take()).toBe(false)
    pass(-1)
    expect(budget.take()).toBe(true)
  })

  test('that would limit nothing by mistake is refused', () => {
    for (const limit of [Number.NaN, -1, undefined as never]) expect(() => createBudget(limit)).toThrow(AppSetupError)
  })
})

describe('a call over the budget', () => {
  test('is denied, naming the agent and the limit, and nothing runs', async () => {
    const { app, hits } = countingApp()
    const budget = createBudget(2, clock().now)
    for (const count of [1, 2]) expect((await call(app, 'ping', { budget })).output).toBe(count)
    const outcome = await call(app, 'ping', { budget })
    expect(outcome).toEqual({
      denied: 'budget',
      method: 'GET',
      output: { denied: 'budget', message: expect.stringContaining('Agent "triager" made 2 tool calls in a minute') },
    })
    expect(hits()).toBe(2)
  })

  test('leaves the budget of another agent alone', async () => {
    const { app, hits } = countingApp()
    const [mine, theirs] = [createBudget(1, clock().now), createBudget(1, clock().now)]
    await call(app, 'ping', { budget: mine })
    expect((await call(app, 'ping', { budget: mine })).denied).toBe('budget')
    expect((await call(app, 'ping', { budget: theirs })).output).toBe(2)
    expect(hits()).toBe(2)
  })

  test('counts calls that failed or were refused later, so that a model looping on one is stopped', async () => {
    const { app, hits } = countingApp()
    const budget = createBudget(2, clock().now)
    await call(app, 'ping', { budget, scopes: [] })
    await call(app, 'ping', { budget, input: { unknown: 1 } }).catch(() => undefined)
    expect((await call(app, 'ping', { budget })).denied).toBe('budget')
    expect(hits()).toBe(0)
  })
})
