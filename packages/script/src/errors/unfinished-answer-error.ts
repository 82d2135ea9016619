/** A scripted answer that its call did not ask for to the end. */
import { type AskedModel, askedOf, describeAsked } from '../fake/asked-model.js'
import type { ModelKind } from '../models/model-kind.js'
import { oneLine } from '../quoted.js'

/** What {@link UnfinishedAnswerError} knows. */
export type UnfinishedAnswerErrorDetails = AskedModel & {
  readonly kind: ModelKind
  /** What it was called with, in words. */
  readonly asked: string
  /** What the script has for it, in words: `error "busy", then 1 image`. */
  readonly scripted: string
  /** How many of its errors and answers were not asked for. */
  readonly remaining: number
  /** How the call ended, in words. */
  readonly reason: string
}

/** Thrown when the fake ends: a call took an answer of the script, and ended before its model was asked for all of it. */
export class UnfinishedAnswerError extends Error {
  override readonly name = 'UnfinishedAnswerError'
  readonly code = 'UNFINISHED_ANSWER'
  readonly kind: ModelKind
  /** The method of the binding that was called; absent where a model was asked by its id. */
  declare readonly call?: string
  /** The id of the model that was asked, with no binding. */
  declare readonly model?: string
  readonly remaining: number
  readonly reason: string

  constructor(details: UnfinishedAnswerErrorDetails) {
    const { kind, asked, scripted, remaining, reason } = details
    super(
      `${describeAsked(details)} (${oneLine(asked)}) took its scripted answer (${oneLine(scripted, 600)}), but ${oneLine(reason)} with ${remaining} of it not asked for. ` +
        'The SDK asks again only after an error that can be retried, as often as maxRetries says; what it refuses by itself asks no model. ' +
        'Script only the error: `{ error: apiError({ status: 503 }) }`, or let the call retry: `maxRetries: 1`.',
    )
    this.kind = kind
    Object.assign(this, askedOf(details))
    this.remaining = remaining
    this.reason = reason
  }
}
