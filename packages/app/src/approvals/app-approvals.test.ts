import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import {
  ApprovalError,
  AppSetupError,
  createApp,
  memoryApprovals,
  requirePrincipal,
  routeTool,
  type Principal,
} from '../index.js'
import { call, operator } from '../test-call.js'
import { askingApp, boss } from '../test-gated-app.js'

const callDelete = (app: object, id: number = 7) => call(app, 'tickets_delete', { input: { id } })

/** An app that has filed one request. */
async function asked() {
  const asking = askingApp()
  await callDelete(asking.app)
  return { ...asking, id: (await asking.app.approvals.list())[0]!.id }
}

describe('app.approvals', () => {
  test('approves in the name of a human, without what they consented to', async () => {
    const { app, id, clock } = await asked()
    clock.pass(1000)
    const approved = await app.approvals.approve(id, { by: boss })
    const decidedBy = { kind: 'user', id: 'boss' }
    expect(approved).toMatchObject({ id, status: 'approved', decidedBy, decidedAt: '2030-01-31T20:00:01.000Z' })
    expect(await app.approvals.list()).toEqual([approved])
  })

  test('rejects, with a reason or without', async () => {
    const { app, id } = await asked()
    await callDelete(app, 8)
    const other = (await app.approvals.list({ status: 'pending' }))[1]!.id
    expect(await app.approvals.reject(id, { by: boss, reason: 'Ask Ada.' })).toMatchObject({ reason: 'Ask Ada.' })
    expect(await app.approvals.reject(other, { by: boss })).not.toHaveProperty('reason')
    expect((await app.approvals.list({ status: 'rejected' })).map((request) => request.id)).toEqual([id, other])
  })

  test('lists by status and by whom the calls were for', async () => {
    const { app, id } = await asked()
    await call(app, 'tickets_delete', { input: { id: 7 }, principal: { kind: 'user', id: '1' } })
    await app.approvals.approve(id, { by: boss })
    const idsOf = async (filter: Parameters<typeof app.approvals.list>[0]) =>
      (await app.approvals.list(filter)).map((request) => request.id)
    expect(await idsOf({ principal: { ...operator, abilities: [] } as Principal })).toEqual([id])
    expect(await idsOf({ principal: operator, status: 'pending' })).toEqual([])
    expect(await idsOf({ status: 'approved' })).toEqual([id])
    expect(await idsOf({ principal: null })).toEqual([])
    expect(await idsOf({})).toHaveLength(2)
  })

  test('is the same one under basePath', async () => {
    const app = createApp({ approvals: { store: memoryApprovals() } })
      .basePath('/v1')
      .post('/x', routeTool('tickets_delete', { description: 'X.', approval: 'required' }), (c) => c.json('ran'))
    await call(app, 'tickets_delete')
    expect(await app.approvals.list()).toHaveLength(1)
  })
})

