// What becomes of stores that were given the client of the app, instead of one of their own: what cannot go on says so,
// and a refusal takes nothing of the app with it.

import { sqlConversations } from '@understudy/agents/sql'
import { createApp, type ApprovalFiling } from '@understudy/app'
import { sqlApprovals, sqlBudgets, SqlBusyError } from '@understudy/app/sql'
import type { SQL } from 'bun'
import { describe, expect, test } from 'bun:test'
import { databaseKinds } from './databases'

const FILED = '2030-01-31T20:00:00.000Z'
const boss = { kind: 'user', id: 'boss' } as const
const conversation = { id: 'c1', agent: 'clerk', owner: boss, messages: [] }
const filing: ApprovalFiling = {
  id: 'r1',
  key: 'the call',
  tool: 'tickets_delete',
  agent: 'clerk',
  principal: boss,
  input: {},
  requestedAt: FILED,
  expiresAt: '2030-01-31T21:00:00.000Z',
}

/** Runs something while a transaction of the app is open on every connection that the client has. */
async function whileInUse<T>(sql: SQL, run: () => Promise<T>): Promise<T> {
  const connections = sql.options.adapter === 'sqlite' ? 1 : (sql.options.max ?? 10)
  const done = Promise.withResolvers<void>()
  const opened: Promise<void>[] = []
  const transactions = Array.from({ length: connections }, () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    opened.push(promise)
    return sql.begin(async (transaction) => {
      await transaction`INSERT INTO orders (id) VALUES (${crypto.randomUUID()})`
      resolve()
      await done.promise
    })
  })
  await Promise.all(opened)
  try {
    return await run()
  } finally {
    done.resolve()
    await Promise.all(transactions)
  }
}

const orders = async (sql: SQL): Promise<number> => (await sql`SELECT id FROM orders`.values()).length

for (const { name, missing, create } of databaseKinds) {
  describe.skipIf(missing !== undefined)(`on ${name}, within a transaction of the app on the same client`, () => {
    const operations: [what: string, run: (sql: SQL) => Promise<unknown>][] = [
      ['approving', approve],
      ['filing a request', (sql) => sqlApprovals(sql, { patienceMs: 0 }).file({ ...filing, id: 'r2', key: 'another' })],
      ['spending a yes', (sql) => sqlApprovals(sql, { patienceMs: 0 }).spend('r0', FILED)],
      ['taking of a budget', (sql) => sqlBudgets(sql, { patienceMs: 0 }).take('clerk', 1, 0)],
      [
        'beginning a conversation',
        (sql) => sqlConversations(sql, { patienceMs: 0 }).create({ ...conversation, id: 'c2' }),
      ],
      [
        'going on with one',
        (sql) => sqlConversations(sql, { patienceMs: 0 }).append('c1', [{ role: 'user', content: 'x' }]),
      ],
    ]

    function approve(sql: SQL): Promise<unknown> {
      const app = createApp({
        approvals: { store: sqlApprovals(sql, { patienceMs: 0 }) },
        now: () => Date.parse(FILED),
      })
      return app.approvals.approve('r1', { by: boss })
    }

    async function prepare(sql: SQL) {
      const stores = { approvals: sqlApprovals(sql), budgets: sqlBudgets(sql), conversations: sqlConversations(sql) }
      await sql`CREATE TABLE orders (id TEXT)`
      await stores.approvals.file(filing)
      await stores.approvals.file({ ...filing, id: 'r0', key: 'approved' })
      await stores.approvals.decide('r0', { status: 'approved', by: boss, at: FILED })
      await stores.budgets.migrate()
      await stores.conversations.create(conversation)
      return stores
    }

    test.each(operations)(
      '%s is given up, and nothing of it is done once the transaction has ended',
      async (_, run) => {
        await using database = await create()
        const sql = database.connect()
        const { approvals, budgets, conversations } = await prepare(sql)
        const error = await whileInUse(sql, () => run(sql).catch((error: unknown) => error))
        expect(error).toBeInstanceOf(SqlBusyError)
        expect(error).toMatchObject({ code: 'SQL_BUSY', reason: 'turn' })
        expect((error as Error).message).toContain('const stores = new SQL(')

        expect(await orders(sql)).toBeGreaterThan(0)
        expect((await approvals.list({}, FILED)).map(({ id, status }) => [id, status])).toEqual([
          ['r0', 'approved'],
          ['r1', 'pending'],
        ])
        expect(await budgets.take('clerk', 1, 0)).toBe(true)
        expect(await conversations.find('c1')).toEqual(conversation)
        expect(await conversations.find('c2')).toBeUndefined()
      },
    )

    test('a store on a client of its own goes on', async () => {
      await using database = await create()
      const sql = database.connect()
      await prepare(sql)
      // On SQLite a transaction of the app that writes locks the file for every client; one that reads locks nobody out.
      const own = sqlBudgets(database.connect())
      await own.migrate()
      const reading = sql.begin((transaction) => Promise.all([transaction`SELECT 1`, own.take('clerk', 1, 0)]))
      expect((await reading)[1]).toBe(true)
    })
  })
}

test('reading waits for a connection of PostgreSQL for as long as writing does', async () => {
  const postgres = databaseKinds.find(({ name }) => name === 'PostgreSQL')!
  if (postgres.missing !== undefined) return
  await using database = await postgres.create()
  const sql = database.connect()
  await sql`CREATE TABLE orders (id TEXT)`
  await sqlConversations(sql).migrate()
  const impatient = sqlConversations(sql, { patienceMs: 0 })
  const error = await whileInUse(sql, () => impatient.find('c1').catch((error: unknown) => error))
  expect(error).toMatchObject({ code: 'SQL_BUSY', reason: 'turn', database: 'postgres' })
  expect(await sqlConversations(sql).find('c1')).toBeUndefined()
})

describe('a refusal of a store undoes nothing that the app wrote meanwhile on the same client of SQLite', () => {
  const refusals: [what: string, refuse: (sql: SQL) => Promise<unknown>, reason: string][] = [
    ['a turn of a conversation that is gone', (sql) => sqlConversations(sql).append('gone', []), 'unknown'],
    ['a conversation whose id is taken', (sql) => sqlConversations(sql).create(conversation), 'taken'],
  ]
  test.each(refusals)('%s', async (_, refuse, reason) => {
    const memory = databaseKinds.find(({ name }) => name === 'SQLite in memory')!
    await using database = await memory.create()
    const sql = database.connect()
    await sql`CREATE TABLE orders (id INTEGER PRIMARY KEY)`
    await sqlConversations(sql).create(conversation)
    // Orders arrive at every moment of the refusal's life.
    const life = { isOver: false }
    let ordered = 0
    const refused = refuse(sql)
      .catch((error: unknown) => error)
      .finally(() => (life.isOver = true))
    const arriving: Promise<void>[] = []
    while (!life.isOver) {
      arriving.push(sql`INSERT INTO orders DEFAULT VALUES`.then(() => void (ordered += 1)))
      await Promise.resolve()
    }
    expect(await refused).toMatchObject({ code: 'CONVERSATION', reason })
    await Promise.all(arriving)
    expect(ordered).toBeGreaterThan(1)
    expect(await orders(sql)).toBe(ordered)
  })
})
