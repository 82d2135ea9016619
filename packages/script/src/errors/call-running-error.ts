/** A call of a model that outlived the fake that answers it. */
import { type AskedModel, askedOf, describeAsked } from '../fake/asked-model.js'
import type { ModelKind } from '../models/model-kind.js'
import { named, oneLine } from '../quoted.js'

/** What {@link CallRunningError} knows. */
export type CallRunningErrorDetails = AskedModel & {
  readonly kind: ModelKind
  /** What it was called with, in words. */
  readonly asked: string
}

/** Thrown when the fake ends while a call is still running, or has a stream that nobody has read to its end. */
export class CallRunningError extends Error {
  override readonly name = 'CallRunningError'
  readonly code = 'CALL_RUNNING'
  readonly kind: ModelKind
  /** The method of the binding that was called; absent where a model was asked by its id. */
  declare readonly call?: string
  /** The id of the model that was asked, with no binding. */
  declare readonly model?: string

  constructor(details: CallRunningErrorDetails) {
    const { kind, call, asked } = details
    super(
      `${describeAsked(details)} (${oneLine(asked)}) was still running when the fake ended. ` +
        `Nobody has its answer. Await the call, or the request that makes it, before the block of the fake ends: \`await ${call === undefined ? 'work' : `ai.${named(call)}(…)`}\`; ` +
        'read a stream to its end, or cancel it.',
    )
    this.kind = kind
    Object.assign(this, askedOf(details))
  }
}
