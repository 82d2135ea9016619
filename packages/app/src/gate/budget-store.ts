/**
 * The contract of a store of budgets: tool calls counted where several runs, also of several processes, count together.
 * Knows no agent, no tool and no clock; budget-store-cases.ts holds every store to it.
 */

/** Where tool calls are counted. Several processes may share one, so each call is taken in one atomic step. */
export interface BudgetStore {
  /**
   * Takes one call from the budget of this name. False when `limit` calls were taken in the 60 seconds before `now`; a call
   * that is refused is not counted. A limit of 0, or of what is no number, lets nothing through, Infinity everything.
   *
   * A store never asks a clock: `now` is the time in milliseconds since the epoch. A clock that was set back keeps nobody
   * waiting for ever: what was taken a minute or more after `now` does not count either.
   */
  take(name: string, limit: number, now: number): boolean | Promise<boolean>
}
