/** An answer on disk that cannot be played back. */

/** Thrown instead of asking a model for what the answer on disk does not have. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError'
  readonly code = 'REPLAY'
  readonly stored: number

  constructor(stored: number) {
    super(
      `The answer on disk has ${stored} model ${stored === 1 ? 'call' : 'calls'}, and the loop asked for one more: the agent stops later than it did. ` +
        "Ask anew: `{ stale: 'rerun' }`.",
    )
    this.stored = stored
  }
}
