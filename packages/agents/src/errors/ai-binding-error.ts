/** The AI binding made or used in a way that cannot work. */
import { oneLine } from '@understudy/app'

/**
 * Why: `options`: what `defineAi` was given means nothing, or a factory of it made no model; `ambiguous`: the imported binding
 * serves several apps, and cannot tell which is meant; `no-conversations`: it keeps none.
 */
export type AiBindingReason = 'options' | 'ambiguous' | 'no-conversations'

/** Thrown before any model is asked. The message says what to write instead. */
export class AiBindingError extends Error {
  override readonly name = 'AiBindingError'
  readonly code = 'AI_BINDING'
  readonly reason: AiBindingReason
  /** Every problem, as sentences with their fix. */
  readonly problems: readonly string[]

  constructor(problems: string | readonly string[], reason: AiBindingReason) {
    const all = typeof problems === 'string' ? [problems] : problems
    // One problem a line, told by those who found it.
    super(all.map((problem) => oneLine(problem, 1_000)).join('\n'))
    this.reason = reason
    this.problems = all
  }
}
