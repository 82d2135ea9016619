import { describe, expect, test } from 'bun:test'
import { createApp, type Principal } from '@understudy/app'
import { scriptedModel, type ScriptedModel } from '@understudy/script'
import {
  Agent,
  AiBindingError,
  ConversationError,
  defineAi,
  memoryConversations,
  type ConversationStore,
} from '../index.js'
import { Clerk, createDesk, principal, readChunks, rejection } from '../test-desk.js'

class Other extends Agent {
  static override agentName = 'other'
}

function texts(model: ScriptedModel, call: number): string[] {
  const messages = model.calls[call]?.messages ?? []
  return messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
}

describe('a conversation', () => {
  test('starts with `true`, goes on by its id, and has all its turns before the prompt', async () => {
    const model = scriptedModel(['Hello, Ann.', 'Ann.', 'Still Ann.'])
    const { ai } = createDesk(model)
    const bound = ai.agent(Clerk).as(principal)
    const { conversationId = '' } = await bound.prompt('I am Ann.', { conversation: true })

    const second = await bound.prompt('Who am I?', { conversation: conversationId })
    const third = await bound.continue(conversationId).prompt('And now?')

    expect([second.conversationId, third.conversationId]).toEqual([conversationId, conversationId])
    expect(texts(model, 2)).toEqual(['I am Ann.', 'Hello, Ann.', 'Who am I?', 'Ann.', 'And now?'])
    expect((await ai.conversations().find(conversationId))?.messages).toHaveLength(6)
  })

  test('is stored with its owner and agent, and each prompt without one stores nothing', async () => {
    const { ai } = createDesk(scriptedModel(['One.', 'Two.', 'Three.']))
    const bound = ai.agent(Clerk).as({ ...principal, abilities: ['tools:*'] })
    const { conversationId = '' } = await bound.prompt('1', { conversation: true })
    expect(await bound.prompt('2')).not.toHaveProperty('conversationId')
    expect(await bound.prompt('3', { conversation: false })).not.toHaveProperty('conversationId')
    const stored = await ai.conversations().find(conversationId)
    expect(stored).toMatchObject({ agent: 'clerk', owner: { kind: 'user', id: 1 } })
    expect(stored?.owner).not.toHaveProperty('abilities')
  })

  test('takes the turn of a stream before its body ends, and tells its id in a header', async () => {
    const model = scriptedModel(['Hello, Ann.', 'Ann.'])
    const { ai } = createDesk(model)
    const response = await ai.agent(Clerk).as(principal).stream('I am Ann.', { conversation: true })
    const id = response.headers.get('x-conversation-id') ?? ''
    expect(await ai.conversations().find(id)).toBeUndefined()
    await readChunks(response)
    expect((await ai.conversations().find(id))?.messages).toHaveLength(2)

    await readChunks(await ai.agent(Clerk).as(principal).continue(id).stream('Who am I?'))
    expect(texts(model, 1)).toEqual(['I am Ann.', 'Hello, Ann.', 'Who am I?'])
  })

  test('shares the budget with the agent that it continues', async () => {
    const model = scriptedModel([[{ name: 'tickets_index' }], 'One.', [{ name: 'tickets_index' }], 'Two.'])
    const { ai, seen } = createDesk(model, 1)
    const bound = ai.agent(Clerk).as(principal)
    const { conversationId = '' } = await bound.prompt('1', { conversation: true })
    await bound.continue(conversationId).prompt('2')
    expect(seen).toHaveLength(1)
    expect(model.calls[3]?.messages.at(-1)?.content[0]).toMatchObject({ output: { value: { denied: 'budget' } } })
  })
})

const strangers: [string, Principal][] = [
  ['another user', { kind: 'user', id: 2 }],
  ['a service of the same id', { kind: 'service', id: 1 }],
  ['a user whose id is the text', { kind: 'user', id: '1' }],
]

