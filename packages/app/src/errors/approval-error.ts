/** A decision about an approval request that cannot be made. */
import type { ApprovalStatus } from '../approvals/approval-store.js'

/** What {@link ApprovalError} knows. */
export interface ApprovalErrorDetails {
  /**
   * `unknown`: there is no such request; `decided`: somebody was first; `expired`: its time is over; `approver`: `by` is no
   * human; `agent`: a tool call of an agent tried to decide.
   */
  readonly reason: 'unknown' | 'decided' | 'expired' | 'approver' | 'agent'
  readonly requestId: string
  /** Where the request stands, when it was looked up. */
  readonly status?: ApprovalStatus
  /** What happened, what is known and the fix. */
  readonly message: string
}

/** Thrown by `app.approvals` when a request cannot be decided; nothing has changed. */
export class ApprovalError extends Error {
  override readonly name = 'ApprovalError'
  readonly code = 'APPROVAL'
  readonly reason: ApprovalErrorDetails['reason']
  readonly requestId: string
  readonly status: ApprovalStatus | undefined

  constructor({ reason, requestId, status, message }: ApprovalErrorDetails) {
    super(message)
    this.reason = reason
    this.requestId = requestId
    this.status = status
  }
}
