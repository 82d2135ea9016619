/** What differs between SQLite and PostgreSQL beneath the same statements. Knows no table but the list of migrations. */
import type { SQL } from 'bun'
import { SqlClientError } from '../errors/sql-client-error.js'

/** One of the databases that the stores run on. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Whether a client has several connections, each of which is one user's at a time. */
  readonly hasPool: boolean
  /** How a transaction begins that writes. */
  readonly begin: string
  /** Settings of the connection that a store relies on. */
  prepare(sql: SQL): Promise<void>
  /** Whether any migration has been applied. Needs no right to create tables. */
  isMigrated(sql: SQL): Promise<boolean>
  /** Keeps other processes from migrating until the transaction ends. */
  lockMigrations(transaction: SQL): Promise<void>
  /** Whether a transaction failed, and left nothing, only because of others that ran at the same time. */
  readonly isConflict: (error: unknown) => boolean
}

/**
 * The dialect of a client.
 * @throws SqlClientError for anything but a client of Bun for SQLite or PostgreSQL.
 */
export function dialectOf(sql: SQL): Dialect {
  // From JavaScript, anything can be here.
  const given: unknown = sql
  if (typeof given !== 'function' || !('begin' in given) || !('options' in given)) {
    throw new SqlClientError({ reason: 'client', given: given === null ? 'null' : `a value of type ${typeof given}` })
  }
  const adapter: string = sql.options.adapter ?? 'postgres'
  if (adapter === 'sqlite') return sqlite
  if (adapter === 'postgres') return postgres
  throw new SqlClientError({ reason: 'adapter', given: adapter })
}

const sqlite: Dialect = {
  name: 'sqlite',
  hasPool: false,
  // The lock is taken at once: a transaction that has read first cannot wait for it.
  begin: 'IMMEDIATE',
  async prepare(sql) {
    const [row] = (await sql`PRAGMA busy_timeout`.values()) as [unknown][]
    // Without a setting of the app's own: 50 milliseconds, in which the process stands still. The store waits longer
    // by asking again, so that the process goes on in between.
    if (Number(row?.[0]) === 0) await sql`PRAGMA busy_timeout = 50`
  },
  async isMigrated(sql) {
    const rows =
      await sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'understudy_migrations'`.values()
    return rows.length > 0
  },
  // An immediate transaction has the database's only write lock already.
  async lockMigrations() {},
  isConflict: (error) => codeOf(error, 'code').startsWith('SQLITE_BUSY'),
}

/** SQLSTATE: a serialization failure, a deadlock. */
const CONFLICTS = new Set(['40001', '40P01'])

const postgres: Dialect = {
  name: 'postgres',
  hasPool: true,
  // Whatever the database's default is: an update waits for the row, and then sees what the other one wrote.
  begin: 'ISOLATION LEVEL READ COMMITTED',
  async prepare() {},
  async isMigrated(sql) {
    // The catalog as a table: what looks names up (`to_regclass`) may answer from before the lock was waited for.
    const rows = await sql`
      SELECT tablename FROM pg_catalog.pg_tables
      WHERE tablename = 'understudy_migrations' AND schemaname = ANY (current_schemas(false))
    `.values()
    return rows.length > 0
  },
  async lockMigrations(transaction) {
    // A number that is nobody else's lock: the letters "understu" as eight bytes.
    await transaction`SELECT pg_advisory_xact_lock(8461811136750384245)`
  },
  isConflict: (error) => CONFLICTS.has(codeOf(error, 'errno')),
}

function codeOf(error: unknown, key: 'code' | 'errno'): string {
  if (!(error instanceof Error) || !(key in error)) return ''
  return String((error as Error & Record<typeof key, unknown>)[key])
}
