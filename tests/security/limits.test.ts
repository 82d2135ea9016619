// Input of any size and depth is answered or refused: nothing overflows, nothing loops, nothing is kept of what was refused.

import { describe, expect, test } from 'bun:test'
import { createBudget, createApp, memoryApprovals, routeTool, ToolRequestError } from '@understudy/app'
import { z } from 'zod'
import { boss, call, createDesk, rejection } from './desk.js'

/** A value within so many lists or objects. */
function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1) value = wrap(value)
  return value
}

const wraps: readonly (readonly [what: string, wrap: (inner: unknown) => unknown])[] = [
  ['lists', (inner) => [inner]],
  ['objects', (inner) => ({ inner })],
  ['objects under secret keys', (inner) => ({ token: inner })],
]

describe.each(wraps)('%s', (_what, wrap) => {
  test.each([99, 100, 1_000, 10_000])('%d deep run, or are refused, and are recorded either way', async (depth) => {
    const { app, ran, records } = createDesk()
    const title = nested(depth, wrap)
    const outcome = await call(app, 'tickets_create', { input: { title } }).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ToolRequestError)
    expect(ran).toEqual(outcome instanceof Error ? [] : ['tickets_create'])
    expect(records).toHaveLength(1)
    expect(JSON.stringify(records).length).toBeLessThan(5_000)
  })

  test('deeper than a human can read are filed nowhere, and run nowhere', async () => {
    const { app, ran, notified } = createDesk()
    for (const depth of [100, 900]) {
      expect(await call(app, 'refunds_create', { input: { id: nested(depth, wrap) } })).toMatchObject({
        denied: 'approval',
      })
    }
    expect(await rejection(call(app, 'refunds_create', { input: { id: nested(10_000, wrap) } }))).toBeInstanceOf(
      ToolRequestError,
    )
    expect(await app.approvals.list()).toEqual([])
    expect(notified).toEqual([])
    expect(ran).toEqual([])
  })

  test('that can be filed are shown whole', async () => {
    const { app } = createDesk()
    expect(await call(app, 'refunds_create', { input: { id: nested(99, wrap) } })).toMatchObject({ denied: 'approval' })
    const [request] = await app.approvals.list()
    expect(JSON.stringify(request?.input)).not.toContain('[too deep]')
  })
})

test.each([1_000, 50_000, 1_000_000])(
  'lists %d deep are refused before any JSON is written, and recorded',
  async (depth) => {
    const { app, ran, records } = createDesk()
    let writes = 0
    const bottom = { toJSON: () => (writes += 1) }
    let title: unknown = bottom
    for (let level = 0; level < depth; level += 1) title = [title]
    const error = await rejection(call(app, 'tickets_create', { input: { title } }))
    expect(error).toBeInstanceOf(ToolRequestError)
    expect((error as Error).message).toContain('nested deeper than 1000 levels')
    expect([writes, ran]).toEqual([0, []])
    expect(records).toMatchObject([{ outcome: 'error', reason: 'TOOL_REQUEST' }])
  },
)

test('a value that reads otherwise each time is read once: recorded, approved and run is one', async () => {
  const { app, ran, bodies, records } = createDesk()
  let reads = 0
  const input = Object.defineProperty({ id: 1 }, 'amount', { enumerable: true, get: () => (reads += 1) })
  expect(await call(app, 'tickets_create', { input })).toMatchObject({ status: 200 })
  expect(bodies).toEqual([{ id: 1, amount: 1 }])
  expect(records[0]?.input).toEqual({ id: 1, amount: 1 })
  expect(await call(app, 'refunds_create', { input })).toMatchObject({ denied: 'approval' })
  const [request] = await app.approvals.list()
  expect(request?.input).toEqual({ id: 1, amount: 2 })
  await app.approvals.approve(request?.id ?? '', { by: boss })
  expect(await call(app, 'refunds_create', { input })).toMatchObject({ denied: 'approval' })
  expect(await call(app, 'refunds_create', { input: { id: 1, amount: 2 } })).toMatchObject({ status: 200 })
  expect(bodies.at(-1)).toEqual({ id: 1, amount: 2 })
  expect([reads, ran]).toEqual([3, ['tickets_create', 'refunds_create']])
})

