import { SQL } from 'bun'
import { describe, expect, test } from 'bun:test'
import { conversationStoreCases, type Conversation } from '../index.js'
import { sqlConversations } from './index.js'

function conversation(id: string): Conversation {
  const messages: Conversation['messages'] = [{ role: 'user', content: 'Hello.' }]
  return { id, agent: 'clerk', owner: { kind: 'user', id: 1 }, messages }
}

describe('sqlConversations()', () => {
  for (const { name, run } of conversationStoreCases) {
    test(name, async () => {
      await using sql = new SQL(':memory:')
      await run(() => sqlConversations(sql))
    })
  }

  test('stores what it was given when it was called, whatever becomes of it afterwards', async () => {
    await using sql = new SQL(':memory:')
    const store = sqlConversations(sql)
    const message = { role: 'user' as const, content: 'Hello.' }
    const creating = store.create({ ...conversation('1'), messages: [message] })
    message.content = 'changed'
    await creating
    const appending = store.append('1', [message])
    message.content = 'changed again'
    await appending
    expect((await store.find('1'))?.messages.map(({ content }) => content)).toEqual(['Hello.', 'changed'])
  })

  test('knows no id that a database could take for another, and goes on', async () => {
    await using sql = new SQL(':memory:')
    const store = sqlConversations(sql)
    await store.create(conversation('\ufffd'))
    for (const id of ['\0', '\ud800']) {
      expect(await store.find(id)).toBeUndefined()
      const error: unknown = await store.append(id, []).catch((error: unknown) => error)
      expect(error).toMatchObject({ code: 'CONVERSATION', reason: 'unknown', conversationId: id })
    }
    expect(await store.find('\ufffd')).toEqual(conversation('\ufffd'))
  })
})
