/** What a gate says when it refuses. */
import type { DenialReason } from '../in-process-call.js'

/** A refusal: which gate, and what the model is told. */
export interface Denial {
  readonly reason: DenialReason
  readonly message: string
}