describe('large input', () => {
  test('runs where no human is asked, and is recorded', async () => {
    const { app, ran, bodies, records } = createDesk()
    const inputs = [
      { title: 'x'.repeat(10_000_000) },
      { title: Array.from({ length: 200_000 }, (_, index) => index) },
      Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, index])),
    ]
    for (const input of inputs) expect((await call(app, 'tickets_create', { input })).status).toBe(200)
    expect(ran).toHaveLength(3)
    expect(bodies).toEqual(inputs)
    expect(records.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok'])
  })

  test('is recorded up to 64 * 1024 characters, and the record says where it ends', async () => {
    const { app, records } = createDesk()
    const long = 'x'.repeat(100_000)
    const inputs = [
      { title: long },
      { [long]: 1 },
      { title: Array.from({ length: 100_000 }, () => 0) },
      { title: Array.from({ length: 100_000 }, () => ({})) },
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, null])),
      { title: nested(90, (inner) => [long, inner, long]) },
      { title: nested(99, (inner) => (inner === 'x' ? Array.from({ length: 100_000 }, () => []) : [inner])) },
    ]
    for (const input of inputs) expect((await call(app, 'tickets_create', { input })).status).toBe(200)
    await call(app, 'tickets_show', { input: { id: long } })
    expect(records.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => 'ok'))
    for (const record of records) {
      // The quotes and commas of the text come on top.
      expect(JSON.stringify(record).length).toBeLessThan(3 * 64 * 1024)
      expect(JSON.stringify(record.input)).toContain('[too long]')
    }
  })

  test('that no human can judge is filed nowhere', async () => {
    const { app, ran } = createDesk()
    const long = 'x'.repeat(1024 * 1024)
    for (const input of [{ id: long }, { id: 1, [long]: 1 }, { id: Array.from({ length: 1_000_000 }, () => 0) }]) {
      const outcome = await call(app, 'refunds_create', { input })
      expect(outcome).toMatchObject({ denied: 'approval' })
      expect(JSON.stringify(outcome).length).toBeLessThan(1_000)
    }
    expect(await app.approvals.list()).toEqual([])
    expect(ran).toEqual([])
  })

  test('is written no further than the limit when an approval is bound to it', async () => {
    let reads = 0
    const watched = new Proxy(['x'.repeat(1_000)], {
      get(target, key) {
        if (key === 'length') return 100_000
        if (key === 'toJSON') return () => 'short'
        reads += 1
        return Reflect.get(target, key === Symbol.iterator ? key : '0')
      },
    })
    const { app, ran } = createDesk()
    expect(await call(app, 'refunds_create', { input: { id: watched }, scopes: ['tools:*'] })).toMatchObject({
      denied: 'approval',
    })
    expect(ran).toEqual([])
    expect(await app.approvals.list()).toEqual([])
    // Its items of a thousand characters fill a mebibyte after about a thousand; a record reads each once more.
    expect(reads).toBeLessThan(250_000)
  })

  test('from outside is read as it is, and answered', async () => {
    const { app, ran } = createDesk()
    const headers = { authorization: 'Bearer ada', 'content-type': 'application/json' }
    const bodies = [
      '['.repeat(100_000),
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      `{"title":${'9'.repeat(100_000)}}`,
      '"'.repeat(100_000),
    ]
    for (const body of bodies) {
      const { status } = await app.request('/tickets', { method: 'POST', headers, body })
      expect([200, 400]).toContain(status)
    }
    const query = Array.from({ length: 20_000 }, () => 'status=x').join('&')
    expect((await app.request(`/tickets?${query}`, { headers })).status).toBe(400)
    expect(ran).toEqual(['tickets_create'])
  })
})

test('a value that holds itself is recorded as that, and refused where it has no form', async () => {
  const { app, ran, records } = createDesk()
  const title: Record<string, unknown> = { token: 'x' }
  title['self'] = title
  expect(await rejection(call(app, 'tickets_create', { input: { title } }))).toBeInstanceOf(ToolRequestError)
  expect(await rejection(call(app, 'refunds_create', { input: { id: title } }))).toBeInstanceOf(ToolRequestError)
  expect(records.map(({ input }) => JSON.stringify(input))).toEqual([
    '{"title":{"token":"[redacted]","self":"[circular]"}}',
    '{"id":{"token":"[redacted]","self":"[circular]"}}',
  ])
  expect(ran).toEqual([])
})

test.each([
  { big: 1n },
  {
    at: {
      toJSON: () => {
        throw new Error('no')
      },
    },
  },
  Object.defineProperty({}, 'title', {
    enumerable: true,
    get: () => {
      throw new Error('no')
    },
  }),
])('a value that cannot be read runs nothing: %#', async (title) => {
  const { app, ran } = createDesk()
  expect(await rejection(call(app, 'tickets_create', { input: { title } }))).toBeInstanceOf(ToolRequestError)
  expect(ran).toEqual([])
})

describe('a model that does not stop', () => {
  test('is stopped by the budget of its agent, whatever its calls become', async () => {
    const { app, ran, records } = createDesk()
    const budget = createBudget(5, () => 0)
    const attempts = ['tickets_index', 'tickets_show', 'refunds_create', 'tickets_create'] as const
    const outcomes = []
    for (let turn = 0; turn < 25; turn += 1) {
      outcomes.push(
        await call(app, attempts[turn % 4] ?? 'tickets_index', { budget, input: { id: '..' } }).catch(() => 'threw'),
      )
    }
    expect(outcomes.slice(5).every((outcome) => typeof outcome === 'object' && outcome.denied === 'budget')).toBe(true)
    expect(ran.length).toBeLessThanOrEqual(5)
    expect(records).toHaveLength(25)
    expect(await app.approvals.list()).toHaveLength(1)
  })
})

test('a rule that never answers plainly asks a human, and nothing waits for it', async () => {
  const ran: string[] = []
  const rules: readonly unknown[] = [
    () => new Promise(() => undefined),
    () => undefined,
    () => 0,
    () => 'false',
    () => ({}),
    () => null,
  ]
  for (const rule of rules) {
    const tool = routeTool('ruled', {
      description: 'Ruled.',
      body: z.object({ a: z.number() }),
      approval: rule as () => boolean,
    })
    const app = createApp({ approvals: { store: memoryApprovals() } }).post('/', tool, (c) => {
      ran.push('ruled')
      return c.json('ran')
    })
    expect(await call(app, 'ruled', { input: { a: 1 } })).toMatchObject({ denied: 'approval' })
  }
  expect(ran).toEqual([])
})
