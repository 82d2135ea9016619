/** `@understudy/agents`: agents with a principal, a model and the app's tools; the app's AI binding. */

// The binding
export { defineAi, type AiOptions } from './define-ai.js'
export type {
  AgentHandle,
  Ai,
  EmbedManyOptions,
  EmbedOptions,
  EvaluateOptions,
  ImageOptions,
  ProviderChoice,
  Questions,
} from './ai.js'
export type { ModelByKind, ModelKind, Pricing, ProviderEntry } from './models/provider-entry.js'

// Agents
export {
  Agent,
  type AgentClass,
  type AgentOutputSpec,
  type AgentTools,
  type AnyAgent,
  type AppToolSet,
} from './agent.js'
export type { AgentSettings } from './agent-settings.js'
export type { AppToolDenial, AppToolFailure, AppToolResult } from './app-tool-result.js'
export type { Attachment, BoundAgent, PromptOptions } from './bound-agent.js'
export type { PromptResponse } from './prompt-response.js'

// Conversations
export type { Conversation, ConversationOwner, ConversationStore } from './conversations/conversation-store.js'

// From the SDK, so that an agent's file imports one package
export { hasToolCall, isStepCount, tool } from 'ai'
export { Output, type AgentOutput, type OutputKinds, type OutputValue, type WireOf } from './output.js'

// For packages that stand in for the models
export { agentNameOf } from './agent-name.js'
export { AppAi, type AppAiSetup } from './app-ai.js'
export { standsIn, viewOf } from './define-ai.js'
export type { ModelSource, PromptRun, PromptStart, ToolEnd } from './models/model-source.js'

// Errors
export { AgentSetupError, type AgentSetupErrorDetails } from './errors/agent-setup-error.js'
export { AiBindingError } from './errors/ai-binding-error.js'
export { ProviderError, type ProviderErrorDetails } from './errors/provider-error.js'
