// The operators' page as HTML: who may see it, what a form does, and that nothing an agent or a customer wrote is markup in it.

import { expect, test } from 'bun:test'
import type { ApprovalRequest } from '@understudy/app'
import { TicketCloser } from '../src/agents/ticket-closer'
import { TicketIntake } from '../src/agents/ticket-intake'
import { opsPage } from '../src/ops/page/ops-page'
import { listTickets } from '../src/tickets/ticket-store'
import { addTicket, now, openDesk, type Desk } from './open-desk'

const origin = 'http://localhost'
const fromOwnPage = { origin, 'sec-fetch-site': 'same-origin' }
const operator = { kind: 'user', id: 1 } as const

const markup = `</th></pre><script>alert(1)</script><img src=x onerror=alert(1)>"'&`

/** A browser that is signed in, whose forms come from the desk's own page. */
const signedIn = ({ http, operatorToken }: Desk) =>
  http.withCookies({ desk_token: operatorToken }).withHeaders(fromOwnPage)

/** Has an agent wait for a yes to close a ticket. */
async function askToClose(desk: Desk, id: number) {
  return await desk.http.tool('tickets_close', { id }, { as: operator, agent: TicketCloser }).assertPending()
}

test('a person signs in with the operator’s token, and the browser keeps it where no script can read it', async () => {
  using desk = await openDesk()
  const browser = desk.http.withHeaders(fromOwnPage)
  expect(await desk.http.get('/ops').assertOk().text()).toContain('<label for="token">Operator token</label>')

  const form = new URLSearchParams({ token: ` ${desk.operatorToken} ` })
  const response = await browser.post('/ops/sign-in', form).assertStatus(303)

  expect(response.headers.get('location')).toBe('/ops')
  expect(response.headers.get('set-cookie')).toMatch(
    /^desk_token=desk_\S+; Max-Age=43200; Path=\/ops; HttpOnly; SameSite=Strict$/,
  )
  expect(await signedIn(desk).get('/ops').assertOk().text()).toContain('Waiting for you')
  const left = await signedIn(desk).post('/ops/sign-out', new URLSearchParams()).assertStatus(303)
  expect(left.headers.get('set-cookie')).toMatch(/^desk_token=; Max-Age=0; Path=\/ops/)
})

test('nobody else gets in', async () => {
  using desk = await openDesk()
  addTicket(desk, { subject: 'For operators' })
  const browser = desk.http.withHeaders(fromOwnPage)

  for (const token of [desk.gatewayToken, 'desk_wrong', '', `${desk.operatorToken}x`]) {
    const response = await browser.post('/ops/sign-in', new URLSearchParams({ token })).assertForbidden()
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await desk.http.withCookies({ desk_token: token }).get('/ops').text()).not.toContain('For operators')
  }
  const otherPort = desk.http.withHeaders({ origin: 'http://localhost:9999', 'sec-fetch-site': 'same-site' })
  await otherPort.post('/ops/sign-in', new URLSearchParams({ token: desk.operatorToken })).assertForbidden()
  await desk.http.get('/ops/audit').assertUnauthorized()
  await desk.http.withToken(desk.gatewayToken).get('/ops/audit').assertForbidden()
})

test('a person approves with a form, and is told so', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)
  const { id } = await askToClose(desk, ticket.id)
  const page = await signedIn(desk).get('/ops').text()
  expect(page).toContain(`<form method="post" action="/ops/approvals/${id}/approve">`)
  expect(page).toContain(`<pre>{\n  &quot;id&quot;: ${ticket.id}\n}</pre>`)

  const response = await signedIn(desk).post(`/ops/approvals/${id}/approve`, new URLSearchParams()).assertStatus(303)

  expect(response.headers.get('location')).toBe('/ops?done=approved')
  expect(await signedIn(desk).get('/ops?done=approved').text()).toMatch(/<p role="status"[^>]*>Approved\./)
  await desk.http.approvals.assertNonePending()
  await desk.http.tool('tickets_close', { id: ticket.id }, { as: operator, agent: TicketCloser }).assertOk()
  expect(listTickets(desk.db)).toEqual([{ ...ticket, status: 'closed' }])
})

