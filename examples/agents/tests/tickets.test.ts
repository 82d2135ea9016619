// The routes without any agent: what people, and their scripts, do with them.

import { expect, test } from 'bun:test'
import { listTickets } from '../src/tickets/ticket-store'
import { addTicket, openDesk } from './open-desk'

const body = { subject: 'Printer on fire', message: 'It smokes.', customer: 'grace@example.com' }

test('tickets are opened, listed, shown and closed', async () => {
  using desk = await openDesk()
  const http = desk.http.withToken(desk.operatorToken)

  await http
    .post('/tickets', body)
    .assertCreated()
    .assertJson({ ticket: { ...body, id: 1, status: 'open', openedBy: 1 } })
  await http.post('/tickets', { ...body, subject: 'Printer still on fire' }).assertCreated()
  await http.post('/tickets/1/close').assertOk().assertJsonPath('ticket.status', 'closed')

  await http.get('/tickets').assertJsonCount(2, 'tickets')
  await http.get('/tickets?status=open').assertJson({ tickets: [{ id: 2 }] })
  await http.get('/tickets/1').assertJsonPath('ticket.status', 'closed')
})

test('every route answers 401 to nobody, and nothing is written', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)

  await desk.http.get('/tickets').assertUnauthorized().assertJson({ error: 'unauthenticated' })
  await desk.http.get('/tickets/1').assertUnauthorized()
  await desk.http.post('/tickets', body).assertUnauthorized()
  await desk.http.post('/tickets/1/close').assertUnauthorized()
  await desk.http.post('/intake', {}).assertUnauthorized()
  await desk.http.post('/ops/agents/close', {}).assertUnauthorized()
  await desk.http.post('/ops/agents/digest', {}).assertUnauthorized()
  await desk.http.post('/ops/digest/cover', {}).assertUnauthorized()
  await desk.http.post('/chat', {}).assertUnauthorized()
  await desk.http.get('/tickets/1/similar').assertUnauthorized()
  await desk.http.post('/tickets/1/triage').assertUnauthorized()

  expect(listTickets(desk.db)).toEqual([ticket])
})

test('a service may not close a ticket', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)

  await desk.http
    .withToken(desk.gatewayToken)
    .post('/tickets/1/close')
    .assertForbidden()
    .assertJson({ error: 'forbidden', ability: 'close-ticket' })

  expect(listTickets(desk.db)).toEqual([ticket])
})

test('a ticket is closed once', async () => {
  using desk = await openDesk()
  addTicket(desk)
  const http = desk.http.withToken(desk.operatorToken)

  await http.post('/tickets/1/close').assertOk()
  await http.post('/tickets/1/close').assertStatus(409).assertJson({ error: 'conflict' })
  await http.post('/tickets/2/close').assertNotFound()
})

test('what does not fit is answered with every issue, and nothing is written', async () => {
  using desk = await openDesk()
  const http = desk.http.withToken(desk.operatorToken)

  await http
    .post('/tickets', { subject: '', customer: 'Grace' })
    .assertStatus(400)
    .assertJson({ error: [{ path: ['subject'] }, { path: ['message'] }, { path: ['customer'] }] })
  await http.get('/tickets?status=burning').assertStatus(400)

  expect(listTickets(desk.db)).toEqual([])
})

test('every error is JSON', async () => {
  using desk = await openDesk()
  const http = desk.http.withToken(desk.operatorToken)
  const json = { 'content-type': 'application/json' }

  await http.get('/nowhere').assertNotFound().assertJson({ error: 'not_found' })
  await http.get('/tickets/1').assertNotFound().assertJson({ error: 'not_found', message: 'There is no ticket 1.' })
  await http.post('/intake', '{', { headers: json }).assertStatus(400).assertJson({ error: 'bad_request' })
})
