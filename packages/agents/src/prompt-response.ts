/** What `prompt()` answers with. */
import type { FinishReason, LanguageModelUsage, StepResult, ToolLoopAgent, ToolSet } from 'ai'

/** The answer to one prompt. */
export interface PromptResponse<Output> {
  /** The text of the last step. */
  readonly text: string
  /**
   * The parsed output of an agent that has one, else the text.
   * @throws NoOutputGeneratedError (of the SDK) when read although the loop ended without an answer.
   */
  readonly output: Output
  readonly steps: readonly StepResult<ToolSet>[]
  /** Tokens, summed over the steps. */
  readonly usage: LanguageModelUsage
  /** Why the last step ended. */
  readonly finishReason: FinishReason
  /** The conversation that the turn was stored in. */
  readonly conversationId?: string
}

type LoopResult = Awaited<ReturnType<ToolLoopAgent<never, ToolSet>['generate']>>

/** The SDK's result as a response; its output is read when asked for, as the SDK does. */
export function toPromptResponse<Output>(
  result: LoopResult,
  { typed, conversationId }: { readonly typed: boolean; readonly conversationId?: string },
): PromptResponse<Output> {
  return {
    text: result.text,
    get output() {
      if (!typed) return result.text as Output
      // An answer like any other, which the SDK's own getter takes for none.
      return (isNullAnswer(result) ? null : result.output) as Output
    },
    steps: result.steps,
    usage: result.usage,
    finishReason: result.finishReason,
    ...(conversationId !== undefined && { conversationId }),
  }
}

/** Whether the loop ended with the JSON `null`, parsed: an output that does not take null has thrown before. */
function isNullAnswer({ finishReason, text }: LoopResult): boolean {
  return finishReason === 'stop' && text.trim() === 'null'
}
