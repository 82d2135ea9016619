/**
 * A database as a store uses it: migrated before the first statement, written in transactions that wait their turn.
 * Knows no store's tables.
 */
import type { SQL } from 'bun'
import { dialectOf, type Dialect } from './dialect.js'
import { retryConflicts } from './retry-conflicts.js'

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
   * nothing was kept.
   */
  readonly write: <T>(statements: (transaction: SQL) => Promise<T>) => Promise<T>
  /** Makes the tables, unless they are there. Every other method does so first. */
  readonly migrate: () => Promise<void>
}

/**
 * The database behind a client, with the tables that `migrations` make.
 * @throws SqlClientError for anything but a client of Bun for SQLite or PostgreSQL.
 */
export function createSqlDatabase(sql: SQL, migrations: readonly Migration[]): SqlDatabase {
  const dialect = dialectOf(sql)
  const { isConflict } = dialect
  let migrated: Promise<void> | undefined

  function migrate(): Promise<void> {
    migrated ??= retryConflicts({ run: () => applyMissing({ sql, dialect, migrations }), isConflict }).catch(
      (error) => {
        // The next call tries again: the database may have been away.
        migrated = undefined
        throw error
      },
    )
    return migrated
  }

  return {
    migrate,
    async read(statement) {
      await migrate()
      return retryConflicts({ run: () => statement(sql), isConflict })
    },
    async write(statements) {
      await migrate()
      return retryConflicts({ run: () => transact({ sql, dialect }, statements), isConflict })
    },
  }
}

interface Connected {
  readonly sql: SQL
  readonly dialect: Dialect
}

/**
 * A transaction of its own, also on SQLite, where a bare statement would be part of whatever transaction the app has
 * open on the client, and be undone with it.
 */
async function transact<T>({ sql, dialect }: Connected, statements: (transaction: SQL) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined
  await sql.begin(dialect.begin, async (transaction) => {
    result = { value: await statements(transaction) }
  })
  // `begin` resolves only after the callback has.
  return (result as unknown as { readonly value: T }).value
}

/** Applies what is missing. Where nothing is, the client needs no right to create tables, nor to write. */
async function applyMissing({
  sql,
  dialect,
  migrations,
}: Connected & { readonly migrations: readonly Migration[] }): Promise<void> {
  await dialect.prepare(sql)
  if ((await dialect.isMigrated(sql)) && (await missing(sql, migrations)).length === 0) return
  await transact({ sql, dialect }, async (transaction) => {
    await dialect.lockMigrations(transaction)
    if (!(await dialect.isMigrated(transaction))) {
      await transaction`CREATE TABLE understudy_migrations (name TEXT PRIMARY KEY)`
    }
    for (const { name, apply } of await missing(transaction, migrations)) {
      await apply(transaction)
      await transaction`INSERT INTO understudy_migrations (name) VALUES (${name})`
    }
  })
}

async function missing(sql: SQL, migrations: readonly Migration[]): Promise<Migration[]> {
  const rows = (await sql`SELECT name FROM understudy_migrations`.values()) as [string][]
  const applied = new Set(rows.map(([name]) => name))
  return migrations.filter(({ name }) => !applied.has(name))
}