test('a person rejects with a form and a reason; whoever is second is told that it is done', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)
  const { id } = await askToClose(desk, ticket.id)
  const form = new URLSearchParams({ reason: ' It still smokes. ' })

  await signedIn(desk).post(`/ops/approvals/${id}/reject`, form).assertStatus(303)

  const late = await signedIn(desk).post(`/ops/approvals/${id}/approve`, new URLSearchParams()).assertStatus(409)
  expect(await late.text()).toMatch(/<p role="alert"[^>]*>Nothing was changed: somebody has answered/)
  const repeated = await desk.http.tool('tickets_close', { id: ticket.id }, { as: operator, agent: TicketCloser })
  expect(repeated.approval).toMatchObject({ status: 'rejected', reason: 'It still smokes.' })
  expect(listTickets(desk.db)).toEqual([ticket])
})

test('a form of another page decides nothing, not even of another port of this machine', async () => {
  using desk = await openDesk()
  const ticket = addTicket(desk)
  const { id } = await askToClose(desk, ticket.id)
  const browser = desk.http.withCookies({ desk_token: desk.operatorToken })

  const elsewhere = [
    { origin: 'http://localhost:9999', 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ]
  for (const headers of elsewhere) {
    await browser.withHeaders(headers).post(`/ops/approvals/${id}/approve`, new URLSearchParams()).assertUnauthorized()
    await browser.withHeaders(headers).post('/ops/agents/close', { ticketId: ticket.id }).assertUnauthorized()
  }

  await desk.http.approvals.assertPending('tickets_close')
  expect(listTickets(desk.db)).toEqual([ticket])
})

test('what customers and models wrote is text, and what would reorder or hide it is written out', async () => {
  using desk = await openDesk()
  addTicket(desk, { subject: markup, customer: '\u202emoc.live@x' })
  const input = { subject: markup, message: 'a\u202eb\u0000c', customer: 'no address' }
  await desk.http.tool('tickets_create', input, { as: operator, agent: TicketIntake }).assertStatus(400)

  const page = await signedIn(desk).get('/ops').text()

  expect(page).not.toMatch(/<script>|<img|\u202e/u)
  expect(page.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;/g)).toHaveLength(2)
  expect(page).toContain('\\u{202e}moc.live@x')
  expect(page).toContain('a\\u{202e}b\\u0000c')
})

test('so is a request for approval: its agent, its tool, its input and its id', async () => {
  const request: ApprovalRequest = {
    id: '"><script>',
    tool: markup,
    agent: `${markup}\u202e`,
    principal: { kind: 'user', id: markup },
    input: { [markup]: [markup, '\u2066\n'] },
    requestedAt: now.toISOString(),
    expiresAt: now.toISOString(),
    status: 'pending',
  }

  const page = String(await opsPage({ pending: [request], tickets: [], events: [] }))

  expect(page).not.toMatch(/<script>|<img|[\u202e\u2066]/u)
  expect(page).toContain('action="/ops/approvals/%22%3E%3Cscript%3E/approve"')
  expect(page).toContain('\\u{2066}\\n')
})

test('what stands in the address is not shown', async () => {
  using desk = await openDesk()
  const page = await signedIn(desk).get('/ops?done=%3Cscript%3E__proto__').text()
  expect(page).not.toContain('__proto__')
  expect(page).not.toContain('role="status"')
})

test('the page may load its own style and script, and nothing else', async () => {
  using desk = await openDesk()
  const response = await signedIn(desk).get('/ops').assertOk()

  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
  expect(policy).toContain("form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).not.toMatch(/<style|style=| on[a-z]+=/)
  for (const [name, type] of [
    ['ops.css', 'text/css'],
    ['live.js', 'text/javascript'],
  ] as const) {
    const asset = await desk.http.get(`/ops/assets/${name}`).assertOk()
    expect(asset.headers.get('content-type')).toStartWith(type)
  }
  await desk.http.get('/ops/assets/..%2Fops-page.tsx').assertNotFound()
})
