/**
 * The first gate: how many calls an agent may make in a minute, so that a model looping on a failing tool is stopped.
 */
import { AppSetupError } from '../errors/app-setup-error.js'
import type { ToolCall } from './call-tool.js'
import type { Denial } from './denial.js'

/** The calls that one bound agent may still make. */
export interface Budget {
  readonly limit: number
  /** Takes one call; false when none is left in the last minute. */
  take(): boolean
}

const MINUTE_MS = 60_000

/**
 * A budget of `limit` calls in any 60 seconds. `now` gives milliseconds.
 * @throws AppSetupError when the limit is no number, or below 0.
 */
export function createBudget(limit: number, now: () => number = () => performance.now()): Budget {
  if (!(limit >= 0)) {
    throw new AppSetupError(
      `A budget of ${limit} tool calls a minute limits nothing. Write \`limits: { toolCallsPerMinute: 60 }\`.`,
    )
  }
  const taken: number[] = []
  return {
    limit,
    take() {
      const since = now() - MINUTE_MS
      while (taken[0] !== undefined && taken[0] <= since) taken.shift()
      if (taken.length >= limit) return false
      taken.push(now())
      return true
    },
  }
}

/** Refuses a call that is over the agent's budget. */
export function checkBudget({ agent, budget }: ToolCall): Denial | undefined {
  if (budget.take()) return undefined
  const message = `Agent "${agent}" made ${budget.limit} tool calls in a minute, which is its limit. Stop calling tools and answer.`
  return { reason: 'budget', message }
}
