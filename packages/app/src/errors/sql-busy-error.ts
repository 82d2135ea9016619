/** A database that others kept locked for as long as a store is patient. */

/** What {@link SqlBusyError} knows. */
export interface SqlBusyErrorDetails {
  readonly waitedMs: number
  /** The client's own error of the last attempt. */
  readonly cause: unknown
}

/** Thrown when nothing was stored, because every attempt met a lock or a conflict. */
export class SqlBusyError extends Error {
  override readonly name = 'SqlBusyError'
  readonly code = 'SQL_BUSY'
  /** How long the store has tried, in milliseconds. */
  readonly waitedMs: number

  constructor({ waitedMs, cause }: SqlBusyErrorDetails) {
    super(
      `The database was locked by other connections for ${Math.round(waitedMs)} ms, and nothing was stored. ` +
        'A transaction somewhere is open for long. End it sooner; on SQLite also let readers and writers pass each other: ' +
        '``await sql`PRAGMA journal_mode = WAL` ``.',
      { cause },
    )
    this.waitedMs = waitedMs
  }
}
