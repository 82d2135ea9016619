/**
 * `Ai`: what the binding offers to handlers, to code outside of a request and to tests alike.
 */
import type {
  Experimental_DecisionQuestion,
  Experimental_DecisionResult,
  EmbedManyResult,
  EmbedResult,
  GenerateImageResult,
  embed,
  embedMany,
  experimental_decide,
  generateImage,
} from 'ai'
import type { Principal } from '@understudy/app'
import type { AgentClass, AnyAgent } from './agent.js'
import type { BoundAgent } from './bound-agent.js'
import type { ConversationStore } from './conversations/conversation-store.js'

/** Which provider's model answers; the binding's default one unless given. */
export interface ProviderChoice {
  readonly provider?: string
}

type CallOptions<Call extends (options: never) => unknown> = Omit<Parameters<Call>[0], 'model'> & ProviderChoice

/** Options of `ai.embed()`: those of the SDK's `embed`, but for the model. */
export type EmbedOptions = CallOptions<typeof embed>
/** Options of `ai.embedMany()`: those of the SDK's `embedMany`, but for the model. */
export type EmbedManyOptions = CallOptions<typeof embedMany>
/** Options of `ai.image()`: those of the SDK's `generateImage`, but for the model. */
export type ImageOptions = CallOptions<typeof generateImage>

/** Questions of `ai.evaluate()`, by id. */
export type Questions = Record<string, Experimental_DecisionQuestion>

/** Options of `ai.evaluate()`: those of the SDK's `experimental_decide`, but for the model. */
export type EvaluateOptions<Asked extends Questions> = Omit<CallOptions<typeof experimental_decide>, 'questions'> & {
  readonly questions: Asked
}

/** An agent class that is about to be bound to a principal. */
export interface AgentHandle<A extends AnyAgent> {
  /**
   * Constructs the agent for a principal; null is an anonymous run, which may only read.
   * @throws AgentSetupError with every problem, before any model is asked.
   */
  as(principal: Principal | null): BoundAgent<A>
}

/** The AI binding: agents and models, all through the app's providers. */
export interface Ai {
  /** The agent of a class; `.as(principal)` makes it ready to prompt. */
  agent<A extends AnyAgent>(Class: AgentClass<A>): AgentHandle<A>
  /** Embeds one value with the SDK's `embed`. */
  embed(options: EmbedOptions): Promise<EmbedResult>
  /** Embeds values with the SDK's `embedMany`. */
  embedMany(options: EmbedManyOptions): Promise<EmbedManyResult>
  /** Makes images with the SDK's `generateImage`. */
  image(options: ImageOptions): Promise<GenerateImageResult>
  /** Answers typed questions about a state with the SDK's `experimental_decide`. */
  evaluate<const Asked extends Questions>(options: EvaluateOptions<Asked>): Promise<Experimental_DecisionResult<Asked>>
  /**
   * Where the conversations are kept.
   * @throws AiBindingError when `defineAi` was given no `conversations`.
   */
  conversations(): ConversationStore
}
