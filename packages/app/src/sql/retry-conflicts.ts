/** Trying again what failed only because others were at it. Knows no database. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SqlBusyError } from '../errors/sql-busy-error.js'

/** How long a store is patient, in milliseconds. */
const PATIENCE_MS = 5000

/** What is tried, and how it fails. */
export interface Attempt<T> {
  readonly run: () => Promise<T>
  readonly isConflict: (error: unknown) => boolean
  /** In milliseconds. */
  readonly now?: () => number
}

/**
 * The result of the first attempt that met no conflict. Between two attempts the process goes on with its other work,
 * which may be what holds the lock.
 * @throws SqlBusyError after five seconds of conflicts; any other error as it is.
 */
export async function retryConflicts<T>({ run, isConflict, now = () => performance.now() }: Attempt<T>): Promise<T> {
  const since = now()
  for (;;) {
    try {
      return await run()
    } catch (cause) {
      if (!isConflict(cause)) throw cause
      const waitedMs = now() - since
      if (waitedMs >= PATIENCE_MS) throw new SqlBusyError({ waitedMs, cause })
      await nextTurn()
    }
  }
}
