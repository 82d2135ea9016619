/** What a gate says when it refuses. */
import type { DenialReason } from '../in-process-call.js'

/** Where a refused call stands with the humans who decide about it. */
export interface ApprovalState {
  readonly status: 'pending' | 'rejected'
  readonly requestId: string
  /** ISO 8601; a request is over then, whatever was decided. */
  readonly expiresAt: string
  /** Why it was rejected, when the human said so. */
  readonly reason?: string
}

/** A refusal: which gate, and what the model is told. */
export interface Denial {
  readonly reason: DenialReason
  readonly message: string
  /** Absent when no human was asked. */
  readonly approval?: ApprovalState
}

/** A refusal as the model reads it. */
export interface DeniedOutput {
  readonly denied: DenialReason
  readonly message: string
  readonly approval?: ApprovalState
}

/** What the model reads of a refusal. */
export function deniedOutput({ reason, message, approval }: Denial): DeniedOutput {
  return { denied: reason, message, ...(approval && { approval }) }
}
