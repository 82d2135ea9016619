// Text from outside is a value in every statement, on every database: it ends none, and it finds nobody else's rows.

import { sqlConversations } from '@understudy/agents/sql'
import type { ApprovalStatus } from '@understudy/app'
import { sqlApprovals } from '@understudy/app/sql'
import type { SQL } from 'bun'
import { describe, expect, test } from 'bun:test'
import { databaseKinds } from '../stores/databases.js'
import { ada, boss, call, createDesk, rejection } from './desk.js'

const INJECTIONS = [
  "' OR '1'='1",
  "' OR 1=1 --",
  "'; DROP TABLE understudy_approvals; --",
  "'); DELETE FROM understudy_conversations; --",
  "' UNION SELECT status, 1, filing, decision, spent_at FROM understudy_approvals --",
  "ada' --",
  '" OR ""="',
  '`',
  '\\',
  "\\'; DROP TABLE understudy_migrations; --",
  '%',
  '_',
  '*',
  '$1',
  '?1',
  ':id',
  '${id}',
  '{"$ne":null}',
  '/**/',
  '\u2019 OR 1=1',
  "ʼ OR 'a'='a",
]

async function countRows(sql: SQL): Promise<unknown> {
  const [approvals] = await sql`SELECT count(*) AS n FROM understudy_approvals`.values()
  const [conversations] = await sql`SELECT count(*) AS n FROM understudy_conversations`.values()
  const [turns] = await sql`SELECT count(*) AS n FROM understudy_conversation_turns`.values()
  return [approvals, conversations, turns].map((row: unknown) => Number((row as [unknown])[0]))
}

describe.each(databaseKinds)('on $name', ({ missing, create }) => {
  /** A database with somebody's conversation and somebody's request in it. */
  async function occupied(sql: SQL) {
    const conversations = sqlConversations(sql)
    const desk = createDesk({ store: sqlApprovals(sql), conversations })
    await call(desk.app, 'refunds_create', { input: { id: 1 } })
    const messages = [{ role: 'user', content: 'private' }] as const
    await conversations.create({ id: 'theirs', agent: 'clerk', owner: { kind: 'user', id: 'boss' }, messages })
    expect(await countRows(sql)).toEqual([1, 1, 1])
    return { ...desk, conversations }
  }

  test.skipIf(missing !== undefined).each(INJECTIONS)('an id %j finds and changes nothing', async (id) => {
    await using database = await create()
    const sql = database.connect()
    const { app, conversations, store } = await occupied(sql)
    expect(await conversations.find(id)).toBeUndefined()
    expect(await store.find(id, '2030-01-01T00:00:00.000Z')).toBeUndefined()
    expect(await store.spend(id, '2030-01-01T00:00:00.000Z')).toBe(false)
    await expect(app.approvals.approve(id, { by: boss })).rejects.toMatchObject({ reason: 'unknown' })
    await expect(conversations.append(id, [])).rejects.toMatchObject({ reason: 'unknown' })
    expect(await countRows(sql)).toEqual([1, 1, 1])
    expect(await app.approvals.list()).toMatchObject([{ status: 'pending' }])
  })

  test.skipIf(missing !== undefined).each(INJECTIONS)('%j is kept as it is, wherever it is given', async (text) => {
    await using database = await create()
    const sql = database.connect()
    const { app, conversations } = await occupied(sql)
    const principal = { kind: 'user', id: text } as const
    const input = { id: text, [text]: { [text]: [text] } }
    await call(app, 'refunds_create', { input, principal, agent: text })
    const [request] = await app.approvals.list({ principal })
    expect(request).toMatchObject({ agent: text, principal, input })
    const rejected = await app.approvals.reject(request?.id ?? '', { by: { kind: 'user', id: text }, reason: text })
    expect(rejected).toMatchObject({ status: 'rejected', reason: text, decidedBy: { kind: 'user', id: text } })
    const messages = [{ role: 'user', content: text }] as const
    await conversations.create({ id: text, agent: text, owner: principal, messages })
    await conversations.append(text, messages)
    expect(await conversations.find(text)).toEqual({
      id: text,
      agent: text,
      owner: principal,
      messages: [...messages, ...messages],
    })
    expect(await countRows(sql)).toEqual([2, 2, 3])
    expect(await app.approvals.list({ principal: ada })).toMatchObject([{ status: 'pending' }])
  })

  test.skipIf(missing !== undefined)('what is no string is no id, and is answered as one that never was', async () => {
    await using database = await create()
    const sql = database.connect()
    const { conversations, store } = await occupied(sql)
    const now = '2030-01-01T00:00:00.000Z'
    for (const given of [['theirs'], { id: 'theirs' }, { toString: () => 'theirs' }, 1, true, null, undefined]) {
      const id = given as unknown as string
      expect(await conversations.find(id)).toBeUndefined()
      expect(await rejection(conversations.append(id, []))).toMatchObject({ code: 'CONVERSATION', reason: 'unknown' })
      expect(await store.find(id, now)).toBeUndefined()
      expect(await store.spend(id, now)).toBe(false)
      expect(await store.decide(id, { status: 'approved', by: { kind: 'user', id: 'boss' }, at: now })).toBeUndefined()
    }
    expect(await countRows(sql)).toEqual([1, 1, 1])
  })

  test.skipIf(missing !== undefined).each(INJECTIONS)('a filter %j lists nothing', async (text) => {
    await using database = await create()
    const sql = database.connect()
    const { app } = await occupied(sql)
    expect(await app.approvals.list({ principal: { kind: 'user', id: text } })).toEqual([])
    const [ofKind, ofStatus] = [{ principal: { kind: text as 'user', id: 'ada' } }, { status: text as ApprovalStatus }]
    for (const filter of [ofKind, ofStatus])
      expect(await rejection(app.approvals.list(filter))).toMatchObject({ code: 'APP_SETUP' })
    expect(await sqlApprovals(sql).list(ofKind, new Date().toISOString())).toEqual([])
    expect(await app.approvals.list()).toHaveLength(1)
  })
})
