import { describe, expect, test } from 'bun:test'
import { budgetStoreCases, memoryBudgets } from '../index.js'

describe('memoryBudgets()', () => {
  for (const { name, run } of budgetStoreCases) test(name, () => run(memoryBudgets))

  test('a name that every object has is a name like others', async () => {
    const budgets = memoryBudgets()
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect([await budgets.take(name, 1, 0), await budgets.take(name, 1, 0)]).toEqual([true, false])
    }
  })
})
