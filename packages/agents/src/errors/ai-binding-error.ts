/** The AI binding made or used in a way that cannot work. */
import { oneLine } from '../quoted.js'

/**
 * Why: `options`: what `defineAi` was given, or what a factory of it made, is no model; `ambiguous`: the imported binding
 * serves several apps, and cannot tell which is meant; `no-conversations`: it keeps none.
 */
export type AiBindingReason = 'options' | 'ambiguous' | 'no-conversations'

/** Thrown before any model is asked. The message says what to write instead. */
export class AiBindingError extends Error {
  override readonly name = 'AiBindingError'
  readonly code = 'AI_BINDING'
  readonly reason: AiBindingReason

  constructor(message: string, reason: AiBindingReason) {
    // One problem a line, told by those who found it.
    super(
      message
        .split('\n')
        .map((line) => oneLine(line, 1_000))
        .join('\n'),
    )
    this.reason = reason
  }
}
