/**
 * One app's view of the AI binding. Asks at each use where models come from, so that whoever holds it is faked with it.
 */
import type { InProcessApp, Principal } from '@understudy/app'
import { assertAgentClass, type AgentClass, type AnyAgent } from './agent.js'
import type { AgentHandle, Ai } from './ai.js'
import { BoundAgent, type StreamErrorListener } from './bound-agent.js'
import type { ConversationStore } from './conversations/conversation-store.js'
import { AiBindingError } from './errors/ai-binding-error.js'
import type { AiCalls } from './models/ai-calls.js'
import type { ModelSource } from './models/model-source.js'
import { giveCalls } from './models/sdk-calls.js'

/** What a view is made of. */
export interface AppAiSetup {
  /** Undefined for a binding of no app: its agents have no app tools. */
  readonly app: InProcessApp | undefined
  /** The providers that `defineAi` was given. */
  readonly configured: ModelSource
  /** Undefined where `defineAi` was given none. */
  readonly store: ConversationStore | undefined
  /** Hears of errors in the streams of agents that have no `onError` of their own; they are logged unless given. */
  readonly onError?: StreamErrorListener | undefined
  /** Where models come from at each use; the configured providers unless given. */
  readonly source?: () => ModelSource
}

/** The AI binding of one app. */
// The calls are the table's of sdk-calls.ts; the prototype gets them below.
export interface AppAi extends AiCalls {}
export class AppAi implements Ai {
  readonly app: InProcessApp | undefined
  readonly configured: ModelSource
  readonly store: ConversationStore | undefined
  readonly onError: StreamErrorListener | undefined
  readonly #source: () => ModelSource

  constructor({ app, configured, store, onError, source = () => configured }: AppAiSetup) {
    this.app = app
    this.configured = configured
    this.store = store
    this.onError = onError
    this.#source = source
  }

  /** Where models come from here and now. */
  get source(): ModelSource {
    return this.#source()
  }

  agent<A extends AnyAgent>(Class: AgentClass<A>): AgentHandle<A> {
    // What is no class is refused here, where the mistake is.
    assertAgentClass(Class)
    return {
      as: (principal: Principal | null) => {
        const { app, store, onError } = this
        return BoundAgent.bind({ Class, principal, app, store, source: this.#source, onError })
      },
    }
  }

  conversations(): ConversationStore {
    if (this.store !== undefined) return this.store
    throw new AiBindingError(
      'The AI binding keeps no conversations. Give it a store: `defineAi({ conversations: memoryConversations() })`.',
      'no-conversations',
    )
  }
}

giveCalls(AppAi, (ai) => ai.source)
