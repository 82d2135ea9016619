/**
 * One app's view of the AI binding. Asks at each use where models come from, so that whoever holds it is faked with it.
 */
import {
  embed,
  embedMany,
  experimental_decide,
  generateImage,
  type Experimental_DecisionResult,
  type EmbedManyResult,
  type EmbedResult,
  type GenerateImageResult,
} from 'ai'
import type { InProcessApp, Principal } from '@understudy/app'
import { agentNameOf } from './agent-name.js'
import type { AgentClass, AnyAgent } from './agent.js'
import type { AgentHandle, Ai, EmbedManyOptions, EmbedOptions, EvaluateOptions, ImageOptions, Questions } from './ai.js'
import { BoundAgent } from './bound-agent.js'
import type { ConversationStore } from './conversations/conversation-store.js'
import { AiBindingError } from './errors/ai-binding-error.js'
import type { ModelSource } from './models/model-source.js'
import type { ModelByKind, ModelKind } from './models/provider-entry.js'

/** What a view is made of. */
export interface AppAiSetup {
  /** Undefined for a binding of no app: its agents have no app tools. */
  readonly app: InProcessApp | undefined
  /** The providers that `defineAi` was given. */
  readonly configured: ModelSource
  /** Undefined where `defineAi` was given none. */
  readonly store: ConversationStore | undefined
  /** Where models come from at each use; the configured providers unless given. */
  readonly source?: () => ModelSource
}

/** The AI binding of one app. */
export class AppAi implements Ai {
  readonly app: InProcessApp | undefined
  readonly configured: ModelSource
  readonly store: ConversationStore | undefined
  readonly #source: () => ModelSource

  constructor({ app, configured, store, source = () => configured }: AppAiSetup) {
    this.app = app
    this.configured = configured
    this.store = store
    this.#source = source
  }

  /** Where models come from here and now. */
  get source(): ModelSource {
    return this.#source()
  }

  agent<A extends AnyAgent>(Class: AgentClass<A>): AgentHandle<A> {
    // What is no class is refused here, where the mistake is.
    agentNameOf(Class)
    return {
      as: (principal: Principal | null) => {
        const { app, store } = this
        return BoundAgent.bind({ Class, principal, app, store, source: this.#source })
      },
    }
  }

  conversations(): ConversationStore {
    if (this.store !== undefined) return this.store
    throw new AiBindingError(
      'The AI binding keeps no conversations. Give it a store: defineAi({ conversations: memoryConversations() }).',
    )
  }

  async embed({ provider, ...options }: EmbedOptions): Promise<EmbedResult> {
    return await embed({ ...options, model: this.#model('embeddingModel', provider) })
  }

  async embedMany({ provider, ...options }: EmbedManyOptions): Promise<EmbedManyResult> {
    return await embedMany({ ...options, model: this.#model('embeddingModel', provider) })
  }

  async image({ provider, ...options }: ImageOptions): Promise<GenerateImageResult> {
    return await generateImage({ ...options, model: this.#model('imageModel', provider) })
  }

  async evaluate<const Asked extends Questions>(
    options: EvaluateOptions<Asked>,
  ): Promise<Experimental_DecisionResult<Asked>> {
    const { provider, ...rest } = options
    return await experimental_decide<Asked>({ ...rest, model: this.#model('evaluationModel', provider) })
  }

  #model<Kind extends Exclude<ModelKind, 'model'>>(kind: Kind, provider: string | undefined): ModelByKind[Kind] {
    return this.source.model(kind, provider)
  }
}
