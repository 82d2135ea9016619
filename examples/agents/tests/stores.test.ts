// What outlives the process: a request, the yes to it, and a conversation, in the file that has the tickets.

import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestApp } from '@understudy/testing'
import { DeskAssistant } from '../src/agents/desk-assistant'
import { TicketCloser } from '../src/agents/ticket-closer'
import { createAi } from '../src/ai'
import { buildApp } from '../src/app'
import { openDatabase } from '../src/database/open-database'
import { openStores } from '../src/database/open-stores'
import { seedTickets, seedUsers } from '../src/database/seed'
import { findTicket } from '../src/tickets/ticket-store'
import { now } from './open-desk'

const operator = { kind: 'user', id: 1 } as const

/** Opens the desk of a file as a process would that has just started, and closes it again. */
async function withProcess<T>(path: string, use: (http: TestApp, statusOf: (id: number) => string) => Promise<T>) {
  using db = openDatabase(path)
  await using stores = openStores(path)
  if (seedUsers(db)) seedTickets(db, now)
  const { approvals, conversations } = stores
  const app = buildApp(db, { ai: createAi({}, conversations), approvals, now: () => now })
  return await use(await TestApp.fromApp(app), (id) => findTicket(db, id)?.status ?? 'missing')
}

test('the process that asked, the one that was told yes and the one that closes may be three', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'support-desk-stores-'))
  const path = join(folder, 'desk.sqlite')
  const closeAs = { as: operator, agent: TicketCloser }
  try {
    const asked = await withProcess(path, (http) => http.tool('tickets_close', { id: 1 }, closeAs).assertPending())
    await withProcess(path, async (http, statusOf) => {
      await http.approvals.approve(asked.id, { by: operator })
      expect(statusOf(1)).toBe('open')
    })
    await withProcess(path, async (http, statusOf) => {
      await http.tool('tickets_close', { id: 1 }, closeAs).assertOk()
      expect(statusOf(1)).toBe('closed')
      await http.tool('tickets_close', { id: 1 }, closeAs).assertPending()
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a chat goes on after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'support-desk-stores-'))
  const path = join(folder, 'desk.sqlite')
  const chat = async (http: TestApp, body: { message: string; conversation?: string }) => {
    const response = await http.actingAs(operator).post('/chat', body).assertOk()
    await response.text()
    return response.headers.get('x-conversation-id')!
  }
  try {
    const conversation = await withProcess(path, async (http) => {
      using ai = http.fakeAi()
      ai.respond(DeskAssistant, ['Two tickets.'])
      return await chat(http, { message: 'What is open?' })
    })
    await withProcess(path, async (http) => {
      using ai = http.fakeAi()
      ai.respond(DeskAssistant, ['The printer.'])
      await chat(http, { message: 'Which is older?', conversation })
      const [request] = ai.calls(DeskAssistant)[0]?.requests ?? []
      expect(request?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
