/**
 * The conversation of one prompt: found and checked before any model is asked, written once the model has answered.
 */
import type { AssistantModelMessage, ModelMessage, ToolModelMessage, UserModelMessage } from 'ai'
import type { Principal } from '@understudy/app'
import { ConversationError } from '../errors/conversation-error.js'
import { kindOf } from '../kind-of.js'
import type { Conversation, ConversationOwner, ConversationStore } from './conversation-store.js'
import { wholeTurn } from './whole-turn.js'

/** What a prompt is told about its conversation. */
export interface ConversationRequest {
  /** `true` starts one; an id goes on with one. */
  readonly conversation: true | string
  readonly agent: string
  readonly principal: Principal | null
  readonly store: ConversationStore
}

/** A conversation that a prompt may go on with. */
export interface OpenConversation {
  readonly id: string
  /** The turns so far. */
  readonly history: readonly ModelMessage[]
  /** Stores one more turn, whole. */
  save(user: UserModelMessage, response: readonly (AssistantModelMessage | ToolModelMessage)[]): Promise<void>
}

/**
 * Opens the conversation of a prompt. A new one is not looked up, so that its prompt starts at once.
 * @throws ConversationError for one that is not this principal's, or not this agent's, and for nobody's.
 */
export function openConversation(request: ConversationRequest): OpenConversation | Promise<OpenConversation> {
  const { conversation, agent, principal, store } = request
  if (principal === null) {
    const conversationId = typeof conversation === 'string' ? conversation : undefined
    throw new ConversationError({ reason: 'anonymous', conversationId, agent })
  }
  const owner: ConversationOwner = { kind: principal.kind, id: principal.id }
  if (conversation !== true) return goOn(conversation, { store, agent, owner })
  const id = crypto.randomUUID()
  return {
    id,
    history: [],
    save: (user, response) => store.create({ id, agent, owner, messages: wholeTurn(user, response) }),
  }
}

interface Claim {
  readonly store: ConversationStore
  readonly agent: string
  readonly owner: ConversationOwner
}

async function goOn(id: unknown, { store, agent, owner }: Claim): Promise<OpenConversation> {
  // Ids come from outside: what is none is not looked up, and answers as one that never was.
  if (typeof id !== 'string')
    throw new ConversationError({ reason: 'unknown', conversationId: undefined, agent, given: kindOf(id) })
  const found = await store.find(id)
  if (found === undefined || !isOwn(found, owner)) {
    throw new ConversationError({ reason: 'unknown', conversationId: id, agent })
  }
  if (found.agent !== agent) {
    throw new ConversationError({ reason: 'agent', conversationId: id, agent, owner: found.agent })
  }
  return {
    id,
    history: found.messages,
    save: (user, response) => store.append(id, wholeTurn(user, response)),
  }
}

function isOwn({ owner }: Conversation, { kind, id }: ConversationOwner): boolean {
  return owner.kind === kind && owner.id === id
}
