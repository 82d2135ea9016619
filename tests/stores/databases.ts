// The databases that the stores are tested on, each made anew and removed when its test ends: SQLite in memory and in a
// file, and PostgreSQL where one answers. Knows no store.

import { SQL } from 'bun'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty database, until it is disposed of. */
export interface TestDatabase extends AsyncDisposable {
  /** For more clients, in this process or in others. */
  readonly url: string
  /** Another client of the same database, closed with it. */
  connect(): SQL
}

/** A kind of database to loop over. */
export interface DatabaseKind {
  readonly name: string
  /** Why it cannot be tested on this machine. */
  readonly missing?: string
  /** Whether several clients can have the same database. */
  readonly isShared: boolean
  create(): Promise<TestDatabase>
}

const postgresUrl = process.env['TEST_POSTGRES_URL'] ?? 'postgres://root@127.0.0.1:5432/test'

/** @throws in CI when there is no PostgreSQL: there, nothing is left out. */
async function missingPostgres(): Promise<string | undefined> {
  const sql = new SQL(postgresUrl, { max: 1 })
  try {
    await sql`SELECT 1`
    return undefined
  } catch (error) {
    const reason = `no PostgreSQL answers at ${new URL(postgresUrl).host}: ${(error as Error).message}`
    if (process.env['CI'] === 'true')
      throw new Error(`${reason}. Start one, or set TEST_POSTGRES_URL.`, { cause: error })
    console.warn(`The tests on PostgreSQL are skipped, since ${reason}. Set TEST_POSTGRES_URL to run them.`)
    return reason
  } finally {
    await sql.close()
  }
}

function database(url: string, remove: () => Promise<unknown>): TestDatabase {
  const clients: SQL[] = []
  return {
    url,
    connect() {
      const sql = new SQL(url)
      clients.push(sql)
      return sql
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((sql) => sql.close()))
      await remove()
    },
  }
}

async function createFile(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-sqlite-'))
  return database(`sqlite://${join(folder, 'test.db')}`, () => rm(folder, { recursive: true }))
}

/** A schema of its own, so that tests can run at once. */
async function createSchema(): Promise<TestDatabase> {
  const schema = `understudy_test_${crypto.randomUUID().replaceAll('-', '')}`
  const run = async (statement: (sql: SQL) => Promise<unknown>): Promise<void> => {
    await using sql = new SQL(postgresUrl, { max: 1 })
    await statement(sql)
  }
  await run((sql) => sql`CREATE SCHEMA ${sql(schema)}`)
  const url = new URL(postgresUrl)
  url.searchParams.set('search_path', schema)
  // Few enough for many tests, with processes of their own, at once.
  url.searchParams.set('max', '3')
  return database(url.href, () => run((sql) => sql`DROP SCHEMA ${sql(schema)} CASCADE`))
}

const missing = await missingPostgres()

/** Every kind of database, the missing ones included: a test that cannot run is skipped in sight. */
export const databaseKinds: readonly DatabaseKind[] = [
  {
    name: 'SQLite in memory',
    isShared: false,
    create: async () => database('sqlite://:memory:', async () => undefined),
  },
  { name: 'SQLite in a file', isShared: true, create: createFile },
  { name: 'PostgreSQL', isShared: true, create: createSchema, ...(missing !== undefined && { missing }) },
]
