// The operators' page in a real browser: an agent asks, a person answers with the keyboard, and the agent's repeat runs once.

import { expect } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { TicketCloser } from '../src/agents/ticket-closer'
import { findTicket } from '../src/tickets/ticket-store'
import { openBrowser, testInBrowser } from './open-browser'
import { addTicket, openDesk, type Desk } from './open-desk'

const TIMEOUT = 60_000

/** A desk behind a socket, and a browser with its page open, signed in; complaints are what the browser had to say. */
async function withPage(
  options: BrowserContextOptions,
  use: (desk: Desk, page: Page, complaints: string[]) => Promise<void>,
): Promise<void> {
  using desk = await openDesk({ now: () => new Date() })
  using server = Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 60, fetch: desk.app.fetch })
  await using browser = await openBrowser()
  const page = await browser.newPage({ baseURL: server.url.origin, ...options })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('dialog', (dialog) => void complaints.push(dialog.message()))
  await page.goto('/ops')
  await page.getByLabel('Operator token').fill(desk.operatorToken)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
  await use(desk, page, complaints)
}

/** Has the closer try to close a ticket; gives what became of its call. */
async function promptCloser({ http, operatorToken }: Desk, ticketId: number) {
  using ai = http.fakeAi()
  ai.respond(TicketCloser, [
    { toolCalls: [{ name: 'tickets_close', input: { id: ticketId } }], then: 'I closed the ticket.' },
  ])
  await http.withToken(operatorToken).post('/ops/agents/close', { ticketId }).assertOk()
  return ai.calls(TicketCloser)[0]?.toolCalls[0]
}

testInBrowser(
  'the agent asks, the person approves with the keyboard, and the repeat runs once',
  async () => {
    await withPage({}, async (desk, page, complaints) => {
      const ticket = addTicket(desk, { subject: '<img src=x onerror=alert(1)>' })
      await page.getByText('Live: new calls appear here').waitFor()
      await page.getByText('No agent waits for an answer.').waitFor()

      expect((await promptCloser(desk, ticket.id))?.denied).toBe('approval')

      // It appears on the page that is open, with the exact input.
      const card = page.getByRole('listitem').filter({ hasText: 'ticket-closer asks for tickets_close' })
      await card.getByRole('button', { name: 'Approve' }).waitFor()
      expect(await card.locator('pre').textContent()).toBe(`{\n  "id": ${ticket.id}\n}`)
      expect(await page.locator('#trail > li').count()).toBe(1)
      expect(findTicket(desk.db, ticket.id)?.status).toBe('open')

      await card.getByRole('button', { name: 'Approve' }).focus()
      await page.keyboard.press('Enter')
      const notice = page.getByRole('status')
      await notice.filter({ hasText: 'Approved.' }).waitFor()
      expect(await notice.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await page.getByRole('rowheader', { name: '<img src=x onerror=alert(1)>' }).count()).toBe(1)
      expect(findTicket(desk.db, ticket.id)?.status).toBe('open')

      await page.getByText('Live: new calls appear here').waitFor()
      expect((await promptCloser(desk, ticket.id))?.status).toBe(200)
      expect(findTicket(desk.db, ticket.id)?.status).toBe('closed')
      await page.locator('#trail > li').filter({ hasText: 'ran' }).waitFor()
      expect((await promptCloser(desk, ticket.id))?.denied).toBe('approval')
      await page.locator('#trail > li').nth(2).waitFor()
      expect(await page.locator('#trail strong').allTextContents()).toEqual(['refused', 'ran', 'refused'])
      expect(complaints).toEqual([])
    })
  },
  TIMEOUT,
)

testInBrowser(
  'without JavaScript a person rejects with a reason all the same',
  async () => {
    await withPage({ javaScriptEnabled: false }, async (desk, page) => {
      const ticket = addTicket(desk)
      await promptCloser(desk, ticket.id)
      await page.reload()

      await page.getByLabel('Reason for a no').fill('It still smokes.')
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByRole('status').filter({ hasText: 'Rejected.' }).waitFor()

      const call = await promptCloser(desk, ticket.id)
      expect(call?.approval).toMatchObject({ status: 'rejected', reason: 'It still smokes.' })
      expect(findTicket(desk.db, ticket.id)?.status).toBe('open')
    })
  },
  TIMEOUT,
)

testInBrowser(
  'a form of another page, on another port of the same machine, decides nothing',
  async () => {
    await withPage({}, async (desk, page) => {
      const ticket = addTicket(desk)
      const { approval } = (await promptCloser(desk, ticket.id)) ?? {}
      const action = new URL(`/ops/approvals/${approval?.requestId}/approve`, page.url()).href
      const lure = `<form method="post" action="${action}"><button>Win a prize</button></form>`
      using other = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch: () => new Response(lure, { headers: { 'content-type': 'text/html' } }),
      })

      await page.goto(other.url.href)
      await page.getByRole('button').click()
      await page.getByText('unauthenticated').waitFor()

      await desk.http.approvals.assertPending('tickets_close')
    })
  },
  TIMEOUT,
)

testInBrowser(
  'on a phone nothing is wider than the screen, and every field and button has a name',
  async () => {
    await withPage({ viewport: { width: 360, height: 740 } }, async (desk, page) => {
      const ticket = addTicket(desk, { subject: 'W'.repeat(120) })
      await promptCloser(desk, ticket.id)
      await page.reload()

      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      const named = { name: /\S/ }
      const withName = page.getByRole('button', named).or(page.getByRole('textbox', named))
      expect(await withName.count()).toBe(await page.locator('input, button').count())
      const order: (string | undefined)[] = []
      await page.locator('body').press('Tab')
      for (let index = 0; index < 5; index += 1) {
        order.push(await page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 8)))
        await page.keyboard.press('Tab')
      }
      // The field for a reason has no text, and the table can be scrolled with the keyboard.
      expect(order).toEqual(['Sign out', 'Approve', '', 'Reject', 'IdSubjec'])
    })
  },
  TIMEOUT,
)
