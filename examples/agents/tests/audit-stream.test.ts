// The audit trail as it is followed: what happens while somebody watches, and what they missed.

import { expect, test } from 'bun:test'
import { TicketCloser } from '../src/agents/ticket-closer'
import { createLiveFeed, type NumberedEvent } from '../src/ops/live-feed'
import { addTicket, openDesk, type Desk } from './open-desk'

const operator = { kind: 'user', id: 1 } as const

/** Follows the trail as an operator; gives one event after the other, as it is written on the wire. */
async function follow({ app, operatorToken }: Desk, headers: Readonly<Record<string, string>> = {}) {
  const response = await app.request('/ops/audit', {
    headers: { authorization: `Bearer ${operatorToken}`, ...headers },
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toBe(': connected\n\n')
  return { next: async () => (await reader.read()).value ?? '', leave: () => reader.cancel() }
}

test('a call that needs a yes arrives as a request and as a line, the moment it is made', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)
  const trail = await follow(desk)

  const { id } = await desk.http
    .tool('tickets_close', { id: ticket.id }, { as: operator, agent: TicketCloser })
    .assertPending()

  const request = await trail.next()
  expect(request).toMatch(/^event: request\ndata: <li id="request-/)
  expect(request).toContain(`action="/ops/approvals/${id}/approve"`)
  const line = await trail.next()
  expect(line).toMatch(/^event: call\ndata: <li><time datetime="2026-03-02T09:00:00.000Z">.*refused.*ticket-closer/)
  expect(line).toEndWith('\nid: 2\n\n')
  await trail.leave()
})

test('who comes back is sent what came after, and who is new all of it', async () => {
  using desk = await openDesk()
  for (const id of [7, 8, 9]) await desk.http.tool('tickets_show', { id }, { as: operator }).assertStatus(404)

  const back = await follow(desk, { 'last-event-id': '2' })
  expect(await back.next()).toContain('/tickets/9')
  await back.leave()
  for (const unknown of ['99', 'x', '-1', '']) {
    const fresh = await follow(desk, { 'last-event-id': unknown })
    expect(await fresh.next()).toContain('/tickets/7')
    await fresh.leave()
  }
})

test('what a customer wrote cannot end an event, or begin one', async () => {
  using desk = await openDesk()
  const trail = await follow(desk)
  const input = { subject: 'x\r\n\r\nevent: request\ndata: <b>', message: '\u2028', customer: 'x' }

  await desk.http.tool('tickets_create', input, { as: operator }).assertStatus(400)

  const line = await trail.next()
  expect(line.match(/^event: /gm)).toEqual(['event: '])
  expect(line).not.toContain('<b>')
  await trail.leave()
})

test('the feed keeps the last fifty events, and a watcher who leaves is forgotten', async () => {
  const feed = createLiveFeed()
  const publish = (path: string): void =>
    feed.publish({
      kind: 'call',
      record: {
        at: '',
        agent: '',
        principal: null,
        tool: '',
        method: '',
        path,
        input: {},
        outcome: 'ok',
        durationMs: 0,
      },
    })
  for (let index = 1; index <= 60; index += 1) publish(`/${index}`)
  expect(feed.recent().map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => index + 11))

  const gone = new AbortController()
  const events = feed.follow(59, gone.signal)
  const numberOf = ({ value }: IteratorResult<NumberedEvent, void>) => value?.number
  expect(numberOf(await events.next())).toBe(60)
  const next = events.next()
  publish('/61')
  expect(numberOf(await next)).toBe(61)
  const last = events.next()
  gone.abort()
  expect(await last).toEqual({ done: true, value: undefined })
})
