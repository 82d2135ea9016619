// What the stores over SQL do on every database beyond their contracts: ids from outside, clients with settings of their
// own, transactions of the app, and rights that are missing.

import { sqlConversations } from '@understudy/agents/sql'
import type { ApprovalFiling } from '@understudy/app'
import { sqlApprovals, sqlBudgets } from '@understudy/app/sql'
import { SQL } from 'bun'
import { describe, expect, test } from 'bun:test'
import { databaseKinds, type TestDatabase } from './databases'

const FILED = '2030-01-31T20:00:00.000Z'
const boss = { kind: 'user', id: 'boss' } as const
const approval = { status: 'approved', by: boss, at: FILED } as const

function filing(changes: Partial<ApprovalFiling> = {}): ApprovalFiling {
  const principal = { kind: 'user', id: 1 } as const
  const expiresAt = '2030-01-31T21:00:00.000Z'
  const id = crypto.randomUUID()
  const call = { id, key: id, tool: 'tickets_delete', agent: 'clerk', principal, input: {} }
  return { ...call, requestedAt: FILED, expiresAt, ...changes }
}

for (const { name, missing, create, isShared } of databaseKinds) {
  describe.skipIf(missing !== undefined)(`on ${name}`, () => {
    const testWith = (title: string, run: (sql: SQL, database: TestDatabase) => Promise<void>): void =>
      test(title, async () => {
        await using database = await create()
        await run(database.connect(), database)
      })

    testWith('ids that no database can hold are unknown, and no failure', async (sql) => {
      const [approvals, conversations] = [sqlApprovals(sql), sqlConversations(sql)]
      for (const id of ['\0', 'a\0b', '\ud800', 'x'.repeat(1_000_000)]) {
        expect(await conversations.find(id)).toBeUndefined()
        expect(await approvals.find(id, FILED)).toBeUndefined()
        expect(await approvals.decide(id, approval)).toBeUndefined()
        expect(await approvals.spend(id, FILED)).toBe(false)
      }
    })

    testWith('keys of any length and content are kept apart', async (sql) => {
      const approvals = sqlApprovals(sql)
      const keys = ['', '\0', '\ud800', '\ud801', '\ufffd', 'x'.repeat(100_000), `${'x'.repeat(100_000)}y`]
      for (const key of keys) expect((await approvals.file(filing({ key }))).isNew).toBe(true)
      for (const key of keys) expect((await approvals.file(filing({ key }))).isNew).toBe(false)
    })

    testWith('a decision is kept with any text as its reason', async (sql) => {
      const approvals = sqlApprovals(sql)
      const { request } = await approvals.file(filing())
      const reason = "No \0 \ud800 '); DROP TABLE understudy_approvals; --"
      const rejected = await approvals.decide(request.id, { ...approval, status: 'rejected', reason })
      expect(rejected).toMatchObject({ status: 'rejected', reason })
      expect(await approvals.find(request.id, FILED)).toEqual(rejected)
    })

    testWith('an approval stays spent when a transaction of the app, open at the time, is undone', async (sql) => {
      const approvals = sqlApprovals(sql)
      const { request } = await approvals.file(filing())
      await approvals.decide(request.id, approval)
      const opened = Promise.withResolvers<void>()
      const spending = opened.promise.then(() => approvals.spend(request.id, FILED))
      const undone = sql.begin(async (transaction) => {
        await transaction`SELECT 1`
        opened.resolve()
        await new Promise(setImmediate)
        throw new Error('undone')
      })
      expect(await undone.catch((error: unknown) => error)).toMatchObject({ message: 'undone' })
      expect(await spending).toBe(true)
      expect(await approvals.spend(request.id, FILED)).toBe(false)
    })

    testWith('several stores on one client do not disturb each other', async (sql) => {
      const stores = Array.from({ length: 3 }, () => sqlConversations(sql))
      const budgets = sqlBudgets(sql)
      const id = crypto.randomUUID()
      await stores[0]?.create({ id, agent: 'clerk', owner: boss, messages: [] })
      const turns = Array.from({ length: 30 }, (_, index) => `turn ${index}`)
      const [taken] = await Promise.all([
        Promise.all(turns.map(() => budgets.take('clerk', 10, 0))),
        ...turns.map((content, index) => stores[index % 3]?.append(id, [{ role: 'user', content }])),
      ])
      expect(taken.filter(Boolean)).toHaveLength(10)
      const found = (await stores[1]?.find(id))?.messages.map(({ content }) => content)
      expect(found?.toSorted()).toEqual(turns.toSorted())
    })

    if (!isShared) return

    testWith(
      'clients that rename columns, read integers as BigInt or prepare nothing read the same',
      async (sql, database) => {
        const options = { transform: SQL.camel, bigint: true, safeIntegers: true, prepare: false }
        await using other = new SQL(database.url, options)
        for (const [writer, reader] of [
          [sql, other],
          [other, sql],
        ] as const) {
          const { request } = await sqlApprovals(writer).file(filing())
          const decided = await sqlApprovals(reader).decide(request.id, approval)
          expect(await sqlApprovals(writer).list({ status: 'approved' }, FILED)).toContainEqual(decided!)
          const conversation = { id: crypto.randomUUID(), agent: 'clerk', owner: boss, messages: [] }
          await sqlConversations(writer).create(conversation)
          await sqlConversations(reader).append(conversation.id, [{ role: 'user', content: 'Hello.' }])
          const messages = [{ role: 'user' as const, content: 'Hello.' }]
          expect(await sqlConversations(writer).find(conversation.id)).toEqual({ ...conversation, messages })
        }
      },
    )

    testWith(
      'a writer waits for one on another client of this process, which goes on meanwhile',
      async (sql, database) => {
        const conversations = sqlConversations(database.connect())
        const id = crypto.randomUUID()
        await conversations.create({ id, agent: 'clerk', owner: boss, messages: [] })
        const opened = Promise.withResolvers<void>()
        const holding = sql.begin(async (transaction) => {
          await transaction`UPDATE understudy_conversations SET agent = 'other' WHERE id = ${id}`
          opened.resolve()
          for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
        })
        await opened.promise
        await Promise.all([holding, conversations.append(id, [{ role: 'user', content: 'Hello.' }])])
        expect(await conversations.find(id)).toMatchObject({ agent: 'other', messages: [{ content: 'Hello.' }] })
      },
    )
  })
}

