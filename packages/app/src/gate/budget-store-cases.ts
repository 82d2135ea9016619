/**
 * What every store of budgets must do, as cases that any test runner can loop over:
 * `for (const { name, run } of budgetStoreCases) test(name, () => run(createStore))`.
 */
import assert from 'node:assert/strict'
import type { BudgetStore } from './budget-store.js'

/** One thing that a store must do. */
export interface BudgetStoreCase {
  readonly name: string
  /**
   * Rejects with an AssertionError of `node:assert` when the store does not.
   * @param createStore makes an empty store, or one in which other budgets may be.
   */
  run(createStore: () => BudgetStore | Promise<BudgetStore>): Promise<void>
}

const START = Date.UTC(2030, 0, 31, 20)
const SECOND = 1_000
const MINUTE = 60 * SECOND

/** A budget of a name of its own, so that one database can serve all cases, and the clock that it is asked by. */
interface TestBudget {
  readonly take: (limit: number) => Promise<boolean>
  /** Takes as often as said, one call after the other. */
  readonly takeAll: (times: number, limit: number) => Promise<boolean[]>
  readonly pass: (ms: number) => void
}

function budgetOf(store: BudgetStore, name: string = crypto.randomUUID()): TestBudget {
  let now = START
  const take = async (limit: number): Promise<boolean> => store.take(name, limit, now)
  return {
    take,
    async takeAll(times, limit) {
      const taken: boolean[] = []
      for (let count = 0; count < times; count += 1) taken.push(await take(limit))
      return taken
    },
    pass: (ms) => void (now += ms),
  }
}

const countingCases: readonly BudgetStoreCase[] = [
  {
    name: 'lets its limit through in any minute, and no more',
    async run(createStore) {
      const { take, takeAll, pass } = budgetOf(await createStore())
      assert.deepEqual(await takeAll(4, 3), [true, true, true, false])
      pass(MINUTE - 1)
      assert.equal(await take(3), false)
      pass(1)
      assert.deepEqual(await takeAll(4, 3), [true, true, true, false])
    },
  },
  {
    name: 'moves with the calls: each comes back a minute after it was taken',
    async run(createStore) {
      const { take, takeAll, pass } = budgetOf(await createStore())
      assert.equal(await take(2), true)
      pass(30 * SECOND)
      assert.deepEqual(await takeAll(2, 2), [true, false])
      pass(30 * SECOND)
      assert.deepEqual(await takeAll(2, 2), [true, false])
    },
  },
  {
    name: 'does not count refused calls, so that it comes back to a model that keeps calling',
    async run(createStore) {
      const { take, pass } = budgetOf(await createStore())
      assert.equal(await take(1), true)
      for (let second = 1; second < 60; second += 1) {
        pass(SECOND)
        assert.equal(await take(1), false)
      }
      pass(SECOND)
      assert.equal(await take(1), true)
    },
  },
  {
    name: 'lets as many through as the limit says of calls that arrive at once',
    async run(createStore) {
      const { take } = budgetOf(await createStore())
      const taken = await Promise.all(Array.from({ length: 20 }, () => take(7)))
      assert.equal(taken.filter((isTaken) => isTaken).length, 7)
    },
  },
]

const boundaryCases: readonly BudgetStoreCase[] = [
  {
    name: 'lets nothing through with a limit of 0 or of what is no number, and everything with Infinity',
    async run(createStore) {
      const { take, takeAll } = budgetOf(await createStore())
      for (const limit of [0, -1, Number.NaN]) assert.equal(await take(limit), false)
      assert.deepEqual(new Set(await takeAll(100, Infinity)), new Set([true]))
    },
  },
  {
    name: 'counts what was taken under another limit',
    async run(createStore) {
      const { takeAll } = budgetOf(await createStore())
      assert.deepEqual(await takeAll(2, 5), [true, true])
      assert.deepEqual(await takeAll(1, 2), [false])
      assert.deepEqual(await takeAll(2, 3), [true, false])
    },
  },
  {
    name: 'keeps budgets of other names apart, whatever the names',
    async run(createStore) {
      const store = await createStore()
      const mark = crypto.randomUUID()
      const odd = ['', 'clerk', 'Clerk', "'; --", 'a\0b', 'a\0c', '\u{D800}', '\u{D801}', 'x'.repeat(10_000)]
      const names = odd.map((name) => `${mark}${name}`)
      for (const name of names) assert.deepEqual(await budgetOf(store, name).takeAll(2, 1), [true, false], name)
      for (const name of names) assert.equal(await budgetOf(store, name).take(1), false, name)
    },
  },
  {
    name: 'keeps nobody waiting for longer than a minute when the clock is set back',
    async run(createStore) {
      const { take, pass } = budgetOf(await createStore())
      assert.equal(await take(1), true)
      pass(-30 * SECOND)
      assert.equal(await take(1), false)
      pass(-60 * MINUTE)
      assert.equal(await take(1), true)
    },
  },
]

/** The contract of {@link BudgetStore}. */
export const budgetStoreCases: readonly BudgetStoreCase[] = [...countingCases, ...boundaryCases]
