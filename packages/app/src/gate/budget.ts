/**
 * The first gate: how many calls an agent may make in a minute, so that a model looping on a failing tool is stopped.
 * Knows nothing of where calls are counted when several runs count together.
 */
import { AppSetupError } from '../errors/app-setup-error.js'
import { nameOf } from '../name-of.js'
import { readClock } from '../read-clock.js'
import type { ToolCall } from './call-tool.js'
import type { Denial } from './denial.js'

/** The calls that an agent may still make. */
export interface Budget {
  readonly limit: number
  /** Takes one call; false when none is left in the last minute. A promise only where the budget is shared. */
  take(): boolean | Promise<boolean>
}

/** A budget that is counted here and now. */
export interface OwnBudget extends Budget {
  take(): boolean
}

const MINUTE_MS = 60_000

/**
 * A budget of `limit` calls in any 60 seconds. `now` gives milliseconds.
 * @throws AppSetupError when the limit is no number, or below 0. Its `take()` throws one when the clock says no time.
 */
export function createBudget(limit: number, now: () => number = () => performance.now()): OwnBudget {
  if (!(typeof limit === 'number' && limit >= 0)) {
    const given = typeof limit === 'number' ? String(limit) : nameOf(limit)
    throw new AppSetupError(
      `A budget takes a number of tool calls a minute, 0 or more, and was given ${given}, which limits nothing. ` +
        'Write `limits: { toolCallsPerMinute: 60 }`.',
    )
  }
  if (typeof now !== 'function') {
    throw new AppSetupError(`The clock of a budget is ${nameOf(now)}. Write \`createBudget(60, () => Date.now())\`.`)
  }
  const taken: number[] = []
  return { limit, take: () => takeCall(taken, limit, readClock(now)) }
}

/** Takes one call, `taken` being when the earlier ones were, the first of them first. False when none is left. */
export function takeCall(taken: number[], limit: number, now: number): boolean {
  while (taken[0] !== undefined && !counts(taken[0], now)) taken.shift()
  if (!(taken.length < limit)) return false
  taken.push(now)
  return true
}

/** Whether a call is of the last minute. A clock that was set back does not make one count for ever. */
export function counts(takenAt: number, now: number): boolean {
  return Math.abs(now - takenAt) < MINUTE_MS
}

/** Refuses a call that is over the agent's budget: at once, or where the budget is shared when its store has answered. */
export function checkBudget({ agent, budget }: ToolCall): Denial | undefined | Promise<Denial | undefined> {
  const taken = budget.take()
  if (taken === true) return undefined
  const message = `Agent "${agent}" made ${budget.limit} tool calls in a minute, which is its limit. Stop calling tools and answer.`
  const denial: Denial = { reason: 'budget', message }
  // Nothing but a plain true lets a call through, whatever a store answers.
  return taken instanceof Promise ? taken.then((isTaken) => (isTaken === true ? undefined : denial)) : denial
}
