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
      `Agent "${agent}" has ${count} scripted ${count === 1 ? 'reply' : 'replies'} left, for which it was not prompted. ` +
        `Take ${count === 1 ? 'it' : 'them'} out of \`ai.respond(…, […])\`, or prompt the agent ${count === 1 ? 'once' : `${count} times`} more.`,
    )
    this.agent = agent
    this.count = count
  }
}
