// The agent that reads: through the real route, as whoever asked, and never with a made-up answer.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { FakeAiError, UnscriptedPromptError, type TestApp } from '@understudy/testing'
import { TicketDigest } from '../src/agents/ticket-digest'
import { closeTicket } from '../src/tickets/ticket-store'
import { addTicket, openDesk, type Desk } from './open-desk'

describe('the digest', () => {
  let desk: Desk
  let http: TestApp
  let operatorToken: string
  beforeAll(async () => {
    desk = await openDesk()
    ;({ http, operatorToken } = desk)
  })
  afterAll(() => desk[Symbol.dispose]())

  test('the digest reads tickets through the real route', async () => {
    using ai = http.fakeAi()
    ai.respond(TicketDigest, [
      {
        toolCalls: [{ name: 'tickets_index', input: { status: 'open' } }],
        then: { output: { summary: 'One printer fire.', staleTicketIds: [] } },
      },
    ])

    const response = await http.withToken(operatorToken).post('/ops/agents/digest', {}).assertOk()
    expect((await response.json<{ digest: { summary: string } }>()).digest.summary).toBe('One printer fire.')

    ai.assertPrompted(TicketDigest, (input) => input.startsWith('Today is '))
    expect(ai.calls(TicketDigest)[0]?.toolCalls[0]).toMatchObject({ name: 'tickets_index', output: { tickets: [] } })
  })
})

test('the model reads the tickets of the status that it asked for', async () => {
  using desk = await openDesk()
  const open = addTicket(desk, { subject: 'Printer on fire' })
  closeTicket(desk.db, addTicket(desk, { subject: 'Solved long ago' }).id)
  using ai = desk.http.fakeAi()
  ai.respond(TicketDigest, [
    {
      toolCalls: [{ name: 'tickets_index', input: { status: 'open' } }],
      then: { output: { summary: 'One printer fire.', staleTicketIds: [open.id] } },
    },
  ])

  await desk.http
    .withToken(desk.operatorToken)
    .post('/ops/agents/digest')
    .assertJson({ digest: { summary: 'One printer fire.', staleTicketIds: [open.id] } })

  const [call] = ai.calls(TicketDigest)
  expect(call?.input).toBe('Today is 2026-03-02. Write the digest.')
  expect(call?.principal).toEqual({ kind: 'user', id: 1 })
  expect(call?.toolCalls).toMatchObject([{ status: 200, path: '/tickets', output: { tickets: [open] } }])
  expect(JSON.stringify(call?.requests[1]?.messages.at(-1))).toContain('Printer on fire')
})

test('a digest that goes on with a conversation knows the last one', async () => {
  using desk = await openDesk()
  using ai = desk.http.fakeAi()
  const [first, second] = [
    { summary: 'One printer fire.', staleTicketIds: [] },
    { summary: 'The fire is out.', staleTicketIds: [] },
  ]
  ai.respond(TicketDigest, [{ output: first }, { output: second }])
  const http = desk.http.withToken(desk.operatorToken)

  const { headers } = await http.post('/ops/agents/digest').assertOk().assertJson({ digest: first })
  const conversation = headers.get('x-conversation-id') ?? ''
  await http
    .post('/ops/agents/digest', { conversation })
    .assertOk()
    .assertHeader('x-conversation-id', conversation)
    .assertJson({ digest: second })

  expect(ai.calls(TicketDigest)[1]?.requests[0]?.messages).toMatchObject([
    { role: 'user', content: [{ text: 'Today is 2026-03-02. Write the digest.' }] },
    { role: 'assistant', content: [{ text: JSON.stringify(first) }] },
    {
      role: 'user',
      content: [{ text: 'Today is 2026-03-02. Write the digest, and say what has changed since the last one.' }],
    },
  ])
})

test('nobody goes on with the digests of somebody else, and no model is asked', async () => {
  using desk = await openDesk()
  using ai = desk.http.fakeAi()
  ai.respond(TicketDigest, [{ output: { summary: 'All quiet.', staleTicketIds: [] } }])
  const { headers } = await desk.http.withToken(desk.operatorToken).post('/ops/agents/digest').assertOk()
  const conversation = headers.get('x-conversation-id') ?? ''

  await desk.http.withToken(desk.gatewayToken).post('/ops/agents/digest', { conversation }).assertNotFound()

  ai.assertPromptedTimes(TicketDigest, 1)
  expect((await ai.conversations().find(conversation))?.messages).toHaveLength(2)
})

test('nobody gets a digest without a token, and no model is asked', async () => {
  using desk = await openDesk()
  using ai = desk.http.fakeAi()

  await desk.http.post('/ops/agents/digest').assertUnauthorized()
  await desk.http.withToken('desk_made-up').post('/ops/agents/digest').assertUnauthorized()

  ai.assertNothingPrompted()
})

test('an unscripted prompt becomes a 500 that says nothing, and the fake says why when it ends', async () => {
  using desk = await openDesk()
  const ai = desk.http.fakeAi()

  const response = await desk.http.withToken(desk.operatorToken).post('/ops/agents/digest').assertStatus(500)
  expect(await response.json()).toEqual({ error: 'internal', message: 'Something went wrong.' })

  let complaint: unknown
  try {
    ai[Symbol.dispose]()
  } catch (error) {
    complaint = error
  }
  expect(complaint).toBeInstanceOf(FakeAiError)
  expect((complaint as FakeAiError).complaints).toEqual([expect.any(UnscriptedPromptError)])
  expect((complaint as FakeAiError).complaints[0]).toMatchObject({ agent: 'ticket-digest', scripted: 0 })
  expect(desk.logged).toEqual([expect.any(UnscriptedPromptError)])
})
