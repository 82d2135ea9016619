// A secret that a tool is given, or that a handler throws, is in nothing that is kept of the call or told about it.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  createApp,
  memoryApprovals,
  PrincipalError,
  fileAudit,
  isSecretKey,
  routeTool,
  type ApprovalRequest,
  type AuditRecord,
} from '@understudy/app'
import { sqlApprovals } from '@understudy/app/sql'
import { TestApp } from '@understudy/testing'
import { SQL } from 'bun'
import { HTTPException } from 'hono/http-exception'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { secretKeyWords as appWords } from '../../packages/app/src/audit/redact.js'
import {
  isSecretKey as isSecretKeyOfFixture,
  secretKeyWords as fixtureWords,
} from '../../packages/script/src/fixtures/redact.js'
import { ada, boss, call, Clerk, createDesk, rejection } from './desk.js'

const SECRET = 'hunter2-5f0c'

/** Keys that hold secrets, in the spellings of those who write APIs; `iban` is the contract's own. */
const KEYS = [
  'password',
  'Password',
  'PASSWORD_HASH',
  'user-password',
  'pass word',
  'ｐａｓｓｗｏｒｄ',
  'pass\u200bword',
  'p\u0301assword',
  'sécret',
  'tŏken',
  'passphrase',
  'client_secret',
  'clientSecret',
  'accessToken',
  'X-Api-Key',
  'api.key',
  'Authorization',
  'credentials',
  'Set-Cookie',
  'sessionId',
  'ſession',
  'iban',
  'I-B.A_N',
]

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'understudy-secrets-'))))
afterAll(() => rm(folder, { recursive: true }))

const accountsCreate = routeTool('accounts_create', {
  description: 'Create an account.',
  body: z.looseObject({ name: z.string().optional() }),
  redact: ['iban'],
  approval: 'required',
})

describe.each(KEYS)('under the key %j', (key) => {
  const inputs: readonly unknown[] = [
    { [key]: SECRET },
    { [key]: { deep: [SECRET] } },
    { [key]: [SECRET, { a: SECRET }] },
    { list: [{ [key]: SECRET }] },
    { a: { b: { c: { [key]: SECRET } } } },
  ]

  test('a secret is in no record, no file, no request, no note and no row', async () => {
    const path = join(folder, `${crypto.randomUUID()}.jsonl`)
    const write = fileAudit(path)
    const records: AuditRecord[] = []
    const notified: ApprovalRequest[] = []
    const sql = new SQL('sqlite://:memory:')
    const audit = (record: AuditRecord): void => void (records.push(record), write(record))
    for (const store of [memoryApprovals(), sqlApprovals(sql)]) {
      const app = createApp({ audit, approvals: { store, notify: (request) => notified.push(request) } })
      app.post('/accounts', accountsCreate, (c) => c.json('created'))
      const outcomes = []
      for (const input of inputs) outcomes.push(await call(app, 'accounts_create', { input }))
      for (const request of await app.approvals.list())
        await app.approvals.reject(request.id, { by: boss, reason: 'No.' })
      for (const input of inputs) outcomes.push(await call(app, 'accounts_create', { input }))
      expect(outcomes.map(({ denied }) => denied)).toEqual(outcomes.map(() => 'approval'))
      expect(JSON.stringify(outcomes)).not.toContain(SECRET)
      expect(JSON.stringify(await app.approvals.list())).not.toContain(SECRET)
    }
    expect(notified).toHaveLength(2 * inputs.length)
    expect(records).toHaveLength(4 * inputs.length)
    const rows: unknown = await sql`SELECT * FROM understudy_approvals`
    for (const kept of [records, notified, rows, await readFile(path, 'utf8')]) {
      expect(JSON.stringify(kept)).not.toContain(SECRET)
      expect(JSON.stringify(kept)).toContain('[redacted]')
    }
    await sql.close()
  })
})

test('two calls that differ in a secret alone are two requests, and what a human reads of them is the same', async () => {
  const { app, store, notified } = createDesk()
  for (const password of [SECRET, `${SECRET}2`]) await call(app, 'refunds_create', { input: { id: 1, password } })
  const [one, other] = await app.approvals.list()
  expect(one?.input).toEqual({ id: 1, password: '[redacted]' })
  expect(other?.input).toEqual(one?.input)
  const [first, second] = await store.list({}, '2030-01-01T00:00:00.000Z')
  expect(first?.key).not.toBe(second?.key ?? '')
  const decided = [
    await app.approvals.approve(one?.id ?? '', { by: boss }),
    await app.approvals.reject(other?.id ?? '', { by: boss }),
  ]
  const shown = [...(await app.approvals.list()), ...notified, ...decided]
  expect(shown).toHaveLength(6)
  // Who may try passwords could find one out from the key.
  for (const request of shown) expect(Object.keys(request)).not.toContain('key')
  expect(JSON.stringify(shown)).not.toContain(first?.key ?? '')
})

