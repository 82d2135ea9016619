/** A recorded prompt of a model, as a test reads it. */
import type { LanguageModelUsage, StepResult, ToolSet } from 'ai'
import type { ModelCall } from '../engine/model-call.js'
import type { PromptEnd } from '../fake/prompt-record.js'
import type { RecordedToolCall } from '../fake/tool-call-record.js'

/** What a prompt was answered with. */
export interface ModelResponse extends PromptEnd {
  /** The text of the last step. */
  readonly text: string
  readonly finishReason: string
  /** The steps as the SDK made them; none of an object's, nor of a prompt that the SDK did not tell of. */
  readonly steps: readonly StepResult<ToolSet>[]
  /** The tokens of all steps, as far as they were told. */
  readonly usage?: LanguageModelUsage
}

/**
 * One prompt: a call of `generateText`, `streamText`, a `ToolLoopAgent` or the like with all its steps and retries. Recorded
 * when it starts, filled in as it runs.
 */
export interface ModelPrompt {
  /** The id of the model that it began with, which it draws its reply for. */
  readonly model: string
  /** The text of the prompt, or of its last message of the user. */
  readonly input: string
  /** The system text; undefined where there is none. */
  readonly instructions: string | undefined
  readonly toolCalls: readonly RecordedToolCall[]
  /** What the model was sent at each step. */
  readonly requests: readonly ModelCall[]
  /** The id of the model that each request went to: `prepareStep` may change it, and the prompt keeps its reply. */
  readonly askedModels: readonly string[]
  readonly response?: ModelResponse
  /** What the prompt threw. */
  readonly error?: unknown
}
