/** Conversations in SQLite or PostgreSQL: one row for each, and one for each of its turns. Knows no model and no agent class. */
import type { SQL } from 'bun'
import type { ModelMessage } from 'ai'
import { createSqlDatabase, isStorableId, type Migration, type SqlStoreOptions } from '@understudy/app/sql'
import type { Conversation, ConversationOwner, ConversationStore } from '../conversations/conversation-store.js'
import { ConversationError } from '../errors/conversation-error.js'

/** A store of conversations that makes its tables. */
export interface SqlConversations extends ConversationStore {
  /** Makes the tables, unless they are there. Every other method does so first. */
  migrate(): Promise<void>
}

/**
 * Conversations in SQLite or PostgreSQL, for every process that uses the database.
 *
 * Give it a client of its own. One that the app shares makes its writes wait for the app's transactions, and on SQLite
 * both have one connection, so that a statement of the app may be undone with a transaction of the store.
 * @throws SqlClientError for anything but a client of Bun for one of the two.
 * @throws AppSetupError for options that mean nothing.
 */
export function sqlConversations(sql: SQL, options: SqlStoreOptions = {}): SqlConversations {
  const { migrate, read, write } = createSqlDatabase(sql, [createConversations], options)
  return {
    migrate,
    async find(id) {
      if (!isStorableId(id)) return undefined
      const rows: Row[] = await read((client) =>
        client`
          SELECT agent, owner_kind, owner_id, messages
          FROM understudy_conversations JOIN understudy_conversation_turns ON conversation_id = id
          WHERE id = ${id} ORDER BY position
        `.values(),
      )
      return conversationOf(id, rows)
    },
    async create({ id, agent, owner, messages }) {
      const header: Header = { id, agent, ownerKind: owner.kind, ownerId: JSON.stringify(owner.id) }
      const text = JSON.stringify(messages)
      const created = await write((transaction) => create(transaction, header, text))
      if (!created) throw new ConversationError({ reason: 'taken', conversationId: id })
    },
    async append(id, turn) {
      if (!isStorableId(id)) throw new ConversationError({ reason: 'unknown', conversationId: id })
      const text = JSON.stringify(turn)
      const appended = await write((transaction) => append(transaction, id, text))
      if (!appended) throw new ConversationError({ reason: 'unknown', conversationId: id })
    },
  }
}

const createConversations: Migration = {
  name: 'conversations-1',
  async apply(transaction) {
    // Messages are JSON in a text: PostgreSQL's own JSON refuses U+0000, and would order the keys anew.
    await transaction`
      CREATE TABLE understudy_conversations (
        id TEXT PRIMARY KEY,
        agent TEXT NOT NULL,
        owner_kind TEXT NOT NULL,
        owner_id TEXT NOT NULL,
        turns INTEGER NOT NULL
      )
    `
    await transaction`
      CREATE TABLE understudy_conversation_turns (
        conversation_id TEXT NOT NULL REFERENCES understudy_conversations (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        messages TEXT NOT NULL,
        PRIMARY KEY (conversation_id, position)
      )
    `
  },
}

/** What is known of a conversation besides its turns. The owner's id is JSON, which keeps its type. */
interface Header {
  readonly id: string
  readonly agent: string
  readonly ownerKind: ConversationOwner['kind']
  readonly ownerId: string
}

/** False where the id is taken: answered and not thrown, so that nothing is rolled back. */
async function create(transaction: SQL, { id, agent, ownerKind, ownerId }: Header, messages: string): Promise<boolean> {
  const created: unknown[] = await transaction`
    INSERT INTO understudy_conversations (id, agent, owner_kind, owner_id, turns)
    VALUES (${id}, ${agent}, ${ownerKind}, ${ownerId}, 1)
    ON CONFLICT (id) DO NOTHING RETURNING id
  `.values()
  if (created.length === 0) return false
  await insertTurn(transaction, { id, position: 0, messages })
  return true
}

/** False where there is no such conversation: answered and not thrown, so that nothing is rolled back. */
async function append(transaction: SQL, id: string, messages: string): Promise<boolean> {
  // Counting the turns is what puts those that arrive at once in order: the row is this turn's until the transaction ends.
  const counted: [turns: number | bigint][] = await transaction`
    UPDATE understudy_conversations SET turns = turns + 1 WHERE id = ${id} RETURNING turns
  `.values()
  if (counted[0] === undefined) return false
  await insertTurn(transaction, { id, position: Number(counted[0][0]) - 1, messages })
  return true
}

interface Turn {
  readonly id: string
  readonly position: number
  readonly messages: string
}

async function insertTurn(transaction: SQL, { id, position, messages }: Turn): Promise<void> {
  await transaction`
    INSERT INTO understudy_conversation_turns (conversation_id, position, messages)
    VALUES (${id}, ${position}, ${messages})
  `
}

/** A turn, with what is known of its conversation. */
type Row = readonly [agent: string, ownerKind: ConversationOwner['kind'], ownerId: string, messages: string]

function conversationOf(id: string, rows: readonly Row[]): Conversation | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  const [agent, kind, ownerId] = first
  const owner: ConversationOwner = { kind, id: JSON.parse(ownerId) as ConversationOwner['id'] }
  return { id, agent, owner, messages: rows.flatMap(([, , , messages]) => JSON.parse(messages) as ModelMessage[]) }
}
