/**
 * The demo: a digest, a refused write, a human's yes and a chat on a fresh desk, over real HTTP, with a script in the model's place.
 * What it prints was recorded or received; what it was told to show and did not come true is an error.
 */
import { TestApp } from '@understudy/testing'
import { DeskAssistant } from '../agents/desk-assistant'
import { TicketDigest } from '../agents/ticket-digest'
import { createAi } from '../ai'
import { buildApp } from '../app'
import { openDatabase } from '../database/open-database'
import { seedTickets, seedUsers } from '../database/seed'
import { createConfirm, valueOf, type Print } from './confirm'
import { createDeskClient } from './desk-client'
import { playApproval, playRefusedWrite } from './play-approval'
import { printCall } from './print-call'
import type { Scene } from './scene'

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
  const client = createDeskClient({ origin: server.url, token: tokens.operatorToken, print })

  print('A support desk: SQLite, Hono over HTTP, and agents. A script plays the model; all else is real.')
  const http = await TestApp.fromApp(app)
  using ai = http.fakeAi()
  const scene: Scene = { ...client, ai, print, confirm: createConfirm(print) }
  await playDigest(scene)
  await playRefusedWrite(scene)
  await playApproval(scene)
  await playChat(scene)
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

async function playChat({ ai, chat, print, confirm }: Scene): Promise<void> {
  print('\n== 4. An agent chats: streamed, and it knows what was said before ==\n')
  const gate = Promise.withResolvers<void>()
  const pieces = ['Ticket 1: ', 'a printer smokes.'] as const
  ai.respond(DeskAssistant, [
    { toolCalls: [{ name: 'tickets_show', input: { id: 1 } }], then: { chunks: [pieces[0], gate.promise, pieces[1]] } },
    'It was opened on 21 February.',
  ])

  const heard: string[] = []
  const onPiece = (piece: string): void => {
    heard.push(piece)
    // The model says the rest once the first piece has been read, so an answer that is held back would never end.
    gate.resolve()
  }
  const conversation = await chat({ message: 'What is ticket 1 about?', onPiece })
  await chat({ message: 'Since when?', conversation })

  const [first, second] = ai.calls(DeskAssistant)
  if (!first || !second) throw new Error('The chat prompted no agent twice.')
  print('')
  printCall('desk-assistant', second).forEach((line) => print(line))
  print('')
  confirm('the answer arrived as it was said', heard, pieces)
  const roles = second.requests[0]?.messages.map(({ role }) => role)
  confirm('the second question had the first turn before it', roles, ['user', 'assistant', 'tool', 'assistant', 'user'])
  confirm('both are of one conversation', [first.conversationId, second.conversationId], [conversation, conversation])
}

function countOf(output: unknown): number | undefined {
  const list = valueOf(output, 'tickets')
  return Array.isArray(list) ? list.length : undefined
}
