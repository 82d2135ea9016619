import { SQL } from 'bun'
import { describe, expect, test } from 'bun:test'
import { budgetStoreCases } from '../index.js'
import { sqlBudgets } from './index.js'

describe('sqlBudgets()', () => {
  for (const { name, run } of budgetStoreCases) test(name, () => run(() => sqlBudgets(new SQL(':memory:'))))

  test('stores keep count together on one client, and again when the process has been started anew', async () => {
    const sql = new SQL(':memory:')
    expect(await sqlBudgets(sql).take('clerk', 1, 0)).toBe(true)
    expect(await sqlBudgets(sql).take('clerk', 1, 59_999)).toBe(false)
    expect(await sqlBudgets(sql).take('clerk', 1, 60_000)).toBe(true)
  })

  test('a call with nothing to count sends no statement', async () => {
    const closed = new SQL(':memory:')
    await closed.close()
    const budgets = sqlBudgets(closed)
    expect([await budgets.take('clerk', 0, 0), await budgets.take('clerk', Infinity, 0)]).toEqual([false, true])
  })
})
