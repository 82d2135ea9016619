// A human's yes is for one exact call, once, in its time: it is neither stretched, moved, raced nor outlived.

import { describe, expect, test } from 'bun:test'
import {
  ApprovalError,
  createApp,
  memoryApprovals,
  routeTool,
  type ApprovalStore,
  type ToolCall,
} from '@understudy/app'
import { sqlApprovals } from '@understudy/app/sql'
import { z } from 'zod'
import { databaseKinds } from '../stores/databases.js'
import { ada, boss, call, createDesk, rejection } from './desk.js'

const HOUR_MS = 60 * 60 * 1000

interface StoreKind {
  readonly name: string
  readonly missing?: string | undefined
  readonly create: () => Promise<AsyncDisposable & { readonly store: ApprovalStore }>
}

const kinds: readonly StoreKind[] = [
  {
    name: 'in memory',
    create: async () => ({ store: memoryApprovals(), [Symbol.asyncDispose]: async () => undefined }),
  },
  ...databaseKinds.map(({ name, missing, create }) => ({
    name,
    missing,
    create: async () => {
      const database = await create()
      const store = sqlApprovals(database.connect())
      return { store, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
    },
  })),
]

/** A desk on which a call of `refunds_create` with this input was approved. */
async function approvedDesk(store: ApprovalStore, input: unknown) {
  const desk = createDesk({ store })
  expect(await call(desk.app, 'refunds_create', { input })).toMatchObject({ denied: 'approval' })
  const [request] = await desk.app.approvals.list({ status: 'pending' })
  if (request === undefined) throw new Error('No request was filed.')
  await desk.app.approvals.approve(request.id, { by: boss })
  return { ...desk, request }
}

describe('a number that is approved in a path or a query', () => {
  /** An app whose gated tool takes a number in its path and one in its query. */
  function numbered() {
    const seen: unknown[] = []
    const accountsDelete = routeTool('accounts_delete', {
      description: 'Delete an account.',
      params: z.object({ id: z.number() }),
      query: z.object({ version: z.number().optional() }),
      approval: 'required',
    })
    const app = createApp({ approvals: { store: memoryApprovals() } }).delete('/accounts/:id', accountsDelete, (c) => {
      seen.push({ ...c.req.valid('param'), ...c.req.valid('query') })
      return c.json('deleted')
    })
    return { app, seen }
  }

  // As text these are other numbers than the nearest that a double can be: those of somebody else's account.
  test.each([
    '9007199254740993',
    '-9007199254740993',
    '9007199254740992.5',
    '12345678901234567890',
    '1e400',
    '9007199254740993e0',
  ])('is never another one that runs: %s is refused where it arrives', async (text) => {
    const { app, seen } = numbered()
    for (const input of [{ id: text }, { id: 1, version: text }]) {
      expect(await call(app, 'accounts_delete', { input })).toMatchObject({ status: 400 })
    }
    expect(await app.approvals.list()).toEqual([])
    expect(seen).toEqual([])
    expect((await app.request(`/accounts/${encodeURIComponent(text)}`, { method: 'DELETE' })).status).toBe(400)
    expect(seen).toEqual([])
  })

  test.each([
    7,
    '7',
    -1.5,
    '0.1',
    5e-324,
    2 ** 53 - 1,
    2 ** 53,
    1e21,
    -1.7976931348623157e308,
    '9007199254740991',
    '9007199254740992',
  ])('runs as what was approved: %p', async (id) => {
    const { app, seen } = numbered()
    const input = { id, version: id }
    expect(await call(app, 'accounts_delete', { input })).toMatchObject({ denied: 'approval' })
    const [request] = await app.approvals.list()
    expect(request?.input).toEqual(input)
    await app.approvals.approve(request?.id ?? '', { by: boss })
    expect(await call(app, 'accounts_delete', { input })).toMatchObject({ status: 200 })
    expect(seen).toEqual([{ id: Number(id), version: Number(id) }])
  })
})

/** Calls that look like the approved one of `{ id: 1, note: 'x' }`. */
const SUBSTITUTES: readonly (readonly [what: string, tool: string, options: Partial<Omit<ToolCall, 'tool'>>])[] = [
  ['another id', 'refunds_create', { input: { id: 2, note: 'x' } }],
  ['the id as text', 'refunds_create', { input: { id: '1', note: 'x' } }],
  ['the id in a list', 'refunds_create', { input: { id: [1], note: 'x' } }],
  ['the id as true', 'refunds_create', { input: { id: true, note: 'x' } }],
  ['an id beside it', 'refunds_create', { input: { id: 1.0000000000000002, note: 'x' } }],
  ['a key less', 'refunds_create', { input: { id: 1 } }],
  ['a key more', 'refunds_create', { input: { id: 1, note: 'x', amount: 1_000_000 } }],
  ['a key more that is undefined', 'refunds_create', { input: { id: 1, note: 'x', amount: undefined } }],
  ['a key more that is null', 'refunds_create', { input: { id: 1, note: 'x', amount: null } }],
  ['a key __proto__', 'refunds_create', { input: JSON.parse('{"id":1,"note":"x","__proto__":{"amount":9}}') }],
  ['a key constructor', 'refunds_create', { input: { id: 1, note: 'x', constructor: {} } }],
  ['a key in another case', 'refunds_create', { input: { id: 1, Note: 'x' } }],
  ['a text with a space more', 'refunds_create', { input: { id: 1, note: 'x ' } }],
  ['a text that looks alike', 'refunds_create', { input: { id: 1, note: 'х' } }],
  ['a text that imitates the writing', 'refunds_create', { input: { id: 1, note: 'x","amount":"9' } }],
  ['another user', 'refunds_create', { principal: { kind: 'user', id: 'eve' } }],
  ['the same id of another kind', 'refunds_create', { principal: { kind: 'service', id: 'ada' } }],
  ['the one who approved', 'refunds_create', { principal: boss }],
  ['another agent', 'refunds_create', { agent: 'clerk2' }],
  ['an agent in another case', 'refunds_create', { agent: 'Clerk' }],
  ['an agent whose name reaches into the rest', 'refunds_create', { agent: 'clerk",["user","ada"],"' }],
  ['another tool', 'refunds_void', {}],
]

describe.each(kinds)('approvals $name', ({ missing, create }) => {
  const input = { id: 1, note: 'x' }

  test.skipIf(missing !== undefined)('a yes runs its call once, and a repetition asks anew', async () => {
    await using kind = await create()
    const { app, ran, bodies, request, notified, pass } = await approvedDesk(kind.store, input)
    pass(1)
    expect((await call(app, 'refunds_create', { input: { note: 'x', id: 1 } })).status).toBe(200)
    for (let again = 0; again < 3; again += 1) {
      expect(await call(app, 'refunds_create', { input })).toMatchObject({ denied: 'approval' })
    }
    expect(ran).toEqual(['refunds_create'])
    expect(bodies).toEqual([input])
    expect(notified).toHaveLength(2)
    expect((await app.approvals.list()).map(({ id, status }) => [id === request.id, status])).toEqual([
      [true, 'spent'],
      [false, 'pending'],
    ])
    expect(await rejection(app.approvals.approve(request.id, { by: boss }))).toMatchObject({ reason: 'decided' })
  })

  test.skipIf(missing !== undefined)('of fifty calls at once one runs', async () => {
    await using kind = await create()
    const { app, ran } = await approvedDesk(kind.store, input)
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => call(app, 'refunds_create', { input })))
    expect(outcomes.filter(({ denied }) => denied === undefined)).toHaveLength(1)
    expect(ran).toEqual(['refunds_create'])
    expect((await app.approvals.list({ status: 'spent' })).length).toBe(1)
    // Those that came later asked a human again, together.
    expect((await app.approvals.list({ status: 'pending' })).length).toBe(1)
  })

  test.skipIf(missing !== undefined)('of fifty first calls at once one asks, and none runs', async () => {
    await using kind = await create()
    const { app, ran, notified } = createDesk({ store: kind.store })
    await Promise.all(Array.from({ length: 50 }, () => call(app, 'refunds_create', { input })))
    expect(ran).toEqual([])
    expect(notified).toHaveLength(1)
    expect(await app.approvals.list()).toHaveLength(1)
  })

  test.skipIf(missing !== undefined)('of a yes and a no at once one counts', async () => {
    await using kind = await create()
    const { app, ran } = createDesk({ store: kind.store })
    await call(app, 'refunds_create', { input })
    const [request] = await app.approvals.list()
    const id = request?.id ?? ''
    const decisions = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? app.approvals.reject(id, { by: boss }) : app.approvals.approve(id, { by: boss }),
    )
    const decided = await Promise.allSettled(decisions)
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [only] = await app.approvals.list()
    const outcome = await call(app, 'refunds_create', { input })
    expect(outcome.denied).toBe(only?.status === 'approved' ? undefined : 'approval')
    expect(ran).toHaveLength(only?.status === 'approved' ? 1 : 0)
  })

  test.skipIf(missing !== undefined).each(SUBSTITUTES)('a yes is not for %s', async (_what, tool, options) => {
    await using kind = await create()
    const { app, ran, request } = await approvedDesk(kind.store, input)
    expect(await call(app, tool, { input, ...options })).toMatchObject({ denied: 'approval' })
    expect(ran).toEqual([])
    expect((await app.approvals.list({ status: 'approved' })).map(({ id }) => id)).toEqual([request.id])
    // It filed a request of its own, so that the human is asked about what would really run.
    expect(await app.approvals.list({ status: 'pending' })).toHaveLength(1)
  })

  const edges = [
    { after: HOUR_MS - 1, runs: true },
    { after: HOUR_MS, runs: false },
    { after: HOUR_MS + 1, runs: false },
  ]
  test.skipIf(missing !== undefined).each(edges)(
    'a yes of an hour runs after $after ms: $runs',
    async ({ after, runs }) => {
      await using kind = await create()
      const { app, ran, pass } = await approvedDesk(kind.store, input)
      pass(after)
      expect((await call(app, 'refunds_create', { input })).denied).toBe(runs ? undefined : 'approval')
      expect(ran).toEqual(runs ? ['refunds_create'] : [])
    },
  )

  test.skipIf(missing !== undefined).each(edges)(
    'a request of an hour can be decided after $after ms: $runs',
    async ({ after, runs }) => {
      await using kind = await create()
      const { app, pass } = createDesk({ store: kind.store })
      await call(app, 'refunds_create', { input })
      const [request] = await app.approvals.list()
      pass(after)
      const decision = app.approvals.approve(request?.id ?? '', { by: boss })
      if (runs) expect(await decision).toMatchObject({ status: 'approved' })
      else expect(await rejection(decision)).toMatchObject({ code: 'APPROVAL', reason: 'expired' })
    },
  )

  const strange = ['', "' OR '1'='1", '__proto__', 'constructor', '\0', '\ud800', '%', 'x'.repeat(100_000)]
  test
    .skipIf(missing !== undefined)
    .each([...strange, 1, null, undefined, {}, [], ['x'], Symbol('x')].map((id) => ({ id })))(
    'an id that was never given out decides nothing: %#',
    async ({ id }) => {
      await using kind = await create()
      const { app } = createDesk({ store: kind.store })
      await call(app, 'refunds_create', { input })
      for (const decide of [app.approvals.approve, app.approvals.reject]) {
        const error = await rejection(decide(id as string, { by: boss }))
        expect(error).toBeInstanceOf(ApprovalError)
        expect(error).toMatchObject({ reason: 'unknown' })
      }
      expect(await app.approvals.list()).toMatchObject([{ status: 'pending' }])
    },
  )
})