describe('refused before any model is asked', () => {
  async function begun() {
    const model = scriptedModel(['Hello.', 'Never said.'])
    const { ai } = createDesk(model)
    const { conversationId = '' } = await ai.agent(Clerk).as(principal).prompt('hello', { conversation: true })
    return { model, ai, id: conversationId }
  }

  test.each(strangers)("%s's prompt answers exactly as for an unknown id", async (_, stranger) => {
    const { model, ai, id } = await begun()
    for (const mode of ['prompt', 'stream'] as const) {
      const bound = ai.agent(Clerk).as(stranger)
      const theirs = await rejection(bound[mode]('hello', { conversation: id }))
      const unknown = await rejection(bound[mode]('hello', { conversation: 'x'.repeat(36) }))
      expect(theirs).toBeInstanceOf(ConversationError)
      expect(theirs).toMatchObject({ reason: 'unknown', conversationId: id })
      const told = [theirs, unknown].map((error) => (error as Error).message.replace(/"\w{8,}[^"]*"|"x+"/, '"…"'))
      expect(told[0]).toBe(told[1] ?? '')
    }
    expect(model.calls).toHaveLength(1)
    expect((await ai.conversations().find(id))?.messages).toHaveLength(2)
  })

  test("another agent's conversation names both agents", async () => {
    const { model, ai, id } = await begun()
    const error = await rejection(ai.agent(Other).as(principal).prompt('hello', { conversation: id }))
    expect(error).toBeInstanceOf(ConversationError)
    expect(error).toMatchObject({ reason: 'agent', agent: 'other' })
    expect((error as Error).message).toContain('"clerk"')
    expect(model.calls).toHaveLength(1)
  })

  test.each([true, 'some-id'])('an anonymous run (conversation: %p)', async (conversation) => {
    const model = scriptedModel(['Never said.'])
    class Reader extends Agent {}
    const error = await rejection(createDesk(model).ai.agent(Reader).as(null).prompt('hello', { conversation }))
    expect(error).toMatchObject({ code: 'CONVERSATION', reason: 'anonymous' })
    expect(model.calls).toHaveLength(0)
  })

  test.each(['', '__proto__', 'nobody'])('the id %p, which nobody has', async (conversation) => {
    const model = scriptedModel(['Never said.'])
    const error = await rejection(createDesk(model).ai.agent(Clerk).as(principal).prompt('hello', { conversation }))
    expect(error).toMatchObject({ reason: 'unknown', conversationId: conversation })
    expect(model.calls).toHaveLength(0)
  })

  test('a binding without a store', async () => {
    const model = scriptedModel(['Never said.'])
    const ai = defineAi({ default: 'main', providers: { main: { model: () => model } } })
    const error = await rejection(ai.agent(Other).as(principal).prompt('hello', { conversation: true }))
    expect(error).toBeInstanceOf(AiBindingError)
    expect((error as Error).message).toContain('conversations: memoryConversations()')
    expect(error).toMatchObject({ reason: 'no-conversations' })
    expect(() => ai.conversations()).toThrow(AiBindingError)
    expect(model.calls).toHaveLength(0)
  })

  test.each([
    [404, 'nobody'],
    [401, true],
  ] as const)('answers %d where no handler catches it', async (status, conversation) => {
    const ai = defineAi({
      default: 'main',
      providers: { main: { model: () => scriptedModel([]) } },
      conversations: memoryConversations(),
    })
    const app = createApp({ bindings: { ai } }).post('/', async (c) => {
      const acting = conversation === true ? null : principal
      await c.var.ai.agent(Other).as(acting).prompt('hello', { conversation })
      return c.text('never')
    })
    const response = await app.request('/', { method: 'POST' })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: status === 404 ? 'Not Found' : 'Unauthorized' })
  })
})

describe('a turn that does not end well', () => {
  test('stores nothing when it fails, and a failed first turn leaves no conversation', async () => {
    const { ai } = createDesk(
      scriptedModel(['One.', { error: new Error('No.') }, { error: new Error('No.') }, 'Four.']),
    )
    const bound = ai.agent(Clerk).as(principal)
    const { conversationId = '' } = await bound.prompt('1', { conversation: true })
    const before = await ai.conversations().find(conversationId)
    await rejection(bound.prompt('2', { conversation: conversationId }))
    await rejection(bound.prompt('3', { conversation: true }))
    expect(await ai.conversations().find(conversationId)).toEqual(before)
    await bound.prompt('4', { conversation: conversationId })
    expect((await ai.conversations().find(conversationId))?.messages).toHaveLength(4)
  })

  test('rejects the prompt when its turn cannot be stored', async () => {
    const full: ConversationStore = { ...memoryConversations(), create: () => Promise.reject(new Error('Disk full.')) }
    const ai = defineAi({
      default: 'main',
      providers: { main: { model: () => scriptedModel(['One.']) } },
      conversations: full,
    })
    expect(await rejection(ai.agent(Other).as(principal).prompt('1', { conversation: true }))).toEqual(
      new Error('Disk full.'),
    )
  })

  test('two turns at once are both kept whole, one behind the other', async () => {
    const { ai } = createDesk(
      scriptedModel(['First.', ...Array.from({ length: 10 }, (_, index) => `Answer ${index}.`)]),
    )
    const bound = ai.agent(Clerk).as(principal)
    const { conversationId = '' } = await bound.prompt('first', { conversation: true })
    const chat = bound.continue(conversationId)
    await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        if (index % 2 === 0) await chat.prompt(`turn ${index}`)
        else await readChunks(await chat.stream(`turn ${index}`))
      }),
    )
    const { messages = [] } = (await ai.conversations().find(conversationId)) ?? {}
    expect(messages.map(({ role }) => role)).toEqual(
      Array.from({ length: 11 }, () => ['user', 'assistant']).flat() as never,
    )
    const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content as string)
    expect(asked.toSorted()).toEqual(['first', ...Array.from({ length: 10 }, (_, index) => `turn ${index}`)])
  })
})
