// The write that is refused: by the approval gate, by a policy, and in each case with nothing written.

import { expect, test } from 'bun:test'
import { TicketCloser } from '../src/agents/ticket-closer'
import { listTickets } from '../src/tickets/ticket-store'
import { addTicket, openDesk } from './open-desk'

test('closing needs a human’s yes, whatever the model then says', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)
  using ai = desk.http.fakeAi()
  ai.respond(TicketCloser, [
    {
      toolCalls: [
        { name: 'tickets_show', input: { id: ticket.id } },
        { name: 'tickets_close', input: { id: ticket.id } },
      ],
      then: 'I closed the ticket.',
    },
  ])

  await desk.http
    .withToken(desk.operatorToken)
    .post('/ops/agents/close', { ticketId: ticket.id })
    .assertOk()
    .assertJson({ answer: 'I closed the ticket.', ticket: { id: ticket.id, status: 'open' } })

  const [show, close] = ai.calls(TicketCloser)[0]?.toolCalls ?? []
  expect(show).toMatchObject({ name: 'tickets_show', status: 200, output: { ticket } })
  expect(close).toMatchObject({ name: 'tickets_close', denied: 'approval', output: { denied: 'approval' } })
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
  // The policy spoke first: no human is asked about a call that would have been refused.
  expect(close?.denied).toBeUndefined()
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
  const operator = { kind: 'user', id: 1 } as const

  await desk.http
    .tool('tickets_close', { id: ticket.id }, { as: operator, agent: TicketCloser })
    .assertDenied('approval')
  await desk.http.tool('tickets_create', {}, { as: operator, agent: TicketCloser }).assertDenied('scope')

  expect(listTickets(desk.db)).toEqual([ticket])
})
