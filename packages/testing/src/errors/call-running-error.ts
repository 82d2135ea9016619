/** A call of a model that outlived the fake that answers it. */
import type { CallKind, CallName } from '@understudy/agents'

/** What {@link CallRunningError} knows. */
export interface CallRunningErrorDetails {
  readonly kind: CallKind
  /** The method of the binding that was called. */
  readonly call: CallName
  /** What it was called with, in words. */
  readonly asked: string
}

/** Thrown when the fake ends while a call is still running, or has a stream that nobody has read to its end. */
export class CallRunningError extends Error {
  override readonly name = 'CallRunningError'
  readonly code = 'CALL_RUNNING'
  readonly kind: CallKind
  readonly call: CallName

  constructor({ kind, call, asked }: CallRunningErrorDetails) {
    super(
      `ai.${call}() (${asked}) was still running when the fake ended. ` +
        `Nobody has its answer. Await the call, or the request that makes it, before the block of the fake ends: \`await ai.${call}(…)\`; ` +
        'read a stream to its end, or cancel it.',
    )
    this.kind = kind
    this.call = call
  }
}
