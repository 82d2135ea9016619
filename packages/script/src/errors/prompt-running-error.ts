/** A prompt that outlived the fake that answers it. */
import { quote } from '../fake/printable.js'
import { describePrompted, promptedOf, type Prompted } from '../fake/prompted.js'
import { oneLine } from '../quoted.js'

/** What {@link PromptRunningError} knows. */
export type PromptRunningErrorDetails = Prompted & {
  readonly input: string
  /** What it was waiting for, to follow "It waits for"; undefined where the record does not tell. */
  readonly waitsFor: string | undefined
}

/** Thrown when the fake ends while a prompt is still running. */
export class PromptRunningError extends Error {
  override readonly name = 'PromptRunningError'
  readonly code = 'PROMPT_RUNNING'
  /** The agent that was prompted; absent where a model was, by its id. */
  declare readonly agent?: string
  /** The id of the model that was prompted, with no agent. */
  declare readonly model?: string
  readonly input: string
  readonly waitsFor: string | undefined

  constructor(details: PromptRunningErrorDetails) {
    const { input, waitsFor } = details
    super(
      `${describePrompted(details)} (prompt ${quote(input, 120)}) was still running when the fake ended. ` +
        (waitsFor === undefined ? '' : `It waits for ${oneLine(waitsFor)}. `) +
        `Await the prompt, or read its stream to the end, before the block of the fake ends: \`${howToAwait(details)}\`.`,
    )
    Object.assign(this, promptedOf(details))
    this.input = input
    this.waitsFor = waitsFor
  }
}

/** A bound agent answers with a response, the SDK with a result. */
function howToAwait({ agent }: Prompted): string {
  return agent === undefined ? 'await result.text' : 'await response.text()'
}
