/**
 * The contract of a store of approval requests: what is kept of each, and what a store must promise.
 * Knows no app, no clock and no rule of who may decide; approval-store-cases.ts holds every store to it.
 *
 * Times are UTC in the form of `Date.prototype.toISOString()`, so that the order of the text is the order in time. A store
 * never asks a clock: whoever calls it says what time it is.
 */
import type { Principal } from '../principal.js'

/** Somebody by kind and id. Compared exactly, so that the id `1` is not the id `'1'`. */
export type ApprovalParty = Pick<Principal, 'kind' | 'id'>

/**
 * Where a request stands. It is `pending` until a human decides, then `approved` or `rejected`; an approved one is `spent`
 * when its call runs. A pending or approved one whose time is over is `expired`; rejected and spent ones keep their name.
 */
export type ApprovalStatus = 'pending' | 'approved' | 'rejected' | 'spent' | 'expired'

/** What is filed: one exact call, and the time in which it may be decided and made. JSON values alone. */
export interface ApprovalFiling {
  readonly id: string
  /** Never shown. Stands for tool, exact input, principal and agent: two calls are one request exactly when their keys are equal. */
  readonly key: string
  readonly tool: string
  /** The name of the agent that made the call. */
  readonly agent: string
  /** Who the agent acted for; null for an anonymous run. */
  readonly principal: ApprovalParty | null
  /** The call's input, for the human who decides: a JSON value, with its secrets hidden. */
  readonly input: unknown
  readonly requestedAt: string
  /** From this moment on the request is over, whatever was decided. */
  readonly expiresAt: string
}

/** A filed request as the app hands it out: without its key, from which secrets that can be guessed can be found out. */
export interface ApprovalRequest extends Omit<ApprovalFiling, 'key'> {
  /** As of the time that was asked for. */
  readonly status: ApprovalStatus
  /** Who decided and when; absent until then. */
  readonly decidedBy?: ApprovalParty
  readonly decidedAt?: string
  /** Why it was rejected, in the words of whoever did. */
  readonly reason?: string
  /** When the call ran; absent until then. */
  readonly spentAt?: string
}

/** A filed request as a store keeps it. */
export interface StoredApproval extends ApprovalRequest {
  readonly key: string
}

/** What a human decided. */
export interface ApprovalDecision {
  readonly status: 'approved' | 'rejected'
  readonly by: ApprovalParty
  readonly at: string
  readonly reason?: string
}

/** Narrows a list of requests. All that is given must fit. */
export interface ApprovalFilter {
  readonly status?: ApprovalStatus
  /** Those of calls made for this principal; null for those of anonymous runs. */
  readonly principal?: ApprovalParty | null
}

/**
 * Where approval requests are kept. Several processes may share one store, so each operation is atomic by itself. What is
 * handed out is detached from what the store holds.
 *
 * A request is open until it is spent or its time is over. A key has one open request at most.
 */
export interface ApprovalStore {
  /**
   * Files a pending request, unless one with its key is open at `requestedAt`: then that one stays as it is and is the
   * answer, whatever its status. Of equal filings that arrive at once, exactly one is new.
   */
  file(filing: ApprovalFiling): Promise<{ readonly request: StoredApproval; readonly isNew: boolean }>
  /** The request of this id as of `now`; undefined when there is none. */
  find(id: string, now: string): Promise<StoredApproval | undefined>
  /** The requests that fit, as of `now`, by `requestedAt`, the oldest first. */
  list(filter: ApprovalFilter, now: string): Promise<readonly StoredApproval[]>
  /**
   * Decides a request that is pending at `decision.at`, and gives it back as it is then. Undefined when it is not pending
   * or not there, and nothing is changed. Of decisions that arrive at once, exactly one counts.
   */
  decide(id: string, decision: ApprovalDecision): Promise<StoredApproval | undefined>
  /**
   * Spends a request that is approved at `now`. False when it is not, and nothing is changed. Of callers at once, exactly
   * one is told true: the call that it then makes is the one that was approved.
   */
  spend(id: string, now: string): Promise<boolean>
}
