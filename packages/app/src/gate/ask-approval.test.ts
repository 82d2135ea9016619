import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import {
  ApprovalStoreError,
  createApp,
  memoryApprovals,
  routeTool,
  type ApprovalStore,
  type AuditRecord,
} from '../index.js'
import { call, operator } from '../test-call.js'
import { askingApp, boss } from '../test-gated-app.js'
import { deliveryErrorsOf } from '../test-warnings.js'

const HOUR_MS = 3_600_000
const input = { id: 7 }
const callDelete = (app: object) => call(app, 'tickets_delete', { input })

describe('the first call', () => {
  test('runs nothing, files one request, and tells the model where it stands', async () => {
    const { app, hits, notified } = askingApp()
    const outcome = await callDelete(app)
    expect(hits).toEqual([])
    const [request, ...more] = await app.approvals.list()
    expect(more).toEqual([])
    expect(request).toEqual({
      id: expect.any(String),
      tool: 'tickets_delete',
      agent: 'triager',
      principal: operator,
      input,
      requestedAt: '2030-01-31T20:00:00.000Z',
      expiresAt: '2030-01-31T21:00:00.000Z',
      status: 'pending',
    })
    const approval = { status: 'pending', requestId: request!.id, expiresAt: '2030-01-31T21:00:00.000Z' } as const
    expect(outcome).toEqual({
      denied: 'approval',
      approval,
      method: 'POST',
      path: '/delete',
      status: 403,
      output: { denied: 'approval', message: expect.stringContaining('waits for a human'), approval },
    })
    expect(notified).toEqual([request!])
  })

  test('repeated, also at once, files nothing new and notifies nobody again', async () => {
    const { app, hits, notified } = askingApp()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => callDelete(app)))
    outcomes.push(await callDelete(app))
    expect(new Set(outcomes.map(({ output }) => JSON.stringify(output))).size).toBe(1)
    expect(await app.approvals.list()).toHaveLength(1)
    expect([notified.length, hits]).toEqual([1, []])
  })

  test('shows a human no secrets', async () => {
    const { app, notified } = askingApp()
    await call(app, 'tickets_delete', { input: { id: 7, why: { apiKey: 'hush' } } })
    expect(notified[0]?.input).toEqual({ id: 7, why: { apiKey: '[redacted]' } })
    expect(JSON.stringify(await app.approvals.list())).not.toContain('hush')
  })

  test('is bound to the secrets that it hides', async () => {
    const { app, hits } = askingApp()
    await call(app, 'tickets_delete', { input: { id: 7, token: 'a' } })
    await app.approvals.approve((await app.approvals.list())[0]!.id, { by: boss })
    expect((await call(app, 'tickets_delete', { input: { id: 7, token: 'b' } })).denied).toBe('approval')
    expect(hits).toEqual([])
    expect((await call(app, 'tickets_delete', { input: { id: 7, token: 'a' } })).output).toBe('deleted')
  })

  test('of an anonymous run is filed for nobody', async () => {
    const hits: number[] = []
    const app = createApp({ approvals: { store: memoryApprovals() } }).get(
      '/report',
      routeTool('report', { description: 'Reports.', approval: 'required' }),
      (c) => c.json(hits.push(1)),
    )
    expect((await call(app, 'report', { principal: null })).denied).toBe('approval')
    expect(hits).toEqual([])
    expect(await app.approvals.list({ principal: null })).toMatchObject([{ principal: null, status: 'pending' }])
  })
})

describe('an input that no human can be asked about', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
  const inputs: [what: string, why: unknown, message: string][] = [
    ['nested too deep', nested(200), 'nested deeper than 100 levels'],
    ['too long', 'x'.repeat(2 ** 20), 'longer than 1048576 characters'],
  ]
  for (const [what, why, message] of inputs) {
    test(`because it is ${what} is refused: nothing runs and nothing is filed`, async () => {
      const { app, hits, notified } = askingApp()
      const { output, denied } = await call(app, 'tickets_delete', { input: { id: 7, why } })
      expect(denied).toBe('approval')
      expect(output).toEqual({ denied: 'approval', message: expect.stringContaining(message) })
      expect([hits, notified, await app.approvals.list()]).toEqual([[], [], []])
    })
  }
})

