// A stream and its conversation belong to whom they were begun for: no id opens another's, and no reader's going away or
// error leaves something behind.

import { describe, expect, test } from 'bun:test'
import { Agent, ConversationError } from '@understudy/agents'
import { TestApp } from '@understudy/testing'
import { ada, boss, Clerk, createDesk, rejection } from './desk.js'

const SECRET = 'hunter2-5f0c'

/** A desk with a conversation of the boss, and a chat for whoever is signed in. */
async function chatting() {
  const desk = createDesk()
  const { app } = desk
  app.post('/chat', async (c) => {
    const { conversation } = await c.req.json<{ conversation?: string | boolean }>()
    return await c.var.ai.agent(Clerk).as(c.var.principal).stream('go on', { conversation })
  })
  app.onError((error, c) => (error instanceof ConversationError ? error.getResponse() : c.text('failed', 500)))
  const http = await TestApp.fromApp(app)
  const store = desk.ai.conversations()
  const owner = { kind: 'user', id: 'boss' } as const
  await store.create({ id: 'theirs', agent: 'clerk', owner, messages: [{ role: 'user', content: SECRET }] })
  await store.create({
    id: 'other',
    agent: 'other',
    owner: { kind: 'user', id: 'ada' },
    messages: [{ role: 'user', content: 'x' }],
  })
  return { ...desk, http, conversations: store }
}

const FORGED: readonly unknown[] = [
  'theirs',
  'THEIRS',
  'theirs ',
  'theirs\0',
  'other',
  'unknown',
  '__proto__',
  'constructor',
  '',
  '../theirs',
  "theirs' --",
  'x'.repeat(100_000),
  ['theirs'],
  { toString: 'theirs' },
  1,
  null,
]

/** May run for nobody. */
class Reader extends Agent {
  static override agentName = 'clerk'
}

describe('a conversation that is asked for', () => {
  test.each(FORGED.map((conversation) => ({ conversation })))(
    'as %#, and is not the one of who asks, answers as one that never was',
    async ({ conversation }) => {
      const { http, ran, conversations } = await chatting()
      using ai = http.fakeAi()
      const answer = await http.withToken('ada').post('/chat', { conversation })
      expect(answer.status).toBe(404)
      expect(answer.body).toBe('{"error":"Not Found"}')
      expect(answer.headers.get('x-conversation-id')).toBeNull()
      ai.assertNothingPrompted()
      expect(ran).toEqual([])
      expect((await conversations.find('theirs'))?.messages).toHaveLength(1)
    },
  )

  test('is not taken from a header, a query or a cookie', async () => {
    const { http, conversations } = await chatting()
    using ai = http.fakeAi()
    ai.respond(Clerk, ['Mine.'])
    const headers = { 'x-conversation-id': 'theirs', cookie: 'conversation=theirs' }
    const answer = await http
      .withToken('ada')
      .withHeaders(headers)
      .post('/chat?conversation=theirs', { conversation: true })
    const id = answer.headers.get('x-conversation-id') ?? ''
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    await answer.text()
    expect((await conversations.find(id))?.owner).toEqual({ kind: 'user', id: 'ada' })
    expect((await conversations.find('theirs'))?.messages).toHaveLength(1)
    expect(JSON.stringify(ai.calls(Clerk)[0]?.requests)).not.toContain(SECRET)
  })

  test('by the same id of another kind, or of another type, is somebody else’s', async () => {
    const { http, conversations } = await chatting()
    using ai = http.fakeAi()
    const owner = { kind: 'user', id: 1 } as const
    await conversations.create({ id: 'numbered', agent: 'clerk', owner, messages: [{ role: 'user', content: 'x' }] })
    for (const principal of [
      { kind: 'user', id: '1' },
      { kind: 'service', id: 1 },
    ] as const) {
      const error = await rejection(ai.agent(Clerk).as(principal).prompt('go', { conversation: 'numbered' }))
      expect(error).toMatchObject({ code: 'CONVERSATION', reason: 'unknown' })
    }
    for (const conversation of ['numbered', true]) {
      const error = await rejection(ai.agent(Reader).as(null).stream('go', { conversation }))
      expect(error).toMatchObject({ code: 'CONVERSATION', reason: 'anonymous' })
    }
    ai.assertNothingPrompted()
  })
})

describe('a reader that goes away', () => {
  test('leaves no turn, and no tool runs after it', async () => {
    const { http, ran, conversations } = await chatting()
    using ai = http.fakeAi()
    ai.respond(Clerk, [{ text: 'First.', toolCalls: [{ name: 'tickets_index', input: {} }], then: 'Done.' }])
    const response = await ai.agent(Clerk).as(ada).stream('go', { conversation: true })
    await response.body?.cancel()
    expect(ran).toEqual([])
    expect(await conversations.find(response.headers.get('x-conversation-id') ?? '')).toBeUndefined()
    expect(ai.calls(Clerk)).toHaveLength(1)
    expect(ai.calls(Clerk)[0]?.response).toBeUndefined()
  })

  test('before it began to read leaves another’s conversation as it was', async () => {
    const { http, conversations } = await chatting()
    using ai = http.fakeAi()
    ai.respond(Clerk, ['Done.'])
    const response = await ai.agent(Clerk).as(boss).stream('go', { conversation: 'theirs' })
    await response.body?.cancel(new Error(SECRET))
    expect((await conversations.find('theirs'))?.messages).toEqual([{ role: 'user', content: SECRET }])
  })
})

test('what a provider fails with is told to the listener of the app, and not to the reader', async () => {
  const { app } = createDesk()
  const http = await TestApp.fromApp(app)
  const heard: unknown[] = []
  class Listening extends Clerk {
    static override agentName = 'listening'
    static override scopes = ['tools:*'] as const
    onError = ({ error }: { readonly error: unknown }): void => void heard.push(error)
  }
  using ai = http.fakeAi()
  ai.respond(Listening, [{ error: new Error(`The key ${SECRET} is not valid.`) }])
  const response = await ai.agent(Listening).as(ada).stream('go', { conversation: true })
  const body = await response.text()
  expect(body).toContain('"type":"error"')
  expect(body).not.toContain(SECRET)
  expect(heard.map(String).join()).toContain(SECRET)
  expect(await ai.conversations().find(response.headers.get('x-conversation-id') ?? '')).toBeUndefined()
})
