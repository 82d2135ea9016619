/** Whether a failure may pass, and how long to wait before trying again. Knows the SDK's errors of providers. */
import { APICallError, RetryError } from 'ai'

/** When and whether to try again. */
export interface RetryAdvice {
  readonly retryable: boolean
  /** What the provider asked for, in milliseconds. */
  readonly retryAfterMs?: number
}

const FIRST_MS = 1_000
const LONGEST_MS = 30_000

/** What a provider's failure says about another try. `now` is the time of day, for a date in the header. */
export function adviceOf(error: unknown, now: number): RetryAdvice {
  const failure = providerFailureIn(error)
  const retryable = failure?.isRetryable ?? isRetryable(error)
  const retryAfterMs = retryAfterOf(failure?.responseHeaders ?? {}, now)
  return { retryable, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/**
 * How long to wait before the next try, after so many: what the provider asked for and up to a second, so that those who
 * were told the same do not come back together; else anything up to a bound that doubles.
 */
export function delayBefore(tries: number, { retryAfterMs }: RetryAdvice, random: () => number): number {
  if (retryAfterMs !== undefined) return retryAfterMs + random() * FIRST_MS
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** tries)
}

/** The provider's own failure, behind what wrapped it. */
function providerFailureIn(error: unknown): APICallError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; depth += 1) {
    if (APICallError.isInstance(at)) return at
    at = RetryError.isInstance(at) ? at.lastError : at.cause
  }
  return undefined
}

/** The SDK's gateway has errors of its own, which say as much. */
function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'isRetryable' in error && error.isRetryable === true
}

function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const exact = headers['retry-after-ms']
  const given = headers['retry-after']
  const wait = exact === undefined ? fromSeconds(given, now) : Number(exact)
  return wait !== undefined && Number.isFinite(wait) && wait >= 0 ? wait : undefined
}

/** Seconds, or a date. */
function fromSeconds(given: string | undefined, now: number): number | undefined {
  if (given === undefined || given.trim() === '') return undefined
  const seconds = Number(given)
  return Number.isNaN(seconds) ? Math.max(0, Date.parse(given) - now) : seconds * 1_000
}