describe('a rejected call', () => {
  test('stays rejected until the request expires, with the reason for the model', async () => {
    const { app, hits, notified, clock } = askingApp()
    await callDelete(app)
    const { id } = (await app.approvals.list())[0]!
    await app.approvals.reject(id, { by: boss, reason: 'Ask Ada.' })
    clock.pass(HOUR_MS - 1)
    const approval = { status: 'rejected', requestId: id, expiresAt: '2030-01-31T21:00:00.000Z', reason: 'Ask Ada.' }
    const message = expect.stringContaining('A human rejected this call of "tickets_delete": "Ask Ada."')
    expect((await callDelete(app)).output).toEqual({ denied: 'approval', message, approval })
    expect(notified).toHaveLength(1)
    clock.pass(1)
    expect((await callDelete(app)).output).toMatchObject({ approval: { status: 'pending' } })
    expect(notified).toHaveLength(2)
    expect(hits).toEqual([])
  })
})

describe('a request that expires', () => {
  test('is approved in vain: the call files another, and nothing runs', async () => {
    const { app, hits, clock } = askingApp({ expiresInMs: 1000 })
    await callDelete(app)
    const { id } = (await app.approvals.list())[0]!
    clock.pass(999)
    await app.approvals.approve(id, { by: boss })
    clock.pass(1)
    expect((await callDelete(app)).output).toMatchObject({ approval: { status: 'pending' } })
    expect((await app.approvals.list()).map(({ status }) => status)).toEqual(['expired', 'pending'])
    expect(hits).toEqual([])
  })

  test('runs until then', async () => {
    const { app, hits, clock } = askingApp({ expiresInMs: 1000 })
    await callDelete(app)
    await app.approvals.approve((await app.approvals.list())[0]!.id, { by: boss })
    clock.pass(999)
    expect((await callDelete(app)).output).toBe('deleted')
    expect(hits).toEqual([7])
  })
})

describe('a rule', () => {
  const ruleApp = (approval: () => boolean) => {
    const hits: number[] = []
    const notified: unknown[] = []
    const approvals = { store: memoryApprovals(), notify: (request: unknown) => notified.push(request) }
    const contract = { description: 'X.', body: z.object({ id: z.number() }), approval }
    const app = createApp({ approvals })
      .post('/x', routeTool('tickets_delete', contract), (c) => c.json(hits.push(1)))
      .onError((_error, c) => c.text('failed', 500))
    return { app, hits, notified }
  }

  test('that says false files nothing, and the call runs', async () => {
    const { app, hits, notified } = ruleApp(() => false)
    expect((await callDelete(app)).output).toBe(1)
    expect([hits.length, notified, await app.approvals.list()]).toEqual([1, [], []])
  })

  test('that throws fails the call; nothing runs and nothing is filed', async () => {
    const { app, hits, notified } = ruleApp(() => {
      throw new Error('no')
    })
    expect((await callDelete(app)).status).toBe(500)
    expect([hits, notified, await app.approvals.list()]).toEqual([[], [], []])
  })

  test('that gives a promise, or anything but false, asks a human', async () => {
    for (const answer of [true, undefined, Promise.resolve(false), Promise.reject(new Error('no'))]) {
      const { app, hits, notified } = ruleApp(() => answer as boolean)
      expect((await callDelete(app)).output).toMatchObject({ approval: { status: 'pending' } })
      expect([hits, notified.length]).toEqual([[], 1])
    }
  })
})

