/** A scripted reply that the loop did not play to its end. */
import { quote } from '../fake/printable.js'
import { describePrompted, promptedOf, type Prompted } from '../fake/prompted.js'
import { oneLine } from '../quoted.js'

/** What {@link UnfinishedReplyError} knows. */
export type UnfinishedReplyErrorDetails = Prompted & {
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
  /** The agent that was prompted; absent where a model was, by its id. */
  declare readonly agent?: string
  /** The id of the model that was prompted, with no agent. */
  declare readonly model?: string
  readonly taken: number
  readonly total: number
  readonly unreached: readonly string[]
  readonly reason: string

  constructor(details: UnfinishedReplyErrorDetails) {
    const { input, taken, total, unreached, reason, fix } = details
    super(
      `${describePrompted(details)} (prompt ${quote(input, 120)}) stopped after step ${taken} of its ${total}-step reply, ` +
        `before ${list(unreached)}. The loop stopped because ${oneLine(reason)}. ${oneLine(fix, 600)}`,
    )
    Object.assign(this, promptedOf(details))
    this.taken = taken
    this.total = total
    this.unreached = unreached
    this.reason = reason
  }
}

/** How many unreached steps are told one by one. */
const TOLD = 5

function list(steps: readonly string[]): string {
  const told = steps
    .slice(0, TOLD)
    .map((step) => oneLine(step))
    .join(', ')
  return steps.length > TOLD ? `${told} and ${steps.length - TOLD} more` : told
}
