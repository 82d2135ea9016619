/**
 * The contract of a store of conversations: what is kept of each, and what a store must promise.
 * Knows no model and no agent class; conversation-store-cases.ts holds every store to it.
 */
import type { ModelMessage } from 'ai'
import type { Principal } from '@understudy/app'

/** Whose a conversation is: a principal's kind and id. Compared exactly, so that the id `1` is not the id `'1'`. */
export type ConversationOwner = Pick<Principal, 'kind' | 'id'>

/** A conversation with all its turns. */
export interface Conversation {
  readonly id: string
  /** The name of the agent that it is with. */
  readonly agent: string
  readonly owner: ConversationOwner
  /**
   * The messages of its turns, in order: JSON values alone. Every tool call is followed by exactly one result.
   */
  readonly messages: readonly ModelMessage[]
}

/** Where conversations are kept. Turns are stored whole or not at all. */
export interface ConversationStore {
  /** The conversation of this id, detached from what the store holds; undefined when there is none. */
  find(id: string): Promise<Conversation | undefined>
  /**
   * Stores a new conversation with its first turn.
   * @throws when the id is taken; what was there stays as it is.
   */
  create(conversation: Conversation): Promise<void>
  /**
   * Stores one more turn behind those that are there. Turns that arrive at once are all kept, one behind the other.
   * @throws when there is no such conversation.
   */
  append(id: string, turn: readonly ModelMessage[]): Promise<void>
}
