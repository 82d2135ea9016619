/**
 * A database as a store uses it: migrated before the first statement, written in transactions that wait their turn.
 * Knows no store's tables.
 */
import type { SQL } from 'bun'
import { SqlBusyError } from '../errors/sql-busy-error.js'
import { SqlMigrationError } from '../errors/sql-migration-error.js'
import { dialectOf, type Dialect } from './dialect.js'
import { retryConflicts } from './retry-conflicts.js'
import { patienceOf, type SqlStoreOptions } from './store-options.js'
import { waitForTurn } from './turns.js'

/** One step in the life of a store's tables. Applied once in each database, in the order of the list. */
export interface Migration {
  /** Unique among all stores. Never changed once released. */
  readonly name: string
  /** Statements that both SQLite and PostgreSQL understand. All of them are applied, or none. */
  readonly apply: (transaction: SQL) => Promise<void>
}

/** A database with a store's tables in it. */
export interface SqlDatabase {
  /** Runs one statement that changes nothing. One statement alone sees no other's half. */
  readonly read: <T>(statement: (sql: SQL) => Promise<T>) => Promise<T>
  /**
   * Runs statements that are kept together or not at all. May be called again after a conflict with others, of which
   * nothing was kept. A refusal is better answered than thrown: what is thrown rolls back, and on SQLite that takes along
   * whatever the app wrote on the same client meanwhile.
   */
  readonly write: <T>(statements: (transaction: SQL) => Promise<T>) => Promise<T>
  /** Makes the tables, unless they are there. Every other method does so first. */
  readonly migrate: () => Promise<void>
}

/**
 * The database behind a client, with the tables that `migrations` make. Its methods reject with an SqlBusyError when the
 * database or the client was not to be had, and with an SqlMigrationError when the tables could not be made.
 * @throws SqlClientError for anything but a client of Bun for SQLite or PostgreSQL.
 * @throws AppSetupError for options that mean nothing.
 */
export function createSqlDatabase(
  sql: SQL,
  migrations: readonly Migration[],
  options: SqlStoreOptions = {},
): SqlDatabase {
  const connected: Connected = { sql, dialect: dialectOf(sql), patienceMs: patienceOf(options) }
  let migrated: Promise<void> | undefined

  function migrate(): Promise<void> {
    migrated ??= retry(connected, () => applyMissing(connected, migrations)).catch((error) => {
      // The next call tries again: the database may have been away.
      migrated = undefined
      throw error
    })
    return migrated
  }

  return {
    migrate,
    async read(statement) {
      await migrate()
      return retry(connected, () => read(connected, statement))
    },
    async write(statements) {
      await migrate()
      return retry(connected, () => transact(connected, statements))
    },
  }
}

interface Connected {
  readonly sql: SQL
  readonly dialect: Dialect
  readonly patienceMs: number
}

function retry<T>({ dialect, patienceMs }: Connected, run: () => Promise<T>): Promise<T> {
  const { isConflict, name: database } = dialect
  return retryConflicts({
    run,
    isConflict,
    patienceMs,
    giveUp: (known) => new SqlBusyError({ reason: 'locked', database, ...known }),
  })
}

/** Runs one statement on a connection that is waited for like a transaction, where the client has a pool of them. */
async function read<T>(connected: Connected, statement: (sql: SQL) => Promise<T>): Promise<T> {
  const { sql, dialect, patienceMs } = connected
  // A statement waits for no transaction of its client: it becomes part of it.
  if (!dialect.hasPool) return statement(sql)
  return waitForTurn(sql, { patienceMs, database: dialect.name }, async (turn) => {
    const connection = await sql.reserve()
    try {
      // Given up, there is nobody who would read an answer.
      return turn.come() ? await statement(connection) : (undefined as T)
    } finally {
      // The pool has it back at once.
      void connection.release()
    }
  })
}

/**
 * A transaction of its own, also on SQLite, where a bare statement would be part of whatever transaction the app has
 * open on the client, and be undone with it.
 */
async function transact<T>(connected: Connected, statements: (transaction: SQL) => Promise<T>): Promise<T> {
  const { sql, dialect, patienceMs } = connected
  let result: { readonly value: T } | undefined
  await waitForTurn(sql, { patienceMs, database: dialect.name }, (turn) =>
    sql.begin(dialect.begin, async (transaction) => {
      // A turn that comes too late ends with a commit of nothing: to roll back could undo a statement of the app.
      if (turn.come()) result = { value: await statements(transaction) }
    }),
  )
  // `begin` resolves only after the callback has, and a turn that was given up has rejected.
  return (result as unknown as { readonly value: T }).value
}

/** Applies what is missing. Where nothing is, the client needs no right to create tables, nor to write. */
async function applyMissing(connected: Connected, migrations: readonly Migration[]): Promise<void> {
  const { dialect } = connected
  const missing = await read(connected, async (sql) => {
    await dialect.prepare(sql)
    return (await dialect.isMigrated(sql)) ? missingOf(sql, migrations) : [...migrations]
  })
  if (missing.length === 0) return
  try {
    await transact(connected, (transaction) => apply(transaction, dialect, migrations))
  } catch (cause) {
    if (dialect.isConflict(cause) || cause instanceof SqlBusyError) throw cause
    throw new SqlMigrationError({ missing: missing.map(({ name }) => name), cause })
  }
}

async function apply(transaction: SQL, dialect: Dialect, migrations: readonly Migration[]): Promise<void> {
  await dialect.lockMigrations(transaction)
  if (!(await dialect.isMigrated(transaction))) {
    await transaction`CREATE TABLE understudy_migrations (name TEXT PRIMARY KEY)`
  }
  for (const { name, apply } of await missingOf(transaction, migrations)) {
    await apply(transaction)
    await transaction`INSERT INTO understudy_migrations (name) VALUES (${name})`
  }
}

async function missingOf(sql: SQL, migrations: readonly Migration[]): Promise<Migration[]> {
  const rows = (await sql`SELECT name FROM understudy_migrations`.values()) as [string][]
  const applied = new Set(rows.map(([name]) => name))
  return migrations.filter(({ name }) => !applied.has(name))
}
