/** A scripted answer that its call did not ask for to the end. */
import type { CallKind, CallName } from '@understudy/agents'

/** What {@link UnfinishedAnswerError} knows. */
export interface UnfinishedAnswerErrorDetails {
  readonly kind: CallKind
  /** The method of the binding that was called. */
  readonly call: CallName
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
  readonly kind: CallKind
  readonly call: CallName
  readonly remaining: number
  readonly reason: string

  constructor({ kind, call, asked, scripted, remaining, reason }: UnfinishedAnswerErrorDetails) {
    super(
      `ai.${call}() (${asked}) took its scripted answer (${scripted}), but ${reason} with ${remaining} of it not asked for. ` +
        'The SDK asks again only after an error that can be retried, as often as maxRetries says; what it refuses by itself asks no model. ' +
        'Script only the error: `{ error: apiError({ status: 503 }) }`, or let the call retry: `maxRetries: 1`.',
    )
    this.kind = kind
    this.call = call
    this.remaining = remaining
    this.reason = reason
  }
}
