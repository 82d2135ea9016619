// Similar tickets: in the order of the angles between their vectors, and no other.

import { expect, test } from 'bun:test'
import { addTicket, openDesk } from './open-desk'

interface Similar {
  readonly similar: readonly { readonly ticket: { readonly subject: string }; readonly similarity: number }[]
}

test('the tickets that are most like one, by the angle of their vectors', async () => {
  using desk = await openDesk()
  // Neither their age, nor the length of their vectors, nor the distance between these gives the same order.
  const vectors: Record<string, number[]> = {
    'Printer on fire': [1, 0],
    'Invoice is late': [0, 1],
    'Printer prints the wrong invoice': [10, 10],
    'Scanner on fire': [2, 0.2],
    'Everything is fine': [-1, 0],
  }
  const [printer] = Object.keys(vectors).map((subject) => addTicket(desk, { subject }))
  using ai = desk.http.fakeAi()
  ai.respondEmbeddings((text) => vectors[text.split('\n')[0] ?? ''] ?? [])

  const { similar } = await desk.http
    .withToken(desk.operatorToken)
    .get(`/tickets/${printer?.id}/similar`)
    .assertOk()
    .json<Similar>()

  expect(similar.map(({ ticket }) => ticket.subject)).toEqual([
    'Scanner on fire',
    'Printer prints the wrong invoice',
    'Invoice is late',
  ])
  expect(similar.map(({ similarity }) => similarity.toFixed(2))).toEqual(['1.00', '0.71', '0.00'])
  expect(ai.embedCalls()).toMatchObject([{ values: { length: 5 }, provider: 'openai' }])
})

test('the subject and the message are embedded, and not who wrote them', async () => {
  using desk = await openDesk()
  const { id } = addTicket(desk, { subject: 'Printer on fire', message: 'It smokes.' })
  addTicket(desk, { subject: 'Scanner on fire', message: 'It burns.' })
  using ai = desk.http.fakeAi()
  ai.respondEmbeddings([[1], [1]])

  await desk.http.withToken(desk.operatorToken).get(`/tickets/${id}/similar`).assertJsonCount(1, 'similar')

  expect(ai.embedCalls()[0]?.values).toEqual(['Printer on fire\n\nIt smokes.', 'Scanner on fire\n\nIt burns.'])
})

test('the only ticket is like no other, and no model is asked', async () => {
  using desk = await openDesk()
  const { id } = addTicket(desk)
  using ai = desk.http.fakeAi()
  const http = desk.http.withToken(desk.operatorToken)

  await http.get(`/tickets/${id}/similar`).assertOk().assertJson({ similar: [] }).assertJsonCount(0, 'similar')
  await http.get('/tickets/7/similar').assertNotFound()
  await desk.http.get(`/tickets/${id}/similar`).assertUnauthorized()

  ai.assertNeverEmbedded()
})
