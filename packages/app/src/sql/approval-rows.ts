/** Approval requests as rows: how one is written, and how it is read as of a moment. Knows no statement. */
import { createHash } from 'node:crypto'
import type {
  ApprovalDecision,
  ApprovalFiling,
  ApprovalParty,
  StoredApproval,
  ApprovalStatus,
} from '../approvals/approval-store.js'

/** The columns `status`, `expires_at`, `filing`, `decision` and `spent_at`, in this order. */
export type ApprovalRow = readonly [
  status: Exclude<ApprovalStatus, 'expired'>,
  // PostgreSQL gives a 64-bit integer as text, SQLite gives what the client was told to.
  expiresAt: string | number | bigint,
  filing: string,
  decision: string | null,
  spentAt: string | null,
]

/** The request of a row as of `now`. */
export function requestOf([status, expiresAt, filing, decision, spentAt]: ApprovalRow, now: string): StoredApproval {
  const isOver = (status === 'pending' || status === 'approved') && !(Number(expiresAt) > Date.parse(now))
  return {
    ...(JSON.parse(filing) as ApprovalFiling),
    status: isOver ? 'expired' : status,
    ...(decision !== null && decided(JSON.parse(decision) as Decision)),
    ...(spentAt !== null && { spentAt }),
  }
}

type Decision = Omit<ApprovalDecision, 'status'>

function decided({ by, at, reason }: Decision): Pick<StoredApproval, 'decidedBy' | 'decidedAt' | 'reason'> {
  return { decidedBy: by, decidedAt: at, ...(reason !== undefined && { reason }) }
}

/** A decision as its column holds it; the status has a column of its own. */
export function decisionText({ by, at, reason }: ApprovalDecision): string {
  return JSON.stringify({ by, at, reason })
}

/** Somebody as a text to compare: the id `1` is not the id `'1'`. */
export function partyText(party: ApprovalParty | null): string {
  return JSON.stringify(party && [party.kind, party.id])
}

/** A request as it is written first. Made when it is filed: no later change of what was given reaches it. */
export interface FiledRow {
  readonly id: string
  readonly openKey: string
  readonly principal: string
  readonly requestedAt: number
  readonly expiresAt: number
  readonly filing: string
}

/** The row of a filing. */
export function rowOf(filing: ApprovalFiling): FiledRow {
  return {
    id: filing.id,
    openKey: keyDigest(filing.key),
    principal: partyText(filing.principal),
    requestedAt: Date.parse(filing.requestedAt),
    expiresAt: Date.parse(filing.expiresAt),
    filing: JSON.stringify(filing),
  }
}

/** A key of any length and content in the length that databases can index. */
function keyDigest(key: string): string {
  // As JSON, which writes out what UTF-8 has no form for: two keys are never one.
  return createHash('sha256').update(JSON.stringify(key)).digest('hex')
}
