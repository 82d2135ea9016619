/** A test set up in a way that cannot work. */

/**
 * Why: `argument`: what a function for tests was given means nothing; `fetch-only`: the test knows only a fetch function
 * of the app; `binding`: the app has no AI binding, or several and none is named; `name-taken`: two agents go by one name.
 */
export type TestSetupReason = 'argument' | 'fetch-only' | 'binding' | 'name-taken'

/** Thrown when a fake, or a `TestApp`, is asked for something that it cannot give. The message has the fix. */
export class TestSetupError extends Error {
  override readonly name = 'TestSetupError'
  readonly code = 'TEST_SETUP'
  readonly reason: TestSetupReason

  constructor(message: string, reason: TestSetupReason = 'argument') {
    super(message)
    this.reason = reason
  }
}
