/** What all attempts of one run have in common, and what one of them is about. */
import type { ModelSource } from '@understudy/agents'
import type { EvalCase } from '../cases/eval-case.js'
import type { Clock } from '../clock.js'
import type { Eval } from '../definition/define-eval.js'
import type { EvalReporter } from '../disk/eval-reporter.js'
import type { AttemptKey, Fingerprint } from '../disk/rows.js'
import type { StoredAnswer } from '../disk/stored-answer.js'
import { priceOf, serverToolCallsOf, usageOf, type SpendEntry } from '../cost/spend.js'
import type { MeteredCall } from './meter.js'

/** What all attempts of a run have in common. */
export interface AttemptContext {
  readonly evaluation: Eval
  readonly clock: Clock
  /** From 0 to 1, for jitter. */
  readonly random: () => number
  /** Ids that are used once, for the ledger. */
  readonly newId: () => string
  readonly reporter: EvalReporter
  /** Ends the run at once. */
  readonly signal: AbortSignal
  /** Hears of each teardown that failed. */
  readonly teardownFailed?: (failure: AttemptKey & { readonly error: unknown }) => void
}

/** One attempt that is to be made. */
export interface PlannedAttempt {
  readonly promptId: string
  readonly rep: number
  readonly kase: EvalCase
  readonly fingerprint: Fingerprint
  /** Of what the answer depends on in the case. */
  readonly question: string
  /** There is no need to ask: this was answered. */
  readonly stored: StoredAnswer | undefined
}

/** What one call cost. */
export function costOf(
  { provider, configuredId, servedId, result }: MeteredCall,
  prices: ModelSource,
): Pick<SpendEntry, 'provider' | 'model' | 'usage' | 'server_tool_calls' | 'cost_usd'> {
  const usage = usageOf(result)
  const serverToolCalls = serverToolCallsOf(result)
  const cost = priceOf(usage, serverToolCalls, prices.pricingOf?.(provider))
  return { provider, model: servedId ?? configuredId, usage, server_tool_calls: serverToolCalls, cost_usd: cost }
}
