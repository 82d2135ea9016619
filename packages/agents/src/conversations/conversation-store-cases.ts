/**
 * What every store of conversations must do, as cases that any test runner can loop over:
 * `for (const { name, run } of conversationStoreCases) test(name, () => run(createStore))`.
 */
import assert from 'node:assert/strict'
import type { ModelMessage } from 'ai'
import type { Conversation, ConversationStore } from './conversation-store.js'

/** One thing that a store must do. */
export interface ConversationStoreCase {
  readonly name: string
  /**
   * Rejects with an AssertionError of `node:assert` when the store does not.
   * @param createStore makes an empty store, or one in which other conversations may be.
   */
  run(createStore: () => ConversationStore | Promise<ConversationStore>): Promise<void>
}

function conversation(id: string, messages: ModelMessage[]): Conversation {
  return { id, agent: 'clerk', owner: { kind: 'user', id: 1 }, messages }
}

function turn(text: string): ModelMessage[] {
  return [
    { role: 'user', content: text },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: text, toolName: 'look', input: { text } }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: text,
          toolName: 'look',
          output: { type: 'json', value: { 'ü"\\\u0000': null } },
        },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: `${text} \u{1F9FE} '; --` }] },
  ]
}

/** The cases. Ids are made anew in each, so that one database can serve all of them. */
export const conversationStoreCases: readonly ConversationStoreCase[] = [
  {
    name: 'finds nothing for an id that was never stored',
    async run(createStore) {
      const store = await createStore()
      for (const id of ['', 'nobody', '__proto__', "' OR 1=1 --"]) assert.equal(await store.find(id), undefined)
    },
  },
  {
    name: 'gives back a conversation exactly as it was stored',
    async run(createStore) {
      const store = await createStore()
      const stored = conversation(crypto.randomUUID(), turn('one'))
      await store.create(stored)
      assert.deepEqual(await store.find(stored.id), stored)
    },
  },
  {
    name: 'keeps the type of the owner’s id',
    async run(createStore) {
      const store = await createStore()
      const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
      await store.create({ ...conversation(one, []), owner: { kind: 'service', id: '1' } })
      await store.create({ ...conversation(other, []), owner: { kind: 'user', id: 1 } })
      assert.deepEqual((await store.find(one))?.owner, { kind: 'service', id: '1' })
      assert.deepEqual((await store.find(other))?.owner, { kind: 'user', id: 1 })
    },
  },
  {
    name: 'appends turns in order',
    async run(createStore) {
      const store = await createStore()
      const id = crypto.randomUUID()
      await store.create(conversation(id, turn('one')))
      await store.append(id, turn('two'))
      await store.append(id, turn('three'))
      assert.deepEqual((await store.find(id))?.messages, ['one', 'two', 'three'].flatMap(turn))
    },
  },
  {
    name: 'keeps turns that arrive at once, each whole',
    async run(createStore) {
      const store = await createStore()
      const id = crypto.randomUUID()
      await store.create(conversation(id, turn('first')))
      const texts = Array.from({ length: 20 }, (_, index) => `at once ${index}`)
      await Promise.all(texts.map((text) => store.append(id, turn(text))))
      const messages = (await store.find(id))?.messages ?? []
      const order = messages.filter(({ role }) => role === 'user').map(({ content }) => content as string)
      assert.deepEqual(order.toSorted(), ['first', ...texts].toSorted())
      assert.deepEqual(messages, order.flatMap(turn))
    },
  },
  {
    name: 'refuses a new conversation under an id that is taken, and keeps what was there',
    async run(createStore) {
      const store = await createStore()
      const id = crypto.randomUUID()
      await store.create(conversation(id, turn('one')))
      await assert.rejects(store.create(conversation(id, turn('other'))), { code: 'CONVERSATION', reason: 'taken' })
      assert.deepEqual((await store.find(id))?.messages, turn('one'))
    },
  },
  {
    name: 'refuses a turn of a conversation that is not there, and stores nothing',
    async run(createStore) {
      const store = await createStore()
      const id = crypto.randomUUID()
      await assert.rejects(store.append(id, turn('one')), { code: 'CONVERSATION', reason: 'unknown' })
      assert.equal(await store.find(id), undefined)
    },
  },
  {
    name: 'hands out what no later change reaches, and is reached by none',
    async run(createStore) {
      const store = await createStore()
      const stored = conversation(crypto.randomUUID(), turn('one'))
      await store.create(stored)
      ;(stored.messages as ModelMessage[]).length = 0
      const found = await store.find(stored.id)
      ;((found as Conversation).messages as ModelMessage[]).length = 0
      assert.deepEqual((await store.find(stored.id))?.messages, turn('one'))
    },
  },
  {
    name: 'keeps conversations apart',
    async run(createStore) {
      const store = await createStore()
      const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
      await store.create(conversation(one, turn('one')))
      await store.create(conversation(other, turn('other')))
      await store.append(one, turn('two'))
      assert.deepEqual((await store.find(other))?.messages, turn('other'))
    },
  },
]
