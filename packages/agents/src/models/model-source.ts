/**
 * Where a binding's models come from: its providers, or in a test a script. The one seam between the two.
 * A source knows models, prompts and calls; it knows no tools and no app.
 */
import type { Principal, ToolOutcome } from '@understudy/app'
import type { AgentClass } from '../agent.js'
import type { PromptResponse } from '../prompt-response.js'
import type { CallOptions, CallsByKind } from './ai-calls.js'
import type { CallTelemetry } from './call-telemetry.js'
import type { CallKind, ModelByKind, ModelKind, Pricing } from './provider-entry.js'

/** A prompt that is about to run. */
export interface PromptStart {
  readonly agent: AgentClass
  readonly agentName: string
  readonly input: string
  readonly principal: Principal | null
  /** The provider asked for by the call or the class; undefined for the default one. */
  readonly provider: string | undefined
  /** Whether the agent has an `output`, and answers with a value in the place of text. */
  readonly hasOutput: boolean
  /** Whether the answer is streamed. */
  readonly streamed: boolean
  /** The conversation that the prompt belongs to. */
  readonly conversationId: string | undefined
}

/** How one tool call ended. */
export type ToolEnd =
  | {
      /** What the model reads. */
      readonly output: unknown
      /** What became of an app tool's call at the gate and in its route; absent for a local tool. */
      readonly outcome?: ToolOutcome
    }
  /** What the tool threw, or why no request could be made. */
  | { readonly error: unknown }

/** A prompt on its way: its model, and what its source wants to hear of it. */
export interface PromptRun {
  readonly model: ModelByKind['model']
  /** The SDK's telemetry for this prompt, where it is not what is registered globally. A class with its own keeps that. */
  readonly telemetry?: CallTelemetry | undefined
  /** A tool, of the app or local, returned or threw. */
  toolEnded?(toolCallId: string, end: ToolEnd): void
  /** Somebody began to read the body of a streamed answer. */
  readingStarted?(): void
  /** The loop ended and the prompt answered. */
  ended?(response: PromptResponse<unknown>): void
  /** The prompt threw, or was aborted. */
  failed?(error: unknown, aborted: boolean): void
}

/** A call of a model of another kind that is about to run: `ai.embed()`, `ai.image()` and the like. */
export interface CallStart<Kind extends CallKind = CallKind> {
  /** The binding's method. */
  readonly call: CallsByKind[Kind]
  readonly kind: Kind
  /** The provider asked for by the call; undefined for the default one. */
  readonly provider: string | undefined
  /** What the method was given. */
  readonly options: CallOptions<CallsByKind[Kind]>
}

/** A call on its way: its model, and what its source wants to hear of it. */
export interface CallRun<Kind extends CallKind = CallKind> {
  readonly model: ModelByKind[Kind]
  /** The SDK's telemetry for this call, where it is not what is registered globally. A call with its own keeps that. */
  readonly telemetry?: CallTelemetry | undefined
  /** The call has its result; of one that streams, the stream was read to its end. */
  ended?(result: unknown): void
  /** The call threw or its stream broke off; `aborted` where its signal, or the reader of its stream, wanted no more. */
  failed?(error: unknown, aborted: boolean): void
}

/** Where models come from. */
export interface ModelSource {
  /** Starts a prompt. Called before anything is awaited, so the order of starts is the order of the calls. */
  startPrompt(start: PromptStart): PromptRun
  /** Starts a call of a model of any other kind, likewise before anything is awaited. */
  startCall<Kind extends CallKind>(start: CallStart<Kind>): CallRun<Kind>
  /**
   * The name of the provider that would answer.
   * @throws ProviderError when it is not configured, or has no model of that kind.
   */
  providerOf(kind: ModelKind, asked: string | undefined): string
  /** What a provider costs, where it is known. */
  pricingOf?(provider: string): Pricing | undefined
}
