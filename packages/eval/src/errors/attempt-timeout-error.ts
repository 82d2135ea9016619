/** An attempt that took too long. */

/** The reason of the signal that ends it. */
export class AttemptTimeoutError extends Error {
  override readonly name = 'AttemptTimeoutError'
  readonly code = 'ATTEMPT_TIMEOUT'
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super(
      `The attempt was not done after ${timeoutMs} ms, and was ended. It is a failure, and no score of zero. ` +
        `Give it longer: \`defineEval({ timeoutMs: ${timeoutMs * 2} })\`.`,
    )
    this.timeoutMs = timeoutMs
  }
}