describe('a decision is refused, and nothing changes,', () => {
  /** Tries both decisions, which fail alike, and gives the error. */
  async function refused(
    { app }: Pick<Awaited<ReturnType<typeof asked>>, 'app'>,
    id: string,
    ...given: [by?: unknown]
  ) {
    const by = (given.length > 0 ? given[0] : boss) as Principal
    const before = await app.approvals.list()
    const errors = await Promise.all([
      app.approvals.approve(id, { by }).catch((error: unknown) => error),
      app.approvals.reject(id, { by }).catch((error: unknown) => error),
    ])
    expect(await app.approvals.list()).toEqual(before)
    expect(errors[0]).toBeInstanceOf(ApprovalError)
    expect(errors[1]).toEqual(errors[0])
    return errors[0] as ApprovalError
  }

  test('about a request that is not there', async () => {
    const asking = await asked()
    for (const id of ['nobody', '', '__proto__', undefined, 7]) {
      const error = await refused(asking, id as string)
      expect(error).toMatchObject({ code: 'APPROVAL', reason: 'unknown', requestId: String(id), status: undefined })
    }
  })

  test('about one that is decided, naming who decided', async () => {
    const asking = await asked()
    await asking.app.approvals.approve(asking.id, { by: boss })
    const approved = await refused(asking, asking.id)
    expect(approved).toMatchObject({ reason: 'decided', requestId: asking.id, status: 'approved' })
    expect(approved.message).toContain('is approved: user:boss decided at 2030-01-31T20:00:00.000Z')
    await callDelete(asking.app)
    expect(await refused(asking, asking.id)).toMatchObject({ reason: 'decided', status: 'spent' })
  })

  test('about one that has expired', async () => {
    const asking = await asked()
    asking.clock.pass(3_600_000)
    const error = await refused(asking, asking.id)
    expect(error).toMatchObject({ reason: 'expired', requestId: asking.id, status: 'expired' })
    expect(error.message).toContain('expired at 2030-01-31T21:00:00.000Z')
  })

  test('by whoever is no human', async () => {
    const asking = await asked()
    const others: unknown[] = [
      { kind: 'service', id: 'nightly' },
      null,
      undefined,
      'boss',
      {},
      { kind: 'agent', id: 1 },
    ]
    for (const by of others) {
      expect(await refused(asking, asking.id, by)).toMatchObject({
        reason: 'approver',
        requestId: asking.id,
      })
    }
    expect((await refused(asking, asking.id, null)).message).toContain('`by` is null')
  })

  test('by one of two at once', async () => {
    const { app, id } = await asked()
    const answers = await Promise.allSettled([
      app.approvals.approve(id, { by: boss }),
      app.approvals.reject(id, { by: operator }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'decided' } })
  })
})

describe('a route that decides', () => {
  const approve = routeTool('approvals_approve', { description: 'Approves.', params: z.object({ id: z.string() }) })

  /** An app with such a route, which is a tool by mistake, and a tool that asks for it in another request. */
  function decidingApp() {
    const hits: string[] = []
    const errors: unknown[] = []
    const app = createApp({ authenticate: () => operator, approvals: { store: memoryApprovals() } })
    app
      .post('/delete', routeTool('tickets_delete', { description: 'X.', approval: 'required' }), (c) =>
        c.json(hits.push('deleted')),
      )
      .post('/approvals/:id', requirePrincipal(), approve, async (c) =>
        c.json(await app.approvals.approve(c.req.valid('param').id, { by: c.var.principal })),
      )
      .post('/detour/:id', routeTool('detour', { description: 'Detours.' }), (c) =>
        app.request(`/approvals/${c.req.param('id')}`, { method: 'POST' }),
      )
      .onError((error, c) => {
        errors.push(error)
        return c.text('failed', 500)
      })
    return { app, hits, errors }
  }

  test('serves a human', async () => {
    const { app, hits } = decidingApp()
    await call(app, 'tickets_delete')
    const { id } = (await app.approvals.list())[0]!
    expect((await app.request(`/approvals/${id}`, { method: 'POST' })).status).toBe(200)
    expect((await call(app, 'tickets_delete')).output).toBe(1)
    expect(hits).toEqual(['deleted'])
  })

  for (const name of ['approvals_approve', 'detour']) {
    test(`refuses an agent that calls it as a tool: ${name}`, async () => {
      const { app, hits, errors } = decidingApp()
      await call(app, 'tickets_delete')
      const { id } = (await app.approvals.list())[0]!
      expect(await call(app, name, { input: { id } })).toMatchObject({ status: 500 })
      expect(errors).toMatchObject([{ code: 'APPROVAL', reason: 'agent', requestId: id }])
      expect((await call(app, 'tickets_delete')).denied).toBe('approval')
      expect(await app.approvals.list()).toMatchObject([{ status: 'pending' }])
      expect(hits).toEqual([])
    })
  }
})

test('without a store there is nothing to list or decide, and the error names the option', async () => {
  const { approvals } = createApp()
  for (const attempt of [
    () => approvals.list(),
    () => approvals.approve('x', { by: boss }),
    () => approvals.reject('x', { by: boss }),
  ]) {
    const error = await attempt().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AppSetupError)
    expect(error).toMatchObject({ reason: 'no-approvals' })
    expect((error as Error).message).toContain('createApp({ approvals: { store: memoryApprovals() } })')
  }
})
