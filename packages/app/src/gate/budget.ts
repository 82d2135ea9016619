/**
 * The first gate: how many calls an agent may make in a minute, so that a model looping on a failing tool is stopped.
 */
import type { ToolCall } from './call-tool.js'
import type { Denial } from './denial.js'

/** The calls that one bound agent may still make. */
export interface Budget {
  readonly limit: number
  /** Takes one call; false when none is left in the last minute. */
  take(): boolean
}

const MINUTE_MS = 60_000

/** A budget of `limit` calls in any 60 seconds. `now` gives milliseconds. */
export function createBudget(limit: number, now: () => number = () => performance.now()): Budget {
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
