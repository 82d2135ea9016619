/** One try that failed, and where. */
import type { FailureClass } from '../disk/rows.js'
import { oneLine } from '@understudy/app'
import { hideSecrets } from '../hide-secrets.js'
import { printable } from '../printable.js'

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
/** More than that is not looked at: an error may quote a whole answer. */
const LOOKED_AT = 10 * LONGEST

/** An error's name and message without credentials and control characters, cut. What a provider throws often quotes what it was sent. */
export function describeError(error: unknown): string {
  const words = wordsOf(error)
  const text = hideSecrets(printable(words.slice(0, LOOKED_AT)).trim())
  return words.length > LONGEST ? `${text.slice(0, LONGEST)}… (+${words.length - LONGEST} characters)` : text
}

/** An error's name and message, or what else was thrown, as it is. */
export function wordsOf(error: unknown): string {
  try {
    if (error instanceof Error) return `${error.name}: ${error.message}`
    const text = String(error)
    if (text !== '[object Object]') return text
    // Thrown by whoever knows no errors: what it holds is all that it says.
    return `Something that is no error was thrown: ${JSON.stringify(error)}`
  } catch {
    // An object without a prototype, or with a hostile one.
    return `Something of the type ${typeof error} was thrown, and it has no text.`
  }
}
