import { describe, expect, test } from 'bun:test'
import { Agent, defineAi } from '@understudy/agents'
import {
  AppSetupError,
  createApp,
  memoryApprovals,
  requirePrincipal,
  routeTool,
  UnknownNameError,
  type Principal,
} from '@understudy/app'
import { z } from 'zod'
import { AssertionFailedError, TestApp, TestSetupError } from '../index.js'
import { rejection } from '../test-desk.js'

const ann: Principal = { kind: 'user', id: 'ann' }
const boss: Principal = { kind: 'user', id: 'boss' }
const HOUR_MS = 60 * 60 * 1000

const ticketsDelete = routeTool('tickets_delete', {
  description: 'Delete one ticket.',
  params: z.object({ id: z.coerce.number<number>().int() }),
  approval: 'required',
})
const ticketsShow = routeTool('tickets_show', { description: 'Show.', params: z.object({ id: z.string() }) })

class Clerk extends Agent {
  static override agentName = 'clerk'
  static override scopes = ['tools:tickets_*'] as const
  override tools() {
    return this.appTools([ticketsDelete])
  }
}

const deletion = { toolCalls: [{ name: 'tickets_delete', input: { id: 7 } }], then: 'I did what I could.' } as const

/** An app whose humans are asked before a ticket is deleted; `deleted` is what ran, and the clock is moved by hand. */
async function createDesk() {
  const deleted: number[] = []
  let at = Date.UTC(2030, 0, 31, 20)
  const ai = defineAi({ default: 'main', providers: { main: { model: () => 'main/model' } } })
  const app = createApp({ bindings: { ai }, approvals: { store: memoryApprovals() }, now: () => at })
    .delete('/tickets/:id', requirePrincipal(), ticketsDelete, (c) => {
      deleted.push(c.req.valid('param').id)
      return c.body(null, 204)
    })
    .get('/tickets/:id', ticketsShow, (c) => c.json({ id: c.req.valid('param').id }))
  return { app, deleted, http: await TestApp.fromApp(app), pass: (ms: number) => void (at += ms) }
}

const call = (http: TestApp, id = 7) => http.tool('tickets_delete', { id }, { as: ann })

async function failure(promise: PromiseLike<unknown>): Promise<AssertionFailedError> {
  const error = await rejection(promise)
  expect(error).toBeInstanceOf(AssertionFailedError)
  return error as AssertionFailedError
}

