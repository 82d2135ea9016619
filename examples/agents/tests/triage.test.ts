// Triage: the model's answer is taken where it is sure enough, and a person decides where it is not.

import { expect, test } from 'bun:test'
import { FakeAiError } from '@understudy/testing'
import { addTicket, openDesk } from './open-desk'

/** An answer of the model: hardware, with a probability, and the rest of it shared by two others. */
function hardware(probability: number) {
  const rest = (1 - probability) / 2
  return {
    type: 'choice' as const,
    choice: 'hardware',
    probabilities: { hardware: probability, billing: rest, account: rest, other: 0 },
  }
}

test('a ticket is sorted by what its customer wrote', async () => {
  using desk = await openDesk()
  const { id, subject, message } = addTicket(desk)
  using ai = desk.http.fakeAi()
  ai.respondEvaluations([{ category: 'hardware', urgent: 0.97 }])

  await desk.http
    .withToken(desk.gatewayToken)
    .post(`/tickets/${id}/triage`)
    .assertOk()
    .assertJson({ triage: { category: 'hardware', urgent: true, needsPerson: false } })

  expect(ai.evaluationCalls()).toMatchObject([{ state: { subject, message }, provider: 'openai' }])
})

test.each([
  ['above the threshold, the category is the model’s', hardware(0.81), 0.81, 'hardware', true],
  ['at the threshold, too', hardware(0.8), 0.8, 'hardware', true],
  ['below it, a person decides', hardware(0.79), 0.79, null, null],
  ['as sure that it can wait, it waits', hardware(0.8), 0.2, 'hardware', false],
  ['not as sure of that, a person decides', hardware(0.8), 0.21, 'hardware', null],
  ['a choice of unknown probability is a person’s', { type: 'choice', choice: 'hardware' }, 0.9, null, true],
] as const)('%s', async (_, category, probability, sorted, urgent) => {
  using desk = await openDesk()
  const { id } = addTicket(desk)
  using ai = desk.http.fakeAi()
  ai.respondEvaluations([{ category, urgent: probability }])

  const needsPerson = sorted === null || urgent === null
  await desk.http
    .withToken(desk.operatorToken)
    .post(`/tickets/${id}/triage`)
    .assertOk()
    .assertJson({ triage: { category: sorted, urgent, needsPerson } })
})

test('what the model refuses to judge, a person decides', async () => {
  using desk = await openDesk()
  const { id } = addTicket(desk)
  using ai = desk.http.fakeAi()
  ai.respondEvaluations([{ category: { type: 'refusal' }, urgent: 0.97 }])

  await desk.http
    .withToken(desk.operatorToken)
    .post(`/tickets/${id}/triage`)
    .assertOk()
    .assertJson({ triage: { category: null, urgent: null, needsPerson: true } })
})

test.each([
  ['a category that is none', { category: 'hardwear', urgent: 0.9 }, { path: 'category', nearest: 'hardware' }],
  ['a probability that is none', { category: 'hardware', urgent: 97 }, { path: 'urgent' }],
  ['a question that is left out', { category: 'hardware' }, { path: 'urgent' }],
])('what no model could have answered fails the test, and not only the request: %s', async (_, answers, fault) => {
  using desk = await openDesk()
  const { id } = addTicket(desk)
  using ai = desk.http.fakeAi()
  ai.respondEvaluations([answers])

  await desk.http.withToken(desk.operatorToken).post(`/tickets/${id}/triage`).assertStatus(500)

  expect(desk.logged).toMatchObject([{ code: 'IMPOSSIBLE_ANSWER', ...fault }])
  expect(ai.evaluationCalls()[0]).not.toHaveProperty('answers')
  expect(() => ai[Symbol.dispose]()).toThrow(FakeAiError)
})

test('a ticket that is not there is no reason to ask a model, nor is somebody without a token', async () => {
  using desk = await openDesk()
  const { id } = addTicket(desk)
  using ai = desk.http.fakeAi()

  await desk.http.post(`/tickets/${id}/triage`).assertUnauthorized()
  await desk.http.withToken(desk.operatorToken).post('/tickets/7/triage').assertNotFound()
  await desk.http.withToken(desk.operatorToken).post('/tickets/seven/triage').assertNotFound()

  ai.assertNeverEvaluated()
})
