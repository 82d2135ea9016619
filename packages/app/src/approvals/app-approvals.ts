/**
 * `app.approvals`: how humans answer what agents asked for. In process only: an app that gives it a route says itself who
 * may use that.
 */
import type { InProcessApp } from '../app-state.js'
import { AppSetupError } from '../errors/app-setup-error.js'
import { ApprovalError } from '../errors/approval-error.js'
import { nameOf } from '../name-of.js'
import { quoted } from '../quoted.js'
import { describePrincipal, identityOf, isPrincipal, type Principal } from '../principal.js'
import { currentRequest } from '../request-scope.js'
import { withoutKey } from './approval-key.js'
import { checkDecision, checkFilter } from './check-decision.js'
import type { ApprovalDecision, ApprovalFilter, ApprovalRequest, ApprovalStore } from './approval-store.js'

/** The requests that agents filed, and the answers to them. */
export interface AppApprovals {
  /**
   * The requests that fit the filter, the oldest first; all of them without one.
   * @throws AppSetupError when the filter means nothing, or the app has no store of approvals.
   */
  list(filter?: ApprovalFilter): Promise<readonly ApprovalRequest[]>
  /**
   * Says yes to the call that a pending request is about: made again until the request expires, it runs once.
   * `by` is the human who says so, a principal of the kind `user`.
   * @throws ApprovalError when it cannot be decided, or not by them; nothing has changed.
   */
  approve(id: string, decision: { readonly by: Principal }): Promise<ApprovalRequest>
  /**
   * Says no to the call that a pending request is about, until the request expires. The model is told the `reason`.
   * @throws ApprovalError when it cannot be decided, or not by them; nothing has changed.
   * @throws AppSetupError when the decision says what it cannot, or a `reason` that is no text; nothing has changed.
   */
  reject(id: string, decision: { readonly by: Principal; readonly reason?: string }): Promise<ApprovalRequest>
}

/** The approvals of an app. */
export function createAppApprovals(app: InProcessApp): AppApprovals {
  return {
    async list(filter = {}) {
      checkFilter(filter)
      const { status, principal } = filter
      const exact: ApprovalFilter = {
        ...(status !== undefined && { status }),
        ...(principal !== undefined && { principal: principal && identityOf(principal) }),
      }
      return (await storeOf(app).list(exact, isoNow(app))).map(withoutKey)
    },
    async approve(id, decision) {
      return decide(app, id, { status: 'approved', decision, keys: ['by'] })
    },
    async reject(id, decision) {
      return decide(app, id, { status: 'rejected', decision, keys: ['by', 'reason'] })
    },
  }
}

function storeOf(app: InProcessApp): ApprovalStore {
  const store = app.options.approvals?.store
  if (store !== undefined) return store
  throw new AppSetupError(
    'This app has no store of approvals, so that none are filed. ' +
      'Give it one: `createApp({ approvals: { store: memoryApprovals() } })`.',
    'no-approvals',
  )
}

function isoNow(app: InProcessApp): string {
  return new Date(app.now()).toISOString()
}

interface Deciding {
  readonly status: ApprovalDecision['status']
  /** From JavaScript, anything can be here. */
  readonly decision: { readonly by: Principal; readonly reason?: string } | undefined
  /** What the decision may say. */
  readonly keys: readonly string[]
}

async function decide(app: InProcessApp, id: string, { status, decision, keys }: Deciding): Promise<ApprovalRequest> {
  const store = storeOf(app)
  refuseAgent(id)
  checkDecision(decision, { method: status === 'approved' ? 'approve' : 'reject', keys })
  const by: unknown = decision?.by
  const reason = decision?.reason
  assertHuman(by, id)
  const at = isoNow(app)
  // Types may have been ignored, and a database does not have to cope with whatever was given.
  if (typeof id !== 'string') throw unknown(id)
  const decided = await store.decide(id, { status, by: identityOf(by), at, ...(reason !== undefined && { reason }) })
  if (decided !== undefined) return withoutKey(decided)
  const found = await store.find(id, at)
  throw found === undefined ? unknown(id) : undecidable(found)
}

/** Not the only thing in an agent's way: the route's own policy is. But nobody means an agent to approve itself. */
function refuseAgent(requestId: string): void {
  if (currentRequest()?.byAgent !== true) return
  const message =
    'A tool call of an agent tried to decide about an approval request, which is for humans alone. ' +
    'Leave `routeTool()` off the route that decides, and let no tool call it.'
  throw new ApprovalError({ reason: 'agent', requestId, message })
}

function assertHuman(by: unknown, requestId: string): asserts by is Principal {
  if (isPrincipal(by) && by.kind === 'user') return
  const given = isPrincipal(by) ? describePrincipal(by) : nameOf(by)
  const message =
    `An approval is a human's word, and \`by\` is ${given}: it takes a principal of the kind 'user'. ` +
    'Write `app.approvals.approve(id, { by: c.var.principal })` on a route behind `requirePrincipal()`.'
  throw new ApprovalError({ reason: 'approver', requestId, message })
}

function unknown(id: unknown): ApprovalError {
  const requestId = String(id)
  const message =
    `There is no approval request ${quoted(requestId)}, and nothing was decided. ` +
    "List those that wait: `await app.approvals.list({ status: 'pending' })`."
  return new ApprovalError({ reason: 'unknown', requestId, message })
}

function undecidable({ id, tool, status, expiresAt, decidedBy, decidedAt }: ApprovalRequest): ApprovalError {
  const request = `The approval request ${quoted(id)} for the tool ${quoted(tool)}`
  const known = { requestId: id, status }
  if (status === 'expired') {
    const message = `${request} expired at ${expiresAt}. The agent files another when it makes the call again. Give more time: \`approvals: { expiresInMs: 24 * 60 * 60 * 1000 }\`.`
    return new ApprovalError({ ...known, reason: 'expired', message })
  }
  const message = `${request} is ${status}: ${describePrincipal(decidedBy ?? null)} decided at ${decidedAt}, and a request is decided once. List those that wait: \`await app.approvals.list({ status: 'pending' })\`.`
  return new ApprovalError({ ...known, reason: 'decided', message })
}
