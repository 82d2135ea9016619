/** Trying again what failed only because others were at it. Knows no database. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** What is tried, and how it fails. */
export interface Attempt<T> {
  readonly run: () => Promise<T>
  readonly isConflict: (error: unknown) => boolean
  /** How long it is tried, in milliseconds. */
  readonly patienceMs: number
  /** The error that patience ends with. */
  readonly giveUp: (known: { readonly waitedMs: number; readonly cause: unknown }) => Error
  /** In milliseconds. */
  readonly now?: () => number
}

/**
 * The result of the first attempt that met no conflict. Between two attempts the process goes on with its other work,
 * which may be what holds the lock. Any other error is thrown as it is.
 */
export async function retryConflicts<T>(attempt: Attempt<T>): Promise<T> {
  const { run, isConflict, patienceMs, giveUp, now = () => performance.now() } = attempt
  const since = now()
  for (;;) {
    try {
      return await run()
    } catch (cause) {
      if (!isConflict(cause)) throw cause
      const waitedMs = now() - since
      if (waitedMs >= patienceMs) throw giveUp({ waitedMs, cause })
      await nextTurn()
    }
  }
}
