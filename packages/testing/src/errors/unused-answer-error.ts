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
      `No call took ${count} of the answers that ai.${respond}() scripted. ` +
        'Make as many calls as it is scripted for, or leave the answers out.',
    )
    this.kind = kind
    this.count = count
  }
}