describe('a test tells the story of an approval', () => {
  test('of an agent: it waits, nothing ran, a human approves it, it runs once', async () => {
    const { http, deleted } = await createDesk()
    using ai = http.fakeAi()
    ai.respond(Clerk, [deletion, deletion, deletion])
    const clerk = ai.agent(Clerk).as(ann)

    await clerk.prompt('Delete ticket 7.')
    const request = await http.approvals.assertPending('tickets_delete')
    expect(request).toMatchObject({ agent: 'clerk', principal: ann, input: { id: 7 } })
    expect(deleted).toEqual([])

    await http.approvals.approve(request, { by: boss })
    await clerk.prompt('It is approved.')
    expect(deleted).toEqual([7])
    await http.approvals.assertNonePending()
    expect(await rejection(http.approvals.approve(request, { by: boss }))).toMatchObject({
      code: 'APPROVAL',
      reason: 'decided',
      status: 'spent',
    })

    await clerk.prompt('Once more.')
    expect(deleted).toEqual([7])
    const standings = ai.calls(Clerk).map(({ toolCalls }) => toolCalls[0]?.approval?.status)
    expect(standings).toEqual(['pending', undefined, 'pending'])
  })

  test('of one tool call, with no model', async () => {
    const { http, deleted } = await createDesk()
    const request = await call(http).assertPending()
    expect(deleted).toEqual([])
    await http.approvals.approve(request, { by: boss })
    await call(http).assertOk()
    expect(deleted).toEqual([7])
    expect((await call(http).assertPending()).id).not.toBe(request.id)
  })

  test('of a rejection: the model is told why, and nothing runs', async () => {
    const { http, deleted } = await createDesk()
    using ai = http.fakeAi()
    ai.respond(Clerk, [deletion, deletion])
    const clerk = ai.agent(Clerk).as(ann)
    await clerk.prompt('Delete ticket 7.')
    const { id } = await http.approvals.assertPending('tickets_delete', ({ agent }) => agent === 'clerk')
    await http.approvals.reject(id, { by: boss, reason: 'We need it.' })
    await clerk.prompt('Try again.')

    expect(ai.calls(Clerk)[1]?.toolCalls[0]).toMatchObject({
      denied: 'approval',
      approval: { status: 'rejected', requestId: id, reason: 'We need it.' },
    })
    expect(ai.transcript(Clerk)).toContain('denied by approval, pending')
    expect(ai.transcript(Clerk)).toContain('denied by approval, rejected "We need it."')
    expect(deleted).toEqual([])
  })

  test('of a request that nobody answers: the clock is moved, and nobody sleeps', async () => {
    const { http, deleted, pass } = await createDesk()
    const request = await call(http).assertPending()
    pass(HOUR_MS - 1)
    await http.approvals.assertPending('tickets_delete')
    pass(1)
    await http.approvals.assertNonePending()
    expect(await rejection(http.approvals.approve(request, { by: boss }))).toMatchObject({ reason: 'expired' })
    expect((await call(http).assertPending()).id).not.toBe(request.id)
    expect(deleted).toEqual([])
  })

  test('the answers are the app’s own: who is no human decides nothing', async () => {
    const { http, app } = await createDesk()
    const request = await call(http).assertPending()
    const service: Principal = { kind: 'service', id: 'cron' }
    expect(await rejection(http.approvals.approve(request, { by: service }))).toMatchObject({ reason: 'approver' })
    expect(await app.approvals.list({ status: 'pending' })).toEqual(await http.approvals.pending())
  })
})

describe('pending()', () => {
  test('lists the requests that wait, of one tool or of all, the oldest first', async () => {
    const { http, pass } = await createDesk()
    const first = await call(http, 1).assertPending()
    pass(1)
    const second = await call(http, 2).assertPending()
    await http.tool('tickets_show', { id: '1' }, { as: ann }).assertOk()
    expect(await http.approvals.pending()).toEqual([first, second])
    expect(await http.withToken('x').approvals.pending('tickets_delete')).toEqual([first, second])
    expect(await http.approvals.pending('tickets_show')).toEqual([])
  })

  test('a misspelt tool is refused: that none of it wait would prove nothing', async () => {
    const { http } = await createDesk()
    for (const ask of [
      () => http.approvals.pending('ticket_delete'),
      () => http.approvals.assertPending('ticket_delete'),
      () => http.approvals.assertNonePending('ticket_delete'),
    ]) {
      const error = await rejection(ask())
      expect(error).toBeInstanceOf(UnknownNameError)
      expect((error as Error).message).toContain('tickets_delete')
    }
  })

  test('an app without a store of approvals, and a mere fetch function, are told so', async () => {
    const http = await TestApp.fromApp(createApp())
    expect(await rejection(http.approvals.pending())).toBeInstanceOf(AppSetupError)
    const plain = TestApp.fromFetch(() => new Response())
    expect(() => plain.approvals).toThrow(TestSetupError)
    expect(() => plain.approvals).toThrow('TestApp.fromApp(app)')
  })
})

