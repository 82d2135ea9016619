/** A fake that a file of tests left behind. */

import { type FakeWords, fakeAiWords } from '../fake/prompted.js'
import { oneLine } from '../quoted.js'
import { printable } from '../fake/printable.js'

/** What {@link UnendedFakeError} knows. */
export interface UnendedFakeErrorDetails {
  /** Where the fake was made: `tests/triage.test.ts:14`. */
  readonly madeAt: string
  /** What the fake had to say at its end; undefined when that was nothing. */
  readonly cause: Error | undefined
  /** How the fake is spoken of; as a fake AI unless given. */
  readonly words?: FakeWords
}

/** Thrown by `fakeAi()` and `fakeModels()` when a fake of another file never ended. It is ended now, and the next one works. */
export class UnendedFakeError extends Error {
  override readonly name = 'UnendedFakeError'
  readonly code = 'UNENDED_FAKE'
  readonly madeAt: string

  constructor({ madeAt, cause, words = fakeAiWords }: UnendedFakeErrorDetails) {
    const { fake, make, variable } = words
    const left = cause === undefined ? '' : ` What it would have said at its end:\n\n${printable(cause.message)}\n\n`
    super(
      `The ${fake} made at ${oneLine(madeAt)} was never ended, and its file is over: until now it answered for the app's models, ` +
        `and kept real ones from being asked. It is ended now.${left} ` +
        `End it with its test: \`using ${variable} = ${make}\`, or \`${variable}[Symbol.dispose]()\` in an \`afterEach\`. ` +
        'A test that timed out never came to the end of its block: look at that one first.',
      cause && { cause },
    )
    this.madeAt = madeAt
  }
}