const NO_HUMANS = [
  null,
  undefined,
  'boss',
  {},
  [boss],
  { kind: 'service', id: 'boss' },
  { kind: 'admin', id: 1 },
  { kind: ['user'], id: 1 },
  { id: 'boss' },
]
test.each(NO_HUMANS.map((by) => ({ by })))('%j says neither yes nor no', async ({ by }) => {
  const { app, ran } = createDesk()
  await call(app, 'refunds_create', { input: { id: 1 } })
  const [request] = await app.approvals.list()
  for (const decide of [app.approvals.approve, app.approvals.reject]) {
    expect(await rejection(decide(request?.id ?? '', { by: by as never }))).toMatchObject({ reason: 'approver' })
  }
  expect(await call(app, 'refunds_create', { input: { id: 1 } })).toMatchObject({ denied: 'approval' })
  expect(await app.approvals.list()).toMatchObject([{ status: 'pending' }])
  expect(ran).toEqual([])
})

test('a call that would have been refused asks no human', async () => {
  const { app, ran, notified } = createDesk()
  await call(app, 'refunds_create', { input: {}, principal: null })
  await call(app, 'refunds_create', { input: {}, scopes: ['tools:read'] })
  await call(app, 'refunds_create', { input: {}, principal: { ...ada, abilities: [] } })
  await rejection(call(app, 'refunds_create', { input: 'id' }))
  expect(await app.approvals.list()).toEqual([])
  expect(notified).toEqual([])
  expect(ran).toEqual([])
})
