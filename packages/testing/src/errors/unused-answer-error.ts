/** A scripted answer that no call has taken. */
import type { CallKind } from '@understudy/agents'

/** Thrown by `assertComplete()`, and when a strict fake ends. */
export class UnusedAnswerError extends Error {
  override readonly name = 'UnusedAnswerError'
  readonly code = 'UNUSED_ANSWER'
  readonly kind: CallKind
  /** How many answers were left. */
  readonly count: number

  /** `respond` is the method of the fake that scripted them. */
  constructor(kind: CallKind, count: number, respond: string) {
    super(
      `No call took ${count} of the scripted answers, and nothing else uses them. ` +
        `Take ${count === 1 ? 'it' : 'them'} out of \`ai.${respond}([…])\`, or make the ${count === 1 ? 'call' : 'calls'}.`,
    )
    this.kind = kind
    this.count = count
  }
}
