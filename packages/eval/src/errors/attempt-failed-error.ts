/** One try that failed, and where. */
import type { FailureClass } from '../disk/rows.js'
import { oneLine } from '@understudy/agents'

/** What {@link AttemptFailedError} knows. */
export interface AttemptFailedErrorDetails {
  readonly failureClass: FailureClass
  readonly cause: unknown
}

/** Becomes a row of `errors.jsonl`; its `cause` is what was thrown. */
export class AttemptFailedError extends Error {
  override readonly name = 'AttemptFailedError'
  readonly code = 'ATTEMPT_FAILED'
  readonly failureClass: FailureClass

  constructor({ failureClass, cause }: AttemptFailedErrorDetails) {
    super(
      `The attempt failed (${failureClass}): ${oneLine(describeError(cause), LONGEST + 100).replace(/\.$/, '')}. It is a row of errors.jsonl, and in no mean. ` +
        'Run what failed again: `runEval(evaluation, { failed: true })`.',
      { cause },
    )
    this.failureClass = failureClass
  }
}

const LONGEST = 2_000

/** An error's name and message, cut. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (+${text.length - LONGEST} characters)` : text
}
