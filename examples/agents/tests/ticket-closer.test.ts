// The write that needs a person: the call waits and nothing runs, a person answers, and a yes is for one call.

import { expect, test } from 'bun:test'
import { TicketCloser } from '../src/agents/ticket-closer'
import { listTickets } from '../src/tickets/ticket-store'
import { addTicket, now, openDesk, type Desk } from './open-desk'

/** Prompts the closer for a ticket: its model shows the ticket, closes it, and says that it did. */
async function promptCloser({ http, operatorToken }: Desk, ticketId: number) {
  using ai = http.fakeAi()
  ai.respond(TicketCloser, [
    {
      toolCalls: [{ name: 'tickets_show', input: { id: ticketId } }],
      then: { toolCalls: [{ name: 'tickets_close', input: { id: ticketId } }], then: 'I closed the ticket.' },
    },
  ])
  await http.withToken(operatorToken).post('/ops/agents/close', { ticketId }).assertOk()
  const [show, close] = ai.calls(TicketCloser)[0]?.toolCalls ?? []
  return { show, close }
}

const operator = { kind: 'user', id: 1 } as const

test('closing waits for a person, whatever the model then says', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)
  using ai = desk.http.fakeAi()
  ai.respond(TicketCloser, [
    { toolCalls: [{ name: 'tickets_close', input: { id: ticket.id } }], then: 'I closed the ticket.' },
  ])

  await desk.http
    .withToken(desk.operatorToken)
    .post('/ops/agents/close', { ticketId: ticket.id })
    .assertOk()
    .assertJson({ answer: 'I closed the ticket.', ticket: { id: ticket.id, status: 'open' } })

  ai.assertToolDenied(TicketCloser, 'tickets_close', 'approval')
  const request = await desk.http.approvals.assertPending('tickets_close')
  expect(request).toMatchObject({ agent: 'ticket-closer', principal: operator, input: { id: ticket.id } })
  expect(listTickets(desk.db)).toEqual([ticket])
})

test('a person says yes, and the call runs when the agent makes it again', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)
  const first = await promptCloser(desk, ticket.id)
  const { id } = await desk.http.approvals.assertPending('tickets_close')
  expect(first.show).toMatchObject({ status: 200, output: { ticket } })
  expect(first.close?.approval).toMatchObject({ status: 'pending', requestId: id })

  await desk.http
    .withToken(desk.operatorToken)
    .post(`/ops/approvals/${id}/approve`)
    .assertOk()
    .assertJson({ request: { id, status: 'approved', decidedBy: operator } })
  // The yes alone closes nothing.
  expect(listTickets(desk.db)).toEqual([ticket])

  const second = await promptCloser(desk, ticket.id)
  expect(second.close).toMatchObject({ status: 200, output: { ticket: { id: ticket.id, status: 'closed' } } })
  expect(listTickets(desk.db)).toEqual([{ ...ticket, status: 'closed' }])
})

test('a yes is for one call: the next one waits again, and one for another ticket never had it', async () => {
  using desk = await openDesk()
  const [ticket, other] = [addTicket(desk), addTicket(desk)]
  await promptCloser(desk, ticket.id)
  const request = await desk.http.approvals.assertPending('tickets_close')
  await desk.http.approvals.approve(request, { by: operator })

  expect((await promptCloser(desk, other.id)).close?.denied).toBe('approval')
  expect((await promptCloser(desk, ticket.id)).close?.status).toBe(200)
  const again = await promptCloser(desk, ticket.id)

  expect(again.close).toMatchObject({ denied: 'approval', approval: { status: 'pending' } })
  expect(again.close?.approval?.requestId).not.toBe(request.id)
  expect(listTickets(desk.db)).toEqual([{ ...ticket, status: 'closed' }, other])
})

test('asked twice before anybody answers, it is one request', async () => {
  const asked: string[] = []
  using desk = await openDesk({ notify: ({ tool, input }) => asked.push(`${tool} ${JSON.stringify(input)}`) })
  const ticket = addTicket(desk)

  await promptCloser(desk, ticket.id)
  await promptCloser(desk, ticket.id)

  await desk.http.approvals.assertPending('tickets_close')
  expect(asked).toEqual([`tickets_close {"id":${ticket.id}}`])
  expect(listTickets(desk.db)).toEqual([ticket])
})

