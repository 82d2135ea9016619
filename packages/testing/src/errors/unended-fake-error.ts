/** A fake that a file of tests left behind. */

/** What {@link UnendedFakeError} knows. */
export interface UnendedFakeErrorDetails {
  /** Where the fake was made: `tests/triage.test.ts:14`. */
  readonly madeAt: string
  /** What the fake had to say at its end; undefined when that was nothing. */
  readonly cause: Error | undefined
}

/** Thrown by `fakeAi()` when a fake of another file never ended. It is ended now, and the next `fakeAi()` works. */
export class UnendedFakeError extends Error {
  override readonly name = 'UnendedFakeError'
  readonly code = 'UNENDED_FAKE'
  readonly madeAt: string

  constructor({ madeAt, cause }: UnendedFakeErrorDetails) {
    const left = cause === undefined ? '' : ` What it would have said at its end:\n\n${cause.message}\n\n`
    super(
      `The fake AI made at ${madeAt} was never ended, and its file is over: until now it answered for the app's models, ` +
        `and kept real ones from being asked. It is ended now.${left} ` +
        'End it with its test: `using ai = http.fakeAi()`, or `ai[Symbol.dispose]()` in an `afterEach`. ' +
        'A test that timed out never came to the end of its block: look at that one first.',
      cause && { cause },
    )
    this.madeAt = madeAt
  }
}
