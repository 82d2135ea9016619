import { SQL } from 'bun'
import { describe, expect, test } from 'bun:test'
import { createSqlDatabase, sqlApprovals, sqlBudgets, SqlClientError, type Migration } from './index.js'

function refusal(make: () => unknown): SqlClientError {
  try {
    make()
  } catch (error) {
    return error as SqlClientError
  }
  throw new Error('Nothing was refused.')
}

describe('a store over SQL', () => {
  test('is made from a client of Bun for SQLite or PostgreSQL, before anything is connected', () => {
    for (const url of ['sqlite://:memory:', 'postgres://nobody@127.0.0.1:1/nothing']) {
      expect(() => sqlApprovals(new SQL(url))).not.toThrow()
    }
  })

  test('refuses what is no client of Bun', () => {
    const things: [unknown, string][] = [
      ['sqlite://app.db', 'a value of type string'],
      [undefined, 'a value of type undefined'],
      [null, 'null'],
      [() => undefined, 'a value of type function'],
      [{ begin() {}, options: {} }, 'a value of type object'],
    ]
    for (const [thing, given] of things) {
      for (const make of [sqlApprovals, sqlBudgets]) {
        const error = refusal(() => make(thing as SQL))
        expect(error).toBeInstanceOf(SqlClientError)
        expect(error).toMatchObject({ code: 'SQL_CLIENT', reason: 'client', given })
        expect(error.message).toContain("new SQL('sqlite://app.db')")
      }
    }
  })

  test('refuses a client for another database', () => {
    const error = refusal(() => sqlApprovals(new SQL('mysql://nobody@127.0.0.1:1/nothing')))
    expect(error).toBeInstanceOf(SqlClientError)
    expect(error).toMatchObject({ code: 'SQL_CLIENT', reason: 'adapter', given: 'mysql' })
  })
})

describe('migrations', () => {
  /** Notes each time that it is applied; fails as often as told. */
  function migration(name: string, applied: string[], failures = 0): Migration {
    let left = failures
    return {
      name,
      async apply(transaction) {
        await transaction`CREATE TABLE ${transaction(name)} (id TEXT)`
        left -= 1
        if (left >= 0) throw new Error(`${name} failed`)
        applied.push(name)
      },
    }
  }

  async function tablesOf(sql: SQL): Promise<string[]> {
    const rows: [string][] = await sql`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`.values()
    return rows.map(([name]) => name)
  }

  test('are applied in order and once, before the first statement', async () => {
    await using sql = new SQL(':memory:')
    const applied: string[] = []
    const first = [migration('one', applied), migration('two', applied)]
    const database = createSqlDatabase(sql, first)
    expect(await tablesOf(sql)).toEqual([])
    await Promise.all([database.read((client) => client`SELECT * FROM two`), database.migrate()])
    await createSqlDatabase(sql, first).migrate()
    expect(applied).toEqual(['one', 'two'])
    await createSqlDatabase(sql, [...first, migration('three', applied)]).migrate()
    expect(applied).toEqual(['one', 'two', 'three'])
    expect(await tablesOf(sql)).toEqual(['one', 'three', 'two', 'understudy_migrations'])
  })

  test('that fail leave nothing, run no statement, and are tried again by the next one', async () => {
    await using sql = new SQL(':memory:')
    const applied: string[] = []
    const database = createSqlDatabase(sql, [migration('one', applied), migration('two', applied, 1)])
    let ran = false
    const read = (): Promise<unknown> =>
      database.read((client) => {
        ran = true
        return client`SELECT * FROM two`
      })
    expect(await read().catch((error: unknown) => error)).toMatchObject({
      code: 'SQL_MIGRATION',
      missing: ['one', 'two'],
      cause: { message: 'two failed' },
      message: expect.stringContaining('await store.migrate()'),
    })
    expect(ran).toBe(false)
    expect(await tablesOf(sql)).toEqual([])
    expect(await read()).toHaveLength(0)
    expect(applied).toEqual(['one', 'one', 'two'])
  })
})