test('a person says no, and the model reads why', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)
  const http = desk.http.withToken(desk.operatorToken)
  await promptCloser(desk, ticket.id)
  const { id } = await desk.http.approvals.assertPending('tickets_close')

  await http.post(`/ops/approvals/${id}/reject`, { reason: 'It still smokes.' }).assertOk()

  const { close } = await promptCloser(desk, ticket.id)
  expect(close).toMatchObject({ denied: 'approval', approval: { status: 'rejected', reason: 'It still smokes.' } })
  await desk.http.approvals.assertNonePending()
  await http.post(`/ops/approvals/${id}/approve`).assertStatus(409).assertJson({ reason: 'decided' })
  expect(listTickets(desk.db)).toEqual([ticket])
})

test('a yes lasts an hour', async () => {
  let clock = now.getTime()
  using desk = await openDesk({ now: () => new Date(clock) })
  const [ticket, other] = [addTicket(desk), addTicket(desk)]
  await promptCloser(desk, ticket.id)
  await promptCloser(desk, other.id)
  const isFor = (id: number) => (request: { readonly input: unknown }) => Bun.deepEquals(request.input, { id })
  const agreed = await desk.http.approvals.assertPending('tickets_close', isFor(ticket.id))
  const unanswered = await desk.http.approvals.assertPending('tickets_close', isFor(other.id))
  await desk.http.approvals.approve(agreed, { by: operator })

  clock += 3_600_000

  const { close } = await promptCloser(desk, ticket.id)
  expect(close?.approval?.requestId).not.toBe(agreed.id)
  const http = desk.http.withToken(desk.operatorToken)
  await http.post(`/ops/approvals/${unanswered.id}/approve`).assertStatus(409).assertJson({ reason: 'expired' })
  expect(listTickets(desk.db)).toEqual([ticket, other])
})

test('only people answer, and only what was asked', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)
  await promptCloser(desk, ticket.id)
  const { id } = await desk.http.approvals.assertPending('tickets_close')

  for (const path of [`/ops/approvals/${id}/approve`, `/ops/approvals/${id}/reject`]) {
    await desk.http.post(path).assertUnauthorized()
    await desk.http
      .withToken(desk.gatewayToken)
      .post(path)
      .assertForbidden()
      .assertJson({ ability: 'decide-approvals' })
  }
  await desk.http.get('/ops/approvals').assertUnauthorized()
  await desk.http.withToken(desk.gatewayToken).get('/ops/approvals').assertForbidden()
  const http = desk.http.withToken(desk.operatorToken)
  await http.post('/ops/approvals/__proto__/approve').assertNotFound().assertJson({ reason: 'unknown' })
  await http.post(`/ops/approvals/${id}/reject`, { reason: 7 }).assertStatus(400)

  await http.get('/ops/approvals').assertJson({ requests: [{ id, status: 'pending' }] })
  expect((await promptCloser(desk, ticket.id)).close?.denied).toBe('approval')
  expect(listTickets(desk.db)).toEqual([ticket])
})

test('a service may close nothing, and its agent may not either', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)
  using ai = desk.http.fakeAi()
  ai.respond(TicketCloser, [
    { toolCalls: [{ name: 'tickets_close', input: { id: ticket.id } }], then: 'I may not close it.' },
  ])

  await desk.http.withToken(desk.gatewayToken).post('/ops/agents/close', { ticketId: ticket.id }).assertOk()

  const [close] = ai.calls(TicketCloser)[0]?.toolCalls ?? []
  expect(close).toMatchObject({
    status: 403,
    output: { error: true, status: 403, body: { error: 'forbidden', ability: 'close-ticket' } },
  })
  // The policy spoke first: no person is asked about a call that would have been refused.
  expect(close?.denied).toBeUndefined()
  await desk.http.approvals.assertNonePending()
  expect(listTickets(desk.db)).toEqual([ticket])
})

test('a ticket that is not there is no reason to ask a model', async () => {
  using desk = await openDesk()
  using ai = desk.http.fakeAi()
  const http = desk.http.withToken(desk.operatorToken)

  await http.post('/ops/agents/close', { ticketId: 7 }).assertNotFound()
  await http.post('/ops/agents/close', { ticketId: 'seven' }).assertStatus(400)

  ai.assertNothingPrompted()
})

test('the gate alone refuses the tool, with no model', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)

  await desk.http.tool('tickets_close', { id: ticket.id }, { as: operator, agent: TicketCloser }).assertPending()
  await desk.http.tool('tickets_create', {}, { as: operator, agent: TicketCloser }).assertDenied('scope')

  expect(listTickets(desk.db)).toEqual([ticket])
})
