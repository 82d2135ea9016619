/** A scripted reply that the loop did not play to its end. */
import { quote } from '../printable.js'

/** What {@link UnfinishedReplyError} knows. */
export interface UnfinishedReplyErrorDetails {
  readonly agent: string
  readonly input: string
  /** How many of the reply's steps were taken. */
  readonly taken: number
  readonly total: number
  /** The steps that were not reached, in words. */
  readonly unreached: readonly string[]
  /** Why the loop stopped. */
  readonly reason: string
}

/** Thrown when the fake ends: the loop stopped before the scripted answer. */
export class UnfinishedReplyError extends Error {
  override readonly name = 'UnfinishedReplyError'
  readonly code = 'UNFINISHED_REPLY'
  readonly agent: string
  readonly taken: number
  readonly total: number
  readonly unreached: readonly string[]
  readonly reason: string

  constructor({ agent, input, taken, total, unreached, reason }: UnfinishedReplyErrorDetails) {
    super(
      `Agent "${agent}" (prompt ${quote(input, 120)}) stopped after step ${taken} of its ${total}-step reply, ` +
        `before ${unreached.join(', ')}. The loop stopped because ${reason}. ` +
        'If it must stop there, end the reply there: leave out the `then`.',
    )
    this.agent = agent
    this.taken = taken
    this.total = total
    this.unreached = unreached
    this.reason = reason
  }
}
