/** A database that was not to be had for too long. */

/** What {@link SqlBusyError} knows. */
export interface SqlBusyErrorDetails {
  /**
   * `locked`: every attempt met a lock of another connection. `turn`: the client that the store was made with had no
   * connection for it: on SQLite there is one, and a transaction is open on it; on PostgreSQL all of the pool are in use.
   */
  readonly reason: 'locked' | 'turn'
  readonly database: 'sqlite' | 'postgres'
  readonly waitedMs: number
  /** The error of the last attempt, where there was one. */
  readonly cause?: unknown
}

/** Thrown when nothing was stored or read, because others had the database for longer than a store waits. */
export class SqlBusyError extends Error {
  override readonly name = 'SqlBusyError'
  readonly code = 'SQL_BUSY'
  readonly reason: SqlBusyErrorDetails['reason']
  readonly database: SqlBusyErrorDetails['database']
  /** How long the store has tried, in milliseconds. */
  readonly waitedMs: number

  constructor({ reason, database, waitedMs, cause }: SqlBusyErrorDetails) {
    const waited = `${Math.round(waitedMs)} ms`
    super(reason === 'turn' ? tellTurn(database, waited) : tellLocked(database, waited), { cause })
    this.reason = reason
    this.database = database
    this.waitedMs = waitedMs
  }
}

function tellTurn(database: SqlBusyErrorDetails['database'], waited: string): string {
  const [wait, known, client] =
    database === 'sqlite'
      ? [
          'for its turn on its SQLite client',
          'That client is one connection and has a transaction open',
          'sqlite://app.db',
        ]
      : ['for a connection of its PostgreSQL client', 'That client has no free connection left', 'postgres://…']
  return (
    `A store waited ${waited} ${wait}, and nothing was stored. ` +
    `${known}; a transaction of the app that waits for a store on its own client never ends. ` +
    `Give the stores a client of their own: \`const stores = new SQL('${client}')\`.`
  )
}

function tellLocked(database: SqlBusyErrorDetails['database'], waited: string): string {
  const fix =
    database === 'sqlite'
      ? 'End it sooner, call no store within it, and let readers and writers pass each other: ' +
        "`await sql.unsafe('PRAGMA journal_mode = WAL')`."
      : 'End it sooner, and call no store within it: `await sql.begin(async (transaction) => …)` first, then the agent.'
  return (
    `The database was locked by other connections for ${waited}, and nothing was stored. ` +
    `A transaction somewhere is open for long. ${fix}`
  )
}
