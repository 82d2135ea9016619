/**
 * `Ai`: what the binding offers to handlers, to code outside of a request and to tests alike.
 */
import type { Principal } from '@understudy/app'
import type { AgentClass, AnyAgent } from './agent.js'
import type { BoundAgent } from './bound-agent.js'
import type { ConversationStore } from './conversations/conversation-store.js'
import type { AiCalls } from './models/ai-calls.js'

/** An agent class that is about to be bound to a principal. */
export interface AgentHandle<A extends AnyAgent> {
  /**
   * Constructs the agent for a principal, who is copied; null is an anonymous run, which may only read.
   * @throws AgentSetupError with every problem, before any model is asked.
   */
  as(principal: Principal | null): BoundAgent<A>
}

/** The AI binding: agents and models, all through the app's providers. */
export interface Ai extends AiCalls {
  /**
   * The agent of a class; `.as(principal)` makes it ready to prompt.
   * @throws AgentSetupError for what does not extend `Agent`.
   */
  agent<A extends AnyAgent>(Class: AgentClass<A>): AgentHandle<A>
  /**
   * Where the conversations are kept.
   * @throws AiBindingError when `defineAi` was given no `conversations`.
   */
  conversations(): ConversationStore
}
