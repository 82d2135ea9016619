/** A prompt that outlived the fake that answers it. */
import { quote } from '../printable.js'

/** What {@link PromptRunningError} knows. */
export interface PromptRunningErrorDetails {
  readonly agent: string
  readonly input: string
  /** What it was waiting for, to follow "It waits for"; undefined where the record does not tell. */
  readonly waitsFor: string | undefined
}

/** Thrown when the fake ends while a prompt is still running. */
export class PromptRunningError extends Error {
  override readonly name = 'PromptRunningError'
  readonly code = 'PROMPT_RUNNING'
  readonly agent: string
  readonly input: string
  readonly waitsFor: string | undefined

  constructor({ agent, input, waitsFor }: PromptRunningErrorDetails) {
    super(
      `Agent "${agent}" (prompt ${quote(input, 120)}) was still running when the fake ended. ` +
        (waitsFor === undefined ? '' : `It waits for ${waitsFor}. `) +
        'Await the prompt, or read its stream to the end, before the block of the fake ends: `await response.text()`.',
    )
    this.agent = agent
    this.input = input
    this.waitsFor = waitsFor
  }
}
