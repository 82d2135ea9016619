/**
 * The demo: a digest and a refused write on a fresh desk, over real HTTP, with a script in the model's place.
 * What it prints was recorded or received; what it was told to show and did not come true is an error.
 */
import { isDeepStrictEqual } from 'node:util'
import { TestApp, type FakeAi } from '@understudy/testing'
import { TicketCloser } from '../agents/ticket-closer'
import { TicketDigest } from '../agents/ticket-digest'
import { createAi } from '../ai'
import { buildApp } from '../app'
import { openDatabase } from '../database/open-database'
import { seedTickets, seedUsers } from '../database/seed'
import { createDeskClient, type Send } from './desk-client'
import { printCall } from './print-call'

/** Receives one line. */
export type Print = (line: string) => void

/** Says that something holds, once it was compared. */
type Confirm = (what: string, actual: unknown, expected: unknown) => void

interface Scene {
  readonly ai: FakeAi
  readonly send: Send
  readonly print: Print
  readonly confirm: Confirm
}

/** So that the run is the same whenever it is played. */
const now = new Date('2026-03-02T09:00:00.000Z')

/**
 * Plays the demo on a new database at a path.
 * @throws an error for the first thing that does not happen as told, and FakeAiError when a script was not played.
 */
export async function playDemo(path: string, print: Print): Promise<void> {
  using db = openDatabase(path)
  const tokens = seedUsers(db)
  if (!tokens) throw new Error(`The demo needs a new database, and ${path} is in use.`)
  seedTickets(db, now)
  // No key and no model: the environment of whoever plays it has no say.
  const app = buildApp(db, { ai: createAi({}), now: () => now })
  using server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch })
  const send = createDeskClient({ origin: server.url, token: tokens.operatorToken, print })

  print('A support desk: SQLite, Hono over HTTP, and agents. A script plays the model; all else is real.')
  const http = await TestApp.fromApp(app)
  using ai = http.fakeAi()
  const scene: Scene = { ai, send, print, confirm: createConfirm(print) }
  await playDigest(scene)
  await playRefusedWrite(scene)
}

async function playDigest({ ai, send, print, confirm }: Scene): Promise<void> {
  print('\n== 1. An agent reads: the digest ==\n')
  const digest = { summary: 'Two tickets are open; the printer has been burning for nine days.', staleTicketIds: [1] }
  ai.respond(TicketDigest, [
    { toolCalls: [{ name: 'tickets_index', input: { status: 'open' } }], then: { output: digest } },
  ])

  const answer = await send('POST', '/ops/agents/digest')

  const [call] = ai.calls(TicketDigest)
  if (!call) throw new Error('The digest prompted no agent.')
  print('')
  printCall('ticket-digest', call).forEach((line) => print(line))
  print('')
  const [index] = call.toolCalls
  confirm('the route of the tool answered 200 with two tickets', [index?.status, countOf(index?.output)], [200, 2])
  confirm('the digest is what the model wrote', answer, { status: 200, body: { digest } })
}

async function playRefusedWrite({ ai, send, print, confirm }: Scene): Promise<void> {
  print('\n== 2. An agent writes, and is refused: closing needs a human ==\n')
  ai.respond(TicketCloser, [
    {
      toolCalls: [{ name: 'tickets_show', input: { id: 1 } }],
      then: { toolCalls: [{ name: 'tickets_close', input: { id: 1 } }], then: 'I closed ticket 1.' },
    },
  ])

  const before = await send('GET', '/tickets/1')
  const answer = await send('POST', '/ops/agents/close', { ticketId: 1 })
  const after = await send('GET', '/tickets/1')

  const [call] = ai.calls(TicketCloser)
  if (!call) throw new Error('Closing prompted no agent.')
  print('')
  printCall('ticket-closer', call).forEach((line) => print(line))
  print('')
  const denied = call.toolCalls.map((toolCall) => toolCall.denied)
  confirm('reading the ticket was allowed, closing it was not', denied, [undefined, 'approval'])
  confirm('the model says that it closed the ticket', valueOf(answer.body, 'answer'), 'I closed ticket 1.')
  confirm('the ticket is as it was', [after.status, after.body], [200, before.body])
  confirm('and it is open', valueOf(valueOf(after.body, 'ticket'), 'status'), 'open')
}

function createConfirm(print: Print): Confirm {
  return (what, actual, expected) => {
    if (!isDeepStrictEqual(actual, expected)) {
      const values = `expected ${JSON.stringify(expected)}, but it was ${JSON.stringify(actual)}`
      throw new Error(`It is not so that ${what}: ${values}.`)
    }
    print(`ok: ${what}`)
  }
}

function countOf(output: unknown): number | undefined {
  const list = valueOf(output, 'tickets')
  return Array.isArray(list) ? list.length : undefined
}

function valueOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}