const postgres = databaseKinds.find(({ name }) => name === 'PostgreSQL')!

test.skipIf(postgres.missing !== undefined)(
  'turns at once are kept whatever isolation PostgreSQL has by default',
  async () => {
    await using database = await postgres.create()
    for (const isolation of ['serializable', 'repeatable read']) {
      await using sql = new SQL(database.url, { connection: { default_transaction_isolation: isolation } })
      const [row] = await sql`SHOW default_transaction_isolation`.values()
      expect(row).toEqual([isolation])
      const [conversations, approvals] = [sqlConversations(sql), sqlApprovals(sql)]
      const id = crypto.randomUUID()
      await conversations.create({ id, agent: 'clerk', owner: boss, messages: [] })
      const contents = Array.from({ length: 20 }, (_, index) => `turn ${index}`)
      await Promise.all(contents.map((content) => conversations.append(id, [{ role: 'user', content }])))
      expect((await conversations.find(id))?.messages).toHaveLength(20)
      const key = crypto.randomUUID()
      const answers = await Promise.all(contents.map(() => approvals.file(filing({ key }))))
      expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    }
  },
)

test('a database that may only be read can be read, once its tables are made', async () => {
  const kind = databaseKinds.find(({ name }) => name === 'SQLite in a file')!
  await using database = await kind.create()
  const conversation = { id: crypto.randomUUID(), agent: 'clerk', owner: boss, messages: [] }
  await sqlConversations(database.connect()).create(conversation)
  await using reader = new SQL(`${database.url}?mode=ro`)
  expect(await sqlConversations(reader).find(conversation.id)).toEqual(conversation)
  const error = await sqlConversations(reader)
    .append(conversation.id, [])
    .catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'SQLITE_READONLY' })
})

describe('a client that may make no tables', () => {
  const lacking = { code: 'SQL_MIGRATION', missing: ['approvals-1'], message: expect.stringContaining('migrate()') }

  test('of SQLite: the error says what was done, and keeps what the database said', async () => {
    const kind = databaseKinds.find(({ name }) => name === 'SQLite in a file')!
    await using database = await kind.create()
    await database.connect()`CREATE TABLE orders (id TEXT)`
    await using reader = new SQL(`${database.url}?mode=ro`)
    const error = await sqlApprovals(reader)
      .list({}, FILED)
      .catch((error: unknown) => error)
    expect(error).toMatchObject({ ...lacking, cause: { code: 'SQLITE_READONLY' } })
  })

  test.skipIf(postgres.missing !== undefined)('of PostgreSQL: likewise', async () => {
    await using database = await postgres.create()
    await using reader = new SQL(database.url, { connection: { default_transaction_read_only: 'on' } })
    const error = await sqlApprovals(reader)
      .migrate()
      .catch((error: unknown) => error)
    expect(error).toMatchObject({ ...lacking, cause: { errno: '25006' } })
  })
})

test('a store is told how long to wait, and nothing else', () => {
  const sql = new SQL(':memory:')
  for (const make of [sqlApprovals, sqlBudgets, sqlConversations]) {
    for (const patienceMs of [-1, Number.NaN, Infinity, '5', null])
      expect(() => make(sql, { patienceMs } as never)).toThrow(/^`patienceMs` is a number of milliseconds/)
    expect(() => make(sql, { pateinceMs: 5 } as never)).toThrow('Did you mean `patienceMs`?')
    expect(() => make(sql, null as never)).toThrow('The options of a store over SQL are null.')
    expect(() => make(sql, { patienceMs: 0 })).not.toThrow()
  }
})
