// Keys that mean something to JavaScript mean nothing here: no input, body, query, id or stored message reaches a prototype.

import { afterEach, describe, expect, test } from 'bun:test'
import { memoryConversations, type ConversationStore } from '@understudy/agents'
import { sqlConversations } from '@understudy/agents/sql'
import { createApp, memoryApprovals, redact, routeTool } from '@understudy/app'
import { sqlApprovals } from '@understudy/app/sql'
import { TestApp } from '@understudy/testing'
import { SQL } from 'bun'
import { z } from 'zod'
import { ada, boss, call, Clerk, createDesk, rejection } from './desk.js'

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, Map.prototype, String.prototype]
const untouched = PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype))

afterEach(() => {
  expect(PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype))).toEqual(untouched)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

const TEXTS = [
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"title":{"__proto__":{"polluted":1}}}',
  '{"title":[{"constructor":{"prototype":{"polluted":1}}}]}',
  '{"title":1,"__proto__":null}',
  '{"title":1,"toString":1,"valueOf":1,"hasOwnProperty":1,"then":1,"toJSON":1}',
  '{"prototype":{"polluted":1},"__defineGetter__":1,"__lookupSetter__":1}',
]

describe.each(TEXTS)('%s', (text) => {
  test('as the input of a tool, and in what is recorded and asked of a human', async () => {
    const { app, ran, records } = createDesk()
    const input = (): unknown => JSON.parse(text)
    expect((await call(app, 'tickets_create', { input: input() })).status).toBe(200)
    expect(JSON.stringify(records[0]?.input)).toBe(text)
    expect(await call(app, 'refunds_create', { input: { ...(input() as object), id: 1 } })).toMatchObject({
      denied: 'approval',
    })
    expect(Object.getPrototypeOf((await app.approvals.list())[0]?.input)).toBe(Object.prototype)
    expect(ran).toEqual(['tickets_create'])
  })

  test('as what a model says', async () => {
    const { app } = createDesk()
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    const said = { name: 'tickets_create', input: text, invalid: true } as const
    ai.respond(Clerk, [{ toolCalls: [said], then: 'Done.' }])
    const { conversationId } = await ai.agent(Clerk).as(ada).prompt('go', { conversation: true })
    const stored = await ai.conversations().find(conversationId ?? '')
    expect(stored?.messages.map((message) => Object.getPrototypeOf(message))).toEqual(
      stored?.messages.map(() => Object.prototype),
    )
  })

  test('as the body and the query of a request from outside', async () => {
    const { app, bodies } = createDesk()
    const headers = { 'content-type': 'application/json', authorization: 'Bearer ada' }
    expect((await app.request('/tickets', { method: 'POST', body: text, headers })).status).toBe(200)
    expect(Object.getPrototypeOf(bodies[0])).toBe(Object.prototype)
    const query = Object.keys(JSON.parse(text)).map((key) => `${key}=1&${key}[polluted]=1`)
    expect((await app.request(`/tickets?${query.join('&')}`, { headers })).status).toBe(200)
  })
})

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']

describe.each(NAMES)('%s', (name) => {
  test('is found nowhere: as a policy, a binding, a tool, a param or a conversation', async () => {
    const { app, ran } = createDesk()
    const http = await TestApp.fromApp(app)
    expect(() => http.tool(name, {}, { as: ada })).toThrow(`no tool "${name}"`)
    expect(() => app.make(name as 'ai')).toThrow(`no binding "${name}"`)
    using ai = http.fakeAi()
    expect(await rejection(ai.agent(Clerk).as(ada).prompt('go', { conversation: name }))).toMatchObject({
      reason: 'unknown',
    })
    expect(await rejection(app.approvals.approve(name, { by: boss }))).toMatchObject({ reason: 'unknown' })
    ai.assertNothingPrompted()
    expect(ran).toEqual([])
  })

  test('is an id like any other, of a tool, a principal and a conversation', async () => {
    const { app, ran } = createDesk()
    const principal = { kind: 'user', id: name } as const
    expect((await call(app, 'tickets_show', { input: { id: name }, principal })).output).toBe(name)
    await call(app, 'refunds_create', { input: { id: name }, principal, agent: name })
    expect(await app.approvals.list({ principal })).toMatchObject([{ agent: name, principal, input: { id: name } }])
    expect(await app.approvals.list({ principal: { kind: 'user', id: 'other' } })).toEqual([])
    expect(ran).toEqual(['tickets_show'])
  })
})

test('a declared key of any such name arrives as an own key, and merges with nothing', async () => {
  const seen: unknown[] = []
  const body = z.object({ constructor: z.string(), toString: z.string() })
  const params = z.object({ valueOf: z.string() })
  const app = createApp().post('/:valueOf', routeTool('odd', { description: 'Odd.', params, body }), (c) => {
    seen.push(c.req.valid('json'), c.req.valid('param'))
    return c.json('ok')
  })
  expect((await call(app, 'odd', { input: { constructor: 'a', toString: 'c', valueOf: 'b' } })).output).toBe('ok')
  expect(seen).toEqual([{ constructor: 'a', toString: 'c' }, { valueOf: 'b' }])
  expect(await rejection(call(app, 'odd', { input: { constructor: 'a' } }))).toMatchObject({
    code: 'TOOL_REQUEST',
    key: 'valueOf',
  })
})

const stores: readonly (readonly [name: string, create: () => ConversationStore])[] = [
  ['in memory', memoryConversations],
  ['in SQLite', () => sqlConversations(new SQL('sqlite://:memory:'))],
]
test.each(stores)('stored %s, a message gives back own keys alone', async (_name, create) => {
  const store = create()
  const input: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{}}}')
  const part = { type: 'tool-call', toolCallId: '1', toolName: 'x', input } as const
  const owner = { kind: 'user', id: '__proto__' } as const
  await store.create({
    id: 'constructor',
    agent: '__proto__',
    owner,
    messages: [{ role: 'assistant', content: [part] }],
  })
  const found = await store.find('constructor')
  expect(found).toMatchObject({ agent: '__proto__', owner })
  expect(JSON.stringify(found?.messages)).toContain('"__proto__":{"polluted":1}')
  expect(await store.find('__proto__')).toBeUndefined()
  expect(await store.find('toString')).toBeUndefined()
})

test.each([
  ['in memory', memoryApprovals],
  ['in SQLite', () => sqlApprovals(new SQL('sqlite://:memory:'))],
] as const)('filed %s, a request shows what will run', async (_name, create) => {
  const { app } = createDesk({ store: create() })
  await call(app, 'refunds_create', { input: JSON.parse('{"id":1,"__proto__":{"polluted":1}}') })
  expect(JSON.stringify((await app.approvals.list())[0]?.input)).toBe('{"id":1,"__proto__":{"polluted":1}}')
})

test('hidden under such keys, a secret stays hidden', () => {
  const value: unknown = JSON.parse(
    '{"__proto__":{"password":"hunter2"},"constructor":{"prototype":{"token":"hunter2"}}}',
  )
  expect(JSON.stringify(redact(value))).toBe(
    '{"__proto__":{"password":"[redacted]"},"constructor":{"prototype":{"token":"[redacted]"}}}',
  )
})
