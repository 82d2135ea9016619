/** Budgets in memory, shared by the runs of one process: for tests, and for an app that is one process. */
import { counts, takeCall } from './budget.js'
import type { BudgetStore } from './budget-store.js'

/** A store that counts tool calls in memory. */
export function memoryBudgets(): BudgetStore {
  /** When each name's calls were taken. The name whose last call is the oldest comes first. */
  const byName = new Map<string, number[]>()
  return {
    take(name, limit, now) {
      for (const [idle, taken] of byName) {
        if (counts(taken.at(-1) ?? now, now)) break
        byName.delete(idle)
      }
      const taken = byName.get(name) ?? []
      if (!takeCall(taken, limit, now)) return false
      byName.delete(name)
      byName.set(name, taken)
      return true
    },
  }
}
