/**
 * Where a binding's models come from: its providers, or in a test a script. The one seam between the two.
 * A source knows models and prompts; it knows no tools and no app.
 */
import type { Principal, ToolOutcome } from '@understudy/app'
import type { AgentClass } from '../agent.js'
import type { PromptResponse } from '../prompt-response.js'
import type { ModelByKind, ModelKind } from './provider-entry.js'

/** A prompt that is about to run. */
export interface PromptStart {
  readonly agent: AgentClass
  readonly agentName: string
  readonly input: string
  readonly principal: Principal | null
  /** The provider asked for by the call or the class; undefined for the default one. */
  readonly provider: string | undefined
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
  /** A tool, of the app or local, returned or threw. */
  toolEnded?(toolCallId: string, end: ToolEnd): void
  /** Somebody began to read the body of a streamed answer. */
  readingStarted?(): void
  /** The loop ended and the prompt answered. */
  ended?(response: PromptResponse<unknown>): void
  /** The prompt threw, or was aborted. */
  failed?(error: unknown, aborted: boolean): void
}

/** Where models come from. */
export interface ModelSource {
  /** Starts a prompt. Called before anything is awaited, so the order of starts is the order of the calls. */
  startPrompt(start: PromptStart): PromptRun
  /**
   * The name of the provider that would answer.
   * @throws ProviderError when it is not configured, or has no model of that kind.
   */
  providerOf(kind: ModelKind, asked: string | undefined): string
  /** The model of any other kind. */
  model<Kind extends Exclude<ModelKind, 'model'>>(kind: Kind, provider: string | undefined): ModelByKind[Kind]
}
