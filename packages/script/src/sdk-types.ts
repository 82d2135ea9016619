/**
 * The SDK's own model types, read off the mock that the scripted model is built on, so that this package depends on
 * `ai` alone. Knows nothing about scripts.
 */
import type { MockLanguageModelV4 } from 'ai/test'

/** What the SDK sends to a language model. */
export type SdkRequest = Parameters<MockLanguageModelV4['doGenerate']>[0]
/** What a language model answers to `generate`. */
export type SdkResult = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>
/** What a language model answers to `stream`. */
export type SdkStreamResult = Awaited<ReturnType<MockLanguageModelV4['doStream']>>
/** One part of a stream. */
export type SdkStreamPart = SdkStreamResult['stream'] extends ReadableStream<infer PART> ? PART : never
/** One part of a model's content. */
export type SdkContent = SdkResult['content'][number]
/** A tool call in a model's content. */
export type SdkToolCall = Extract<SdkContent, { type: 'tool-call' }>
/** Why a model stopped, as models report it. */
export type SdkFinishReason = SdkResult['finishReason']
/** Token counts, as models report them. */
export type SdkUsage = SdkResult['usage']
/** A warning of a model about a call. */
export type SdkWarning = SdkResult['warnings'][number]
/** Metadata of a provider, keyed by its name. */
export type SdkProviderMetadata = NonNullable<SdkResult['providerMetadata']>
/** A tool as it is offered to a model. */
export type OfferedTool = NonNullable<SdkRequest['tools']>[number]
/** How a model was told to choose among its tools. */
export type ToolChoice = NonNullable<SdkRequest['toolChoice']>
/** The form of answer a model was asked for. */
export type ResponseFormat = NonNullable<SdkRequest['responseFormat']>
/** One message of a prompt, the instructions left out. */
export type PromptMessage = Exclude<SdkRequest['prompt'][number], { role: 'system' }>
