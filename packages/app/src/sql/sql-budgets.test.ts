import { SQL } from 'bun'
import { expect, test } from 'bun:test'
import { sqlBudgets, type SqlBudgets } from './index.js'

/** A budget store on an empty database, and the clock that it goes by. */
function createBudgets(): {
  budgets: SqlBudgets
  take: (limit: number) => Promise<boolean>
  pass: (ms: number) => void
} {
  let at = 1_893_456_000_000
  const budgets = sqlBudgets(new SQL(':memory:'), { now: () => at })
  return { budgets, take: (limit) => budgets.take('clerk', limit), pass: (ms) => void (at += ms) }
}

async function takeAll(count: number, take: () => Promise<boolean>): Promise<boolean[]> {
  const taken: boolean[] = []
  for (let index = 0; index < count; index += 1) taken.push(await take())
  return taken
}

test('a budget lets its limit through in any minute, and no more', async () => {
  const { take, pass } = createBudgets()
  expect(await takeAll(4, () => take(3))).toEqual([true, true, true, false])
  pass(59_999)
  expect(await take(3)).toBe(false)
  pass(1)
  expect(await takeAll(4, () => take(3))).toEqual([true, true, true, false])
})

test('a refused call is not counted, and each that was taken comes back a minute later', async () => {
  const { take, pass } = createBudgets()
  expect(await take(2)).toBe(true)
  pass(30_000)
  expect(await takeAll(20, () => take(2))).toEqual([true, ...Array.from({ length: 19 }, () => false)])
  pass(30_000)
  expect(await takeAll(2, () => take(2))).toEqual([true, false])
})

test('of calls at once, as many are let through as the limit says', async () => {
  const { take } = createBudgets()
  const taken = await Promise.all(Array.from({ length: 20 }, () => take(7)))
  expect(taken.filter(Boolean)).toHaveLength(7)
})

test('a limit of 0, or of what is no number, lets nothing through, and Infinity everything', async () => {
  const { take } = createBudgets()
  for (const limit of [0, -1, Number.NaN, undefined as never]) expect(await take(limit)).toBe(false)
  expect(await takeAll(100, () => take(Infinity))).not.toContain(false)
})

test('budgets of other names are apart, whatever the names', async () => {
  const { budgets } = createBudgets()
  const names = ['', 'clerk', 'Clerk', '__proto__', "'; --", 'a\0b', 'a\0c', '\ud800', '\ud801', 'x'.repeat(10_000)]
  for (const name of names) expect(await takeAll(2, () => budgets.take(name, 1))).toEqual([true, false])
})

test('a clock that is set back keeps nobody waiting for longer than the step and a minute', async () => {
  const { take, pass } = createBudgets()
  expect(await take(1)).toBe(true)
  pass(-30_000)
  expect(await take(1)).toBe(false)
  pass(-3_600_000)
  expect(await take(1)).toBe(true)
})