test('the words for secrets are those that fixtures know, and both packages read keys alike', () => {
  expect([...appWords]).toEqual([...fixtureWords])
  for (const key of [...KEYS, 'id', 'pass', 'key', 'author', '__proto__']) {
    expect([key, isSecretKey(key, ['iban'])]).toEqual([key, isSecretKeyOfFixture(key, ['iban'])])
  }
})

test('a path param that names a secret is left out of the path of a record', async () => {
  const records: AuditRecord[] = []
  const params = z.object({ token: z.string(), iban: z.string(), id: z.string() })
  const tool = routeTool('resets_show', { description: 'Show.', params, redact: ['iban'] })
  const app = createApp({ audit: (record) => records.push(record) }).get('/r/:token/:iban/:id', tool, (c) =>
    c.json('ok'),
  )
  await call(app, 'resets_show', { input: { token: SECRET, iban: SECRET, id: '7' } })
  expect(records).toMatchObject([{ path: '/r/:token/:iban/7', outcome: 'ok' }])
  expect(JSON.stringify(records)).not.toContain(SECRET)
})

/** What handlers throw. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  'an Error': () => new Error(SECRET),
  'an Error with a cause': () => new Error('x', { cause: new Error(SECRET) }),
  'a text': () => SECRET,
  'an object': () => ({ toString: () => SECRET, message: SECRET }),
  'an Error whose name tells': () => Object.assign(new Error('x'), { name: SECRET }),
  'an AggregateError': () => new AggregateError([new Error(SECRET)], SECRET),
  'an HTTPException 500': () => new HTTPException(500, { message: SECRET }),
  'an Error with a getResponse': () =>
    Object.assign(new Error(SECRET), { getResponse: () => new Response(SECRET, { status: 500 }) }),
}

describe.each(Object.entries(THROWN))('%s, thrown by a handler', (_what, make) => {
  test.each([true, false])(
    'tells its secret to no model, stream, record or conversation (own error handler: %p)',
    async (own) => {
      const { app, records } = createDesk()
      const failsNow = routeTool('fails_now', { description: 'Fails.' })
      app.get('/fails', failsNow, () => {
        throw make()
      })
      if (own) app.onError((error, c) => c.text(error.message, 500))
      const outcome = await call(app, 'fails_now')
      expect(outcome.output).toEqual({ error: true, status: 500, body: 'Internal Server Error' })
      expect(outcome.threw).toBeDefined()
      class Caller extends Clerk {
        static override agentName = 'caller'
        static override scopes = ['tools:*'] as const
        override tools() {
          return { ...super.tools(), ...this.appTools([failsNow]) }
        }
      }
      const http = await TestApp.fromApp(app)
      using ai = http.fakeAi()
      ai.respond(Caller, [{ toolCalls: [{ name: 'fails_now', input: {} }], then: 'It failed.' }])
      const response = await ai.agent(Caller).as(ada).stream('go', { conversation: true })
      const id = response.headers.get('x-conversation-id') ?? ''
      const streamed = await response.text()
      const seen = [streamed, await ai.conversations().find(id), ai.calls(Caller)[0]?.requests, records]
      expect(streamed).toContain('It failed.')
      for (const one of seen) expect(JSON.stringify(one)).not.toContain(SECRET)
      expect(records).toMatchObject([
        { outcome: 'error', reason: 'threw' },
        { outcome: 'error', reason: 'threw' },
      ])
    },
  )
})

test('an issue of validation shows the path and the rule, not the value', async () => {
  const params = z.object({ id: z.uuid() })
  const body = z.object({
    password: z.string().min(100),
    pin: z.literal('1'),
    kind: z.enum(['a']),
    at: z.iso.date(),
    n: z.number(),
  })
  const app = createApp().post('/:id', routeTool('strict', { description: 'Strict.', params, body }), (c) =>
    c.json('ran'),
  )
  const input = { id: SECRET, password: SECRET, pin: SECRET, kind: SECRET, at: SECRET, n: SECRET }
  const { output, status } = await call(app, 'strict', { input })
  expect(status).toBe(400)
  expect((output as { body: { error: unknown[] } }).body.error).toHaveLength(6)
  expect(JSON.stringify(output)).not.toContain(SECRET)
})

test('what is no principal is named by its kinds alone', async () => {
  const { app } = createDesk()
  const error = await rejection(
    call(app, 'tickets_index', { principal: { kind: SECRET, id: [SECRET], abilities: SECRET } as never }),
  )
  expect(error).toBeInstanceOf(PrincipalError)
  expect(Bun.inspect(error)).not.toContain(SECRET)
})

test('a conversation keeps what was said as it was said, secrets included', async () => {
  const { app } = createDesk()
  const http = await TestApp.fromApp(app)
  using ai = http.fakeAi()
  ai.respond(Clerk, [
    { toolCalls: [{ name: 'tickets_create', input: { title: 'x', password: SECRET } }], then: 'Done.' },
  ])
  const { conversationId = '' } = await ai.agent(Clerk).as(ada).prompt('go', { conversation: true })
  expect(JSON.stringify(await ai.conversations().find(conversationId))).toContain(SECRET)
})
