import { describe, expect, test } from 'bun:test'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import {
  createApp,
  createBudget,
  memoryApprovals,
  requirePrincipal,
  routeTool,
  type AuditRecord,
  type AuditSink,
} from '../index.js'
import { call, operator } from '../test-call.js'
import { testClock } from '../test-gated-app.js'
import { deliveryErrorsOf } from '../test-warnings.js'

const params = z.object({ id: z.number() })
const body = z.object({ title: z.string(), iban: z.string().optional(), auth: z.looseObject({}).optional() })

/** An app that keeps its records in a list, with a tool for each thing that may become of a call. */
function recordingApp(audit?: AuditSink) {
  const records: AuditRecord[] = []
  const hits: string[] = []
  const clock = testClock()
  const contract = { description: 'X.', params, body, redact: ['iban'] }
  const app = createApp({
    now: clock.now,
    approvals: { store: memoryApprovals() },
    audit: audit ?? ((record) => void records.push(record)),
  })
    .put('/tickets/:id', requirePrincipal(), routeTool('update', contract), (c) => {
      hits.push('update')
      clock.pass(12)
      return c.json('updated')
    })
    .post('/gated', routeTool('gated', { description: 'X.', approval: 'required' }), (c) => c.json(hits.push('gated')))
    .post('/fails', routeTool('fails', { description: 'X.' }), () => {
      throw new Error('hush-hush')
    })
    .post('/forbids', routeTool('forbids', { description: 'X.' }), () => {
      throw new HTTPException(403, { message: 'no' })
    })
    .post('/moved', routeTool('moved', { description: 'X.' }), (c) => c.redirect('/elsewhere'))
    .post('/people/:token/:id', routeTool('people', { description: 'X.' }), (c) => c.json(hits.push('people')))
    .get('/things/export', (c) => c.json(hits.push('export')))
    .get('/things/:id', routeTool('things', { description: 'X.' }), (c) => c.json(hits.push('things')))
    .onError((error, c) => (error instanceof HTTPException ? error.getResponse() : c.text('failed', 500)))
  return { app, records, hits, clock }
}

const input = { id: 7, title: 'x' }
const at = '2030-01-31T20:00:00.000Z'
const base = { at, agent: 'triager', principal: operator, durationMs: 0 }
const update = { ...base, tool: 'update', method: 'PUT', path: '/tickets/7', input }

describe('the record of a call', () => {
  test('that ran says who did what, and how long it took', async () => {
    const { app, records } = recordingApp()
    await call(app, 'update', { input, principal: { ...operator, abilities: ['tools:*'] } })
    expect(records).toEqual([{ ...update, outcome: 'ok', status: 200, durationMs: 12 }])
  })

  const ends: [what: string, name: string, options: Parameters<typeof call>[2], expected: object][] = [
    [
      'the budget denied',
      'update',
      { input, budget: createBudget(0) },
      { ...update, outcome: 'denied', reason: 'budget' },
    ],
    ['the scope denied', 'update', { input, scopes: [] }, { ...update, outcome: 'denied', reason: 'scope' }],
    [
      'waits for approval',
      'gated',
      {},
      {
        ...base,
        tool: 'gated',
        method: 'POST',
        path: '/gated',
        input: {},
        outcome: 'denied',
        status: 403,
        reason: 'approval',
      },
    ],
    [
      'validation refused',
      'update',
      { input: { id: 7, title: 7 } },
      { ...update, input: { id: 7, title: 7 }, outcome: 'error', status: 400 },
    ],
    ['the app refused', 'forbids', {}, { tool: 'forbids', outcome: 'error', status: 403, reason: 'threw' }],
    ['a handler failed', 'fails', {}, { tool: 'fails', outcome: 'error', status: 500, reason: 'threw' }],
    ['was redirected', 'moved', {}, { tool: 'moved', outcome: 'ok', status: 302 }],
  ]
  for (const [what, name, options, expected] of ends) {
    test(`that ${what}`, async () => {
      const { app, records, hits } = recordingApp()
      await call(app, name, options)
      expect(records).toHaveLength(1)
      expect(records[0]).toMatchObject(expected)
      expect('reason' in expected).toBe(records[0]?.reason !== undefined)
      expect(JSON.stringify(records)).not.toContain('hush')
      expect(hits).toEqual([])
    })
  }

  const thrown: [what: string, name: string, options: Parameters<typeof call>[2], expected: object][] = [
    [
      'no request could carry',
      'update',
      { input: { id: '..', title: 'x' } },
      { path: '/tickets/..', reason: 'TOOL_REQUEST' },
    ],
    ['lacked a param', 'update', { input: { title: 'x' } }, { path: '/tickets/:id', reason: 'TOOL_REQUEST' }],
    [
      'had no object for an input',
      'update',
      { input: 'x' },
      { path: '/tickets/:id', input: 'x', reason: 'TOOL_REQUEST' },
    ],
    ['would have reached another route', 'things', { input: { id: 'export' } }, { reason: 'TOOL_REQUEST' }],
    [
      'acted for what is no principal',
      'update',
      { input, principal: 'me' as never },
      { principal: null, reason: 'PRINCIPAL' },
    ],
    ['was aborted before', 'update', { input, signal: AbortSignal.abort() }, { reason: 'aborted' }],
    [
      'was aborted with a reason before',
      'update',
      { input, signal: AbortSignal.abort('enough') },
      { reason: 'aborted' },
    ],
  ]
  for (const [what, name, options, expected] of thrown) {
    test(`that ${what} has no status, and the error goes on`, async () => {
      const { app, records, hits } = recordingApp()
      const ended = await Promise.allSettled([call(app, name, options)])
      expect(ended[0].status).toBe('rejected')
      expect(records).toHaveLength(1)
      expect(records[0]).toMatchObject({ outcome: 'error', ...expected })
      expect(records[0]).not.toHaveProperty('status')
      expect(hits).toEqual([])
    })
  }

  test('that was aborted while it ran', async () => {
    const controller = new AbortController()
    const records: AuditRecord[] = []
    const app = createApp({ audit: (record) => records.push(record) })
      .post('/slow', routeTool('slow', { description: 'X.' }), (c) => {
        controller.abort()
        c.req.raw.signal.throwIfAborted()
        return c.json('ran')
      })
      .onError((_error, c) => c.text('failed', 500))
    await call(app, 'slow', { signal: controller.signal })
    expect(records).toMatchObject([{ outcome: 'error', status: 500, reason: 'aborted' }])
  })

  test('of an anonymous run has no principal', async () => {
    const { app, records } = recordingApp()
    await call(app, 'things', { input: { id: 'x' }, principal: null })
    expect(records).toMatchObject([{ principal: null, outcome: 'ok', path: '/things/x' }])
  })

  test('is one a call, in the order in which they end', async () => {
    const { app, records } = recordingApp()
    await Promise.all([call(app, 'things', { input: { id: 'x' } }), call(app, 'things', { scopes: [] })])
    expect(records.map(({ outcome }) => outcome)).toEqual(['denied', 'ok'])
  })
})

