/** Conversations in memory: for tests and for trying things out. They are gone with the process. */
import type { ModelMessage } from 'ai'
import { ConversationError } from '../errors/conversation-error.js'
import type { Conversation, ConversationStore } from './conversation-store.js'

/** A store that keeps conversations in memory. */
export function memoryConversations(): ConversationStore {
  const stored = new Map<string, Conversation & { readonly messages: ModelMessage[] }>()
  return {
    async find(id) {
      const found = stored.get(id)
      return found && structuredClone(found)
    },
    async create(conversation) {
      const { id } = conversation
      if (stored.has(id)) throw new ConversationError({ reason: 'taken', conversationId: id })
      const { messages, ...rest } = structuredClone(conversation)
      stored.set(id, { ...rest, messages: [...messages] })
    },
    async append(id, turn) {
      const found = stored.get(id)
      if (found === undefined) throw new ConversationError({ reason: 'unknown', conversationId: id })
      found.messages.push(...structuredClone(turn))
    },
  }
}
