/** An assertion of a test that did not hold: about a fake, a response or a tool call. */

/** What {@link AssertionFailedError} knows. */
export interface AssertionFailedErrorDetails {
  /** The assertion's name, as in `assertOk`. */
  readonly assertion: string
  readonly message: string
  readonly expected?: unknown
  readonly actual?: unknown
}

/** Thrown by every `assert…` for tests. Runners show `expected` and `actual` as a difference. */
export class AssertionFailedError extends Error {
  override readonly name = 'AssertionFailedError'
  readonly code = 'ASSERTION_FAILED'
  readonly assertion: string
  readonly expected: unknown
  readonly actual: unknown

  constructor({ assertion, message, expected, actual }: AssertionFailedErrorDetails) {
    super(`${assertion}: ${message}`)
    this.assertion = assertion
    this.expected = expected
    this.actual = actual
  }
}
