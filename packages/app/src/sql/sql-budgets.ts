/** Budgets of tool calls that several processes share, counted in SQLite or PostgreSQL. Knows no agent and no tool. */
import type { SQL } from 'bun'
import { createSqlDatabase, type Migration } from './sql-database.js'
import { createHash } from 'node:crypto'

/** Where tool calls are counted. Several processes may share one: each call is taken in one atomic step. */
export interface BudgetStore {
  /**
   * Takes one call from the budget of this name; false when `limit` calls were taken in the last 60 seconds. A refused
   * call is not counted. A limit of 0 lets nothing through, Infinity everything.
   */
  take(name: string, limit: number): boolean | Promise<boolean>
}

/** A store of budgets with its tables. */
export interface SqlBudgets extends BudgetStore {
  take(name: string, limit: number): Promise<boolean>
  /** Makes the tables, unless they are there. The first call does so by itself. */
  migrate(): Promise<void>
}

/** What {@link sqlBudgets} can be told. */
export interface SqlBudgetsOptions {
  /** The time in milliseconds, on which all processes agree. `Date.now` unless given. */
  readonly now?: () => number
}

const MINUTE_MS = 60_000

const migrations: readonly Migration[] = [
  {
    name: 'budgets-1',
    async apply(transaction) {
      await transaction`CREATE TABLE understudy_budgets (name TEXT PRIMARY KEY, taken TEXT NOT NULL)`
    },
  },
]

/**
 * Budgets in SQLite or PostgreSQL, the same in every process that uses the database.
 * @throws SqlClientError for anything but a client of Bun for one of the two.
 */
export function sqlBudgets(sql: SQL, { now = Date.now }: SqlBudgetsOptions = {}): SqlBudgets {
  const database = createSqlDatabase(sql, migrations)
  return {
    migrate: () => database.migrate(),
    async take(name, limit) {
      if (!(limit > 0)) return false
      if (limit === Infinity) return true
      const key = keyOf(name)
      return database.write(async (transaction) => {
        // Changes nothing, and is what makes the others wait: the row is this call's until the transaction ends.
        const rows = await transaction`
          INSERT INTO understudy_budgets (name, taken) VALUES (${key}, '[]')
          ON CONFLICT (name) DO UPDATE SET name = excluded.name
          RETURNING taken`.values()
        const at = now()
        const taken = recent(rows as [string][], at)
        if (taken.length >= limit) return false
        await transaction`UPDATE understudy_budgets SET taken = ${JSON.stringify([...taken, at])} WHERE name = ${key}`
        return true
      })
    },
  }
}

/** The calls of the last minute. A clock that was set back, or another machine's, gives no budget away for ever. */
function recent([row]: readonly [string][], at: number): number[] {
  const taken = JSON.parse(row?.[0] ?? '[]') as number[]
  return taken.filter((moment) => moment > at - MINUTE_MS && moment < at + MINUTE_MS)
}

/** A name of any length and content, as a key that every database can index. */
function keyOf(name: string): string {
  return createHash('sha256').update(JSON.stringify(name)).digest('hex')
}
