/** A scripted reply that no prompt has drawn. */

/** Thrown by `assertComplete()`, and when a strict fake ends. */
export class UnusedReplyError extends Error {
  override readonly name = 'UnusedReplyError'
  readonly code = 'UNUSED_REPLY'
  readonly agent: string
  /** How many replies were left. */
  readonly count: number

  constructor(agent: string, count: number) {
    super(
      `Agent "${agent}" was not prompted for ${count} of its scripted replies. ` +
        'Prompt it as often as it is scripted, or leave the replies out.',
    )
    this.agent = agent
    this.count = count
  }
}
