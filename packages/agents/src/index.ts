/** `@understudy/agents`: agents with a principal, a model and the app's tools; the app's AI binding. */

// The binding
export { defineAi, type AiOptions } from './define-ai.js'
export type { AgentHandle, Ai } from './ai.js'
export type {
  AiCalls,
  EmbedManyOptions,
  EmbedOptions,
  EvaluateOptions,
  ExtractOptions,
  Fields,
  ImageOptions,
  ProviderChoice,
  Questions,
  RerankDocument,
  RerankOptions,
  SpeechOptions,
  StreamSpeechOptions,
  StreamTranscribeOptions,
  TranscribeOptions,
  TranslateOptions,
  VideoOptions,
} from './models/ai-calls.js'
export type { CallKind, ModelByKind, ModelKind, Pricing, ProviderEntry } from './models/provider-entry.js'

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
export type { BoundAgent, PromptOptions, StreamErrorListener } from './bound-agent.js'
export type { Attachment } from './prompt-message.js'
export type { PromptResponse } from './prompt-response.js'

// Conversations
export { memoryConversations } from './conversations/memory-conversations.js'
export { conversationStoreCases, type ConversationStoreCase } from './conversations/conversation-store-cases.js'
export type { Conversation, ConversationOwner, ConversationStore } from './conversations/conversation-store.js'

// From the SDK, so that an agent's file imports one package
export { hasToolCall, isStepCount, tool } from 'ai'
export { Output, type AgentOutput, type OutputKinds, type OutputValue, type WireOf } from './output.js'

// For packages that stand in for the models
export { agentNameOf } from './agent-name.js'
export { AppAi, type AppAiSetup } from './app-ai.js'
export { standsIn, viewOf } from './define-ai.js'
export type { CallName, CallOptions, CallsByKind } from './models/ai-calls.js'
export type { CallRun, CallStart, ModelSource, PromptRun, PromptStart, ToolEnd } from './models/model-source.js'
export { giveCalls } from './models/sdk-calls.js'

// For packages that tell of agents
export { codeKey, codeText, named, nameList, oneLine, quoted } from './quoted.js'

// Errors
export { AgentSetupError, type AgentSetupErrorDetails } from './errors/agent-setup-error.js'
export { AiBindingError, type AiBindingReason } from './errors/ai-binding-error.js'
export { ConversationError, type ConversationErrorDetails } from './errors/conversation-error.js'
export { ProviderError, type ProviderErrorDetails } from './errors/provider-error.js'
