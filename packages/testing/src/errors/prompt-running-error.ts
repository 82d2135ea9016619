/** A prompt that outlived the fake that answers it. */
import { quote } from '../printable.js'

/** Thrown when the fake ends while a prompt is still running. */
export class PromptRunningError extends Error {
  override readonly name = 'PromptRunningError'
  readonly code = 'PROMPT_RUNNING'
  readonly agent: string
  readonly input: string

  constructor(agent: string, input: string) {
    super(
      `Agent "${agent}" (prompt ${quote(input, 120)}) was still running when the fake ended. ` +
        'Await the prompt, or the request that starts it, before the block of the fake ends.',
    )
    this.agent = agent
    this.input = input
  }
}
