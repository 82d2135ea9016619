/** Budgets of tool calls that several processes share, counted in SQLite or PostgreSQL. Knows no agent and no tool. */
import { createHash } from 'node:crypto'
import type { SQL } from 'bun'
import type { BudgetStore } from '../gate/budget-store.js'
import { counts } from '../gate/budget.js'
import { createSqlDatabase, type Migration } from './sql-database.js'
import type { SqlStoreOptions } from './store-options.js'

/** A store of budgets with its tables. */
export interface SqlBudgets extends BudgetStore {
  take(name: string, limit: number, now: number): Promise<boolean>
  /** Makes the tables, unless they are there. The first call does so by itself. */
  migrate(): Promise<void>
}

const migrations: readonly Migration[] = [
  {
    name: 'budgets-1',
    async apply(transaction) {
      await transaction`CREATE TABLE understudy_budgets (name TEXT PRIMARY KEY, taken TEXT NOT NULL)`
    },
  },
]

/**
 * Budgets in SQLite or PostgreSQL, the same in every process that uses the database. One row a name stays.
 *
 * Give it a client of its own, like each store: `sqlBudgets(new SQL('sqlite://app.db'))`.
 * @throws SqlClientError for anything but a client of Bun for one of the two.
 * @throws AppSetupError for options that mean nothing.
 */
export function sqlBudgets(sql: SQL, options: SqlStoreOptions = {}): SqlBudgets {
  const database = createSqlDatabase(sql, migrations, options)
  return {
    migrate: () => database.migrate(),
    async take(name, limit, now) {
      if (!(limit > 0)) return false
      if (limit === Infinity) return true
      const key = keyOf(name)
      return database.write(async (transaction) => {
        // Changes nothing, and is what makes the others wait: the row is this call's until the transaction ends.
        const rows = await transaction`
          INSERT INTO understudy_budgets (name, taken) VALUES (${key}, '[]')
          ON CONFLICT (name) DO UPDATE SET name = excluded.name
          RETURNING taken`.values()
        const taken = momentsOf(rows as [string][]).filter((takenAt) => counts(takenAt, now))
        if (taken.length >= limit) return false
        await transaction`UPDATE understudy_budgets SET taken = ${JSON.stringify([...taken, now])} WHERE name = ${key}`
        return true
      })
    },
  }
}

function momentsOf([row]: readonly [string][]): number[] {
  return JSON.parse(row?.[0] ?? '[]') as number[]
}

/** A name of any length and content, as a key that every database can index. */
function keyOf(name: string): string {
  return createHash('sha256').update(JSON.stringify(name)).digest('hex')
}