describe('an assertion that fails', () => {
  test('shows where each request stands, and the run', async () => {
    const { http, pass } = await createDesk()
    using ai = http.fakeAi()
    ai.respond(Clerk, [deletion])
    await call(http, 1).assertPending()
    pass(HOUR_MS)
    const approved = await call(http, 2).assertPending()
    await http.approvals.approve(approved, { by: boss })
    const rejected = await call(http, 3).assertPending()
    await http.approvals.reject(rejected, { by: boss, reason: 'No \u001b[31m.' })
    await ai.agent(Clerk).as(ann).prompt('Delete ticket 7.')

    const { message, assertion } = await failure(http.approvals.assertNonePending())
    expect(assertion).toBe('assertNonePending')
    expect(message).toStartWith('assertNonePending: 1 request waits for a human.\n\nRequests:\n')
    expect(message).toContain('tickets_delete {"id":1} of test as user:ann: expired at 2030-01-31T21:00:00.000Z\n')
    expect(message).toContain('{"id":2} of test as user:ann: approved by user:boss, until 2030-01-31T22:00:00.000Z\n')
    expect(message).toContain('{"id":3} of test as user:ann: rejected by user:boss, "No \\u001b[31m."\n')
    expect(message).toContain('{"id":7} of clerk as user:ann: pending, until 2030-01-31T22:00:00.000Z\n')
    expect(message).toContain('prompt 1 to clerk as user:ann: "Delete ticket 7."')
    expect(message).toContain('tool tickets_delete {"id":7} → 403 "/tickets/7" denied by approval, pending')
  })

  test('assertPending() wants exactly one, and says how to tell one of several', async () => {
    const { http } = await createDesk()
    const none = await failure(http.approvals.assertPending('tickets_delete'))
    expect(none.message).toBe(
      'assertPending: No requests of the tool "tickets_delete" wait for a human.\n\nRequests: none was filed.',
    )
    await call(http, 1).assertPending()
    await call(http, 2).assertPending()
    const several = await failure(http.approvals.assertPending('tickets_delete'))
    expect(several.message).toContain('2 requests of the tool "tickets_delete" wait for a human.')
    expect(several.message).toContain("Say which: assertPending('tickets_delete', ({ input }) => …).")
    const other = await failure(http.approvals.assertPending('tickets_delete', ({ agent }) => agent === 'clerk'))
    expect(other.message).toContain('wait for a human, and the predicate holds for 0.')
    await failure(http.approvals.assertPending('tickets_delete', (() => 'yes') as never))
  })

  test('of a tool call shows the requests where it is about approval', async () => {
    const { http } = await createDesk()
    const denied = await failure(call(http).assertOk())
    expect(denied.message).toContain('was denied by approval (pending): expected a status of 2xx.')
    expect(denied.message).toContain('Requests:\n    tickets_delete {"id":7} of test as user:ann: pending')
    const ran = await failure(http.tool('tickets_show', { id: '1' }, { as: ann }).assertPending())
    expect(ran.assertion).toBe('assertPending')
    expect(ran.message).toContain('answered 200: expected it to wait for approval.')
    expect(
      (await failure(http.tool('tickets_show', { id: '1' }, { as: ann }).assertStatus(201))).message,
    ).not.toContain('Requests')
    const bare = await TestApp.fromApp(createApp().get('/:id', ticketsDelete, (c) => c.text('')))
    expect((await failure(bare.tool('tickets_delete', { id: 7 }, { as: ann }).assertPending())).message).toContain(
      'the app has no store to file them in',
    )
  })

  test('points at the line of the test that it is written on', async () => {
    const { http } = await createDesk()
    const lineOf = ({ stack }: Error): string | undefined => stack?.split('\n').find((line) => line.includes('    at '))
    for (const assertion of [
      () => http.approvals.assertPending('tickets_delete'),
      () => http.tool('tickets_show', { id: '1' }, { as: ann }).assertPending(),
    ]) {
      expect(lineOf(await failure(assertion()))).toContain('test-approvals.test.ts')
    }
  })

  test('shows the requests that were filed last', async () => {
    const { http } = await createDesk()
    for (let id = 1; id <= 12; id += 1) await call(http, id).assertPending()
    const { message } = await failure(http.approvals.assertNonePending('tickets_delete'))
    expect(message).toContain('    … 2 requests before\n')
    expect(message).not.toContain('{"id":2}')
    expect(message).toContain('{"id":12}')
  })
})
