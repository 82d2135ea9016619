/**
 * The budget of an agent in an app: one of its own, or one that all its runs share through the app's store.
 */
import type { InProcessApp } from '../app-state.js'
import { BudgetStoreError } from '../errors/budget-store-error.js'
import type { Principal } from '../principal.js'
import { createBudget, type Budget } from './budget.js'

/** Whose tool calls are counted together where an app has a store of budgets: those of one agent for one principal. */
export interface BudgetOwner {
  readonly agent: string
  readonly principal: Principal | null
}

const DEFAULT_TOOL_CALLS_PER_MINUTE = 60

/**
 * The budget of an agent that is bound to a principal. Without an app there are no app tools to call, and any will do.
 * Its `take()` rejects with BudgetStoreError when the app's store fails: the call is not made.
 */
export function createAgentBudget(app: InProcessApp | undefined, { agent, principal }: BudgetOwner): Budget {
  const { limits, now } = app?.options ?? {}
  // A clock of the app's own is asked by way of the app, which checks what it says.
  const limit = limits?.toolCallsPerMinute ?? DEFAULT_TOOL_CALLS_PER_MINUTE
  const store = limits?.budgets
  if (app === undefined || store === undefined) return createBudget(limit, now && app?.now)
  const name = JSON.stringify([agent, principal && [principal.kind, principal.id]])
  return {
    limit,
    async take() {
      const at = app.now()
      try {
        return await store.take(name, limit, at)
      } catch (cause) {
        throw new BudgetStoreError(agent, cause)
      }
    },
  }
}
