/** One attempt: tried, and tried again while it may help. Every failure leaves its row. */
import { pause } from '../clock.js'
import type { ErrorRow, ResultRow } from '../disk/rows.js'
import { AttemptFailedError, describeError } from '../errors/attempt-failed-error.js'
import type { AttemptContext, PlannedAttempt } from './attempt-context.js'
import { adviceOf, delayBefore } from './retry-delay.js'
import { runTry, type Try } from './run-try.js'

/** How an attempt ended: with a row, without one, or because the run was ended. */
export type AttemptOutcome =
  | { readonly kind: 'scored'; readonly row: ResultRow }
  | { readonly kind: 'failed'; readonly row: ErrorRow }
  | { readonly kind: 'interrupted' }

/** Makes an attempt. Throws only what its reporter throws. */
export async function performAttempt(context: AttemptContext, planned: PlannedAttempt): Promise<AttemptOutcome> {
  const { reporter, signal } = context
  let stored = planned.stored
  for (let retries = 0; ; retries += 1) {
    const attempt: Try = { planned, retries, stored, paid: { model: null, usage: null, latency: 0 } }
    const result = await settle(context, attempt)
    if (result === undefined) return { kind: 'interrupted' }
    if (!(result instanceof AttemptFailedError)) {
      await reporter.scored(result)
      return { kind: 'scored', row: result }
    }
    const row = errorRow(attempt, result)
    await reporter.failed(row)
    stored = attempt.stored
    const delay = delayAfter(context, result, retries)
    if (delay === undefined) return { kind: 'failed', row }
    try {
      await pause(context.clock, delay, signal)
    } catch {
      return { kind: 'interrupted' }
    }
  }
}

/** The row, the failure, or nothing where the run was ended. */
async function settle(context: AttemptContext, attempt: Try): Promise<ResultRow | AttemptFailedError | undefined> {
  try {
    return await runTry(context, attempt)
  } catch (error) {
    if (context.signal.aborted) return undefined
    if (error instanceof AttemptFailedError) return error
    throw error
  }
}

/** How long to wait before the next try; undefined where there is none. */
function delayAfter(
  { evaluation, clock, random }: AttemptContext,
  { cause }: AttemptFailedError,
  retries: number,
): number | undefined {
  const advice = adviceOf(cause, clock.now())
  if (!advice.retryable || retries >= evaluation.retries) return undefined
  const delay = delayBefore(retries, advice, random)
  return delay > evaluation.timeoutMs ? undefined : delay
}

function errorRow({ planned, retries, paid, problem }: Try, { failureClass, cause }: AttemptFailedError): ErrorRow {
  return {
    prompt_id: planned.promptId,
    rep: planned.rep,
    failure_class: failureClass,
    error: describeError(cause) + (problem === undefined ? '' : `\nTeardown failed, too: ${describeError(problem)}`),
    retries,
    model: paid.model,
    usage: paid.usage,
    latency_s: paid.latency,
  }
}
