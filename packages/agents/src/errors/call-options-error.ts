/** A call of a bound agent or of the AI binding that was given what it cannot use. */
import { oneLine } from '@understudy/app'

/** What {@link CallOptionsError} knows. */
export interface CallOptionsErrorDetails {
  /** The method: `prompt`, `stream`, `continue`, `as`, `embed`, … */
  readonly call: string
  readonly problems: readonly string[]
}

/** Thrown before any model is asked: nothing has run, and nothing is stored. The message has every problem. */
export class CallOptionsError extends TypeError {
  override readonly name = 'CallOptionsError'
  readonly code = 'CALL_OPTIONS'
  readonly call: string
  /** Every problem, as sentences with their fix. */
  readonly problems: readonly string[]

  constructor({ call, problems }: CallOptionsErrorDetails) {
    super(
      `${call}() was called with what it cannot use. ${problems.map((problem) => oneLine(problem, 1_000)).join(' ')}`,
    )
    this.call = call
    this.problems = problems
  }
}
