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
  /** What to do about it. */
  readonly fix: string
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

  constructor({ agent, input, taken, total, unreached, reason, fix }: UnfinishedReplyErrorDetails) {
    super(
      `Agent "${agent}" (prompt ${quote(input, 120)}) stopped after step ${taken} of its ${total}-step reply, ` +
        `before ${list(unreached)}. The loop stopped because ${reason}. ${fix}`,
    )
    this.agent = agent
    this.taken = taken
    this.total = total
    this.unreached = unreached
    this.reason = reason
  }
}

/** How many unreached steps are told one by one. */
const TOLD = 5

function list(steps: readonly string[]): string {
  return steps.length > TOLD ? `${steps.slice(0, TOLD).join(', ')} and ${steps.length - TOLD} more` : steps.join(', ')
}