describe('secrets', () => {
  test('are not in the input of a record, and the route sees them', async () => {
    const { app, records } = recordingApp()
    const given = { id: 7, title: 'x', iban: 'DE1', auth: { API_KEY: 'hush', user: 'ada' } }
    const before = structuredClone(given)
    expect((await call(app, 'update', { input: given })).output).toBe('updated')
    expect(records[0]?.input).toEqual({
      id: 7,
      title: 'x',
      iban: '[redacted]',
      auth: { API_KEY: '[redacted]', user: 'ada' },
    })
    expect(given).toEqual(before)
  })

  test('are not in its path', async () => {
    const { app, records, hits } = recordingApp()
    const outcome = await call(app, 'people', { input: { token: 'hush', id: 'a/b \u{E9}' } })
    expect(outcome.path).toBe('/people/hush/a%2Fb%20%C3%A9')
    expect(records[0]?.path).toBe('/people/:token/a%2Fb%20%C3%A9')
    expect(hits).toEqual(['people'])
  })

  test('are hidden in an input that no request could carry, however it is made', async () => {
    const { app, records } = recordingApp()
    const cycle: Record<string, unknown> = { id: '\u{D800}', password: 'hush' }
    cycle['self'] = cycle
    await call(app, 'update', { input: cycle }).catch(() => undefined)
    expect(records[0]?.input).toEqual({ id: '\u{D800}', password: '[redacted]', self: '[circular]' })
    expect(records[0]?.path).toBe('/tickets/%EF%BF%BD')
  })

  test('stay as they were when the call began', async () => {
    const given: Record<string, unknown> = { id: 'x' }
    const records: AuditRecord[] = []
    const app = createApp({ audit: (record) => records.push(record) }).get(
      '/:id',
      routeTool('changes', { description: 'X.' }),
      (c) => {
        given['id'] = 'changed'
        return c.json('ran')
      },
    )
    await call(app, 'changes', { input: given })
    expect(records[0]?.input).toEqual({ id: 'x' })
  })
})

describe('a sink', () => {
  const full = new Error('disk full')
  const failures: [how: string, sink: AuditSink][] = [
    ['rejects', () => Promise.reject(full)],
    [
      'throws',
      () => {
        throw full
      },
    ],
  ]
  for (const [how, sink] of failures) {
    test(`that ${how} fails no call and is reported once`, async () => {
      const { app, hits } = recordingApp(sink)
      const reported = await deliveryErrorsOf(full, async () => {
        for (let time = 0; time < 3; time += 1) expect((await call(app, 'update', { input })).output).toBe('updated')
        expect((await call(app, 'update', { input, scopes: [] })).denied).toBe('scope')
        const error = await call(app, 'update', { input: {} }).catch((thrown: unknown) => thrown)
        expect(error).toMatchObject({ code: 'TOOL_REQUEST' })
      })
      expect(reported).toHaveLength(1)
      expect(reported[0]).toMatchObject({ code: 'DELIVERY', option: 'audit' })
      expect(reported[0]?.message).toContain('`audit` failed: disk full.')
      expect(hits).toHaveLength(3)
    })
  }

  test('that never ends holds no call up', async () => {
    const { app } = recordingApp(() => new Promise(() => undefined))
    expect((await call(app, 'update', { input })).output).toBe('updated')
  })
})

test('without a sink the app’s clock is not asked', async () => {
  let asked = 0
  const app = createApp({ now: () => (asked += 1) }).get('/x', routeTool('x', { description: 'X.' }), (c) => c.json(1))
  await call(app, 'x')
  expect(asked).toBe(0)
})
