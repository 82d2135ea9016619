/** Approval requests in memory: for tests and for trying things out. They are gone with the process. */
import type { ApprovalFilter, ApprovalParty, StoredApproval, ApprovalStore } from './approval-store.js'

/** A store that keeps approval requests in memory. */
export function memoryApprovals(): ApprovalStore {
  /** As they were decided or spent last: none of them is `expired`, which depends on when one asks. */
  const byId = new Map<string, StoredApproval>()
  /** The request that was filed last, by key: the only one of its key that may be open. */
  const lastOfKey = new Map<string, string>()

  const change = (request: StoredApproval, changes: Partial<StoredApproval>): StoredApproval => {
    const changed = { ...request, ...changes }
    byId.set(request.id, changed)
    return structuredClone(changed)
  }

  return {
    async file(filing) {
      const last = byId.get(lastOfKey.get(filing.key) ?? '')
      if (last && isOpen(last, filing.requestedAt)) {
        return { request: structuredClone(asOf(last, filing.requestedAt)), isNew: false }
      }
      lastOfKey.set(filing.key, filing.id)
      return { request: change(structuredClone({ ...filing, status: 'pending' }), {}), isNew: true }
    },
    async find(id, now) {
      const found = byId.get(id)
      return found && structuredClone(asOf(found, now))
    },
    async list(filter, now) {
      const requests = [...byId.values()].map((request) => asOf(request, now))
      const fitting = requests.filter((request) => fits(request, filter))
      return structuredClone(fitting.toSorted((a, b) => compareText(a.requestedAt, b.requestedAt)))
    },
    async decide(id, { status, by, at, reason }) {
      const found = byId.get(id)
      if (found === undefined || asOf(found, at).status !== 'pending') return undefined
      return change(
        found,
        structuredClone({ status, decidedBy: by, decidedAt: at, ...(reason !== undefined && { reason }) }),
      )
    },
    async spend(id, now) {
      const found = byId.get(id)
      if (found === undefined || asOf(found, now).status !== 'approved') return false
      change(found, { status: 'spent', spentAt: now })
      return true
    },
  }
}

function isOpen({ status, expiresAt }: StoredApproval, now: string): boolean {
  return status !== 'spent' && now < expiresAt
}

function asOf(request: StoredApproval, now: string): StoredApproval {
  const ends = request.status === 'pending' || request.status === 'approved'
  return ends && !isOpen(request, now) ? { ...request, status: 'expired' } : request
}

function fits(request: StoredApproval, { status, principal }: ApprovalFilter): boolean {
  if (status !== undefined && request.status !== status) return false
  return principal === undefined || isSame(request.principal, principal)
}

function isSame(one: ApprovalParty | null, other: ApprovalParty | null): boolean {
  return one?.kind === other?.kind && one?.id === other?.id
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