describe('nothing runs and nobody is notified', () => {
  const failing = new Error('database is down')
  const down: [what: string, changes: Partial<ApprovalStore>][] = [
    ['when the store cannot file', { file: () => Promise.reject(failing) }],
    ['when the store cannot spend', { spend: () => Promise.reject(failing) }],
    [
      'when the store throws at once',
      {
        file: () => {
          throw failing
        },
      },
    ],
  ]
  for (const [what, changes] of down) {
    test(`${what}, and the model reads an error that keeps its cause to itself`, async () => {
      const store = memoryApprovals()
      const { app, hits, notified } = askingApp({ store })
      await callDelete(app)
      await app.approvals.approve((await app.approvals.list())[0]!.id, { by: boss })
      Object.assign(store, changes)
      const error = (await callDelete(app).catch((error: unknown) => error)) as ApprovalStoreError
      expect(error).toBeInstanceOf(ApprovalStoreError)
      expect(error).toMatchObject({ code: 'APPROVAL_STORE', tool: 'tickets_delete', agent: 'triager', cause: failing })
      expect(error.message).not.toContain(failing.message)
      expect([hits, notified.length]).toEqual([[], 1])
    })
  }

  test('when the store fails, and the app and its audit hear of it', async () => {
    const records: AuditRecord[] = []
    const heard: unknown[] = []
    const store = { ...memoryApprovals(), file: () => Promise.reject(failing) }
    const app = createApp({ approvals: { store }, audit: (record) => records.push(record) })
      .post('/x', routeTool('x', { description: 'X.', approval: 'required' }), (c) => c.json('ran'))
      .onError((error, c) => {
        heard.push(error)
        return c.text('fine', 200)
      })
    const error = await call(app, 'x').catch((error: unknown) => error)
    expect(heard).toEqual([error])
    expect(records).toMatchObject([{ outcome: 'error', reason: 'APPROVAL_STORE' }])
    expect(records[0]).not.toHaveProperty('status')
  })

  const spoiled: [what: string, changes: Partial<ApprovalStore>, status: number][] = [
    ['when spending answers what is no boolean', { spend: async () => 1 as never }, 403],
    ['when others are always first', { spend: async () => false }, 403],
  ]
  for (const [what, changes, status] of spoiled) {
    test(what, async () => {
      const store = memoryApprovals()
      const { app, hits, notified } = askingApp({ store })
      await callDelete(app)
      await app.approvals.approve((await app.approvals.list())[0]!.id, { by: boss })
      Object.assign(store, changes)
      expect(await callDelete(app)).toMatchObject({ status })
      expect([hits, notified.length]).toEqual([[], 1])
    })
  }
})

describe('several processes on one store', () => {
  test('run an approved call once, wherever it was filed and approved', async () => {
    const store = memoryApprovals()
    const [one, other] = [askingApp({ store }), askingApp({ store })]
    await Promise.all([one, other].map(({ app }) => callDelete(app)))
    expect([...one.notified, ...other.notified]).toHaveLength(1)
    await one.app.approvals.approve((await other.app.approvals.list())[0]!.id, { by: boss })
    await Promise.all([one, other, one, other].map(({ app }) => callDelete(app)))
    expect([...one.hits, ...other.hits]).toEqual([7])
  })

  test('of apps whose tools stand elsewhere share no approvals', async () => {
    const store = memoryApprovals()
    const { app, hits } = askingApp({ store })
    const elsewhere = createApp({ approvals: { store } }).post(
      '/elsewhere',
      routeTool('tickets_delete', { description: 'X.', body: z.object({ id: z.number() }), approval: 'required' }),
      (c) => c.json(hits.push('elsewhere')),
    )
    await callDelete(app)
    await app.approvals.approve((await app.approvals.list())[0]!.id, { by: boss })
    expect((await callDelete(elsewhere)).denied).toBe('approval')
    expect(hits).toEqual([])
  })
})

describe('notify', () => {
  test('is not waited for', async () => {
    const { app } = askingApp({ notify: () => new Promise(() => undefined) })
    expect((await callDelete(app)).denied).toBe('approval')
  })

  test('is given what it cannot change', async () => {
    const { app, hits } = askingApp({ notify: (request) => Object.assign(request, { status: 'approved' }) })
    await callDelete(app)
    expect((await callDelete(app)).denied).toBe('approval')
    expect(hits).toEqual([])
  })

  test('may approve by itself, for an app that has such a rule', async () => {
    const { app, hits } = askingApp({
      notify: ({ id }): unknown => app.approvals.approve(id, { by: boss }),
    })
    await callDelete(app)
    expect((await callDelete(app)).output).toBe('deleted')
    expect(hits).toEqual([7])
  })

  const noMail = new Error('no mail')
  const failures: [how: string, notify: () => unknown][] = [
    ['rejects', () => Promise.reject(noMail)],
    [
      'throws',
      () => {
        throw noMail
      },
    ],
  ]
  for (const [how, notify] of failures) {
    test(`that ${how} fails no call and is reported once`, async () => {
      const { app } = askingApp({ notify })
      const reported = await deliveryErrorsOf(noMail, async () => {
        for (const id of [7, 8]) {
          const { output } = await call(app, 'tickets_delete', { input: { id } })
          expect(output).toMatchObject({ approval: { status: 'pending' } })
        }
      })
      expect(reported).toEqual([expect.objectContaining({ code: 'DELIVERY', option: 'approvals.notify' })])
      expect(await app.approvals.list()).toHaveLength(2)
    })
  }
})
