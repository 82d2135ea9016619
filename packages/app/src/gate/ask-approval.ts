/**
 * Asks the app's store whether a human said yes to one exact call, and files a request when nobody was asked yet.
 * Each step is one operation of the store, so that calls at once, also of several processes, cannot both go through.
 */
import type { InProcessApp } from '../app-state.js'
import type { ApprovalOptions } from '../app-options.js'
import { redact } from '../audit/redact.js'
import { approvalKey, withoutKey, type ExactCall } from '../approvals/approval-key.js'
import type { ApprovalFiling, ApprovalRequest } from '../approvals/approval-store.js'
import { identityOf } from '../principal.js'
import { ApprovalStoreError } from '../errors/approval-store-error.js'
import type { DerivedTool } from '../tools/derive-tools.js'
import type { Denial } from './denial.js'

/** A call that needs a yes. */
export interface AskedCall extends ExactCall {
  readonly tool: DerivedTool
  /** The input as the model gave it. */
  readonly input: unknown
}

const HOUR_MS = 60 * 60 * 1000

/** A request may be spent or end between two operations, and another take its place; more often than this, none is had. */
const MAX_TRIES = 3

/**
 * Takes the yes that the call waits for; without one, says where it stands.
 * @throws ApprovalStoreError when the store fails.
 */
export async function askApproval(
  app: InProcessApp,
  { store, expiresInMs = HOUR_MS }: ApprovalOptions,
  call: AskedCall,
): Promise<Denial | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const filing = filingOf(call, app.now(), expiresInMs)
    const { request, isNew } = await answered(call, () => store.file(filing))
    if (isNew) app.notify?.(() => structuredClone(withoutKey(request)))
    if (request.status !== 'approved') return waiting(request)
    // Nothing but a plain true is a yes, whatever a store answers.
    const at = isoTime(app.now())
    if ((await answered(call, () => store.spend(request.id, at))) === true) return undefined
  }
  const message = `The approval of "${call.tool.name}" was used by other calls at the same time. Call it again.`
  return { reason: 'approval', message }
}

/** @throws ApprovalStoreError when the store gives no answer. */
async function answered<T>({ tool, agent }: AskedCall, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new ApprovalStoreError({ tool: tool.name, agent, cause })
  }
}

function filingOf(call: AskedCall, now: number, expiresInMs: number): ApprovalFiling {
  const { tool, agent, principal, input } = call
  return {
    id: crypto.randomUUID(),
    key: approvalKey(call),
    tool: tool.name,
    agent,
    principal: principal && identityOf(principal),
    input: redact(input, tool.contract.redact),
    requestedAt: isoTime(now),
    expiresAt: isoTime(now + expiresInMs),
  }
}

function waiting({ id, tool, status, expiresAt, reason }: ApprovalRequest): Denial {
  const isRejected = status === 'rejected'
  const said = reason === undefined ? '.' : `: ${JSON.stringify(reason)}.`
  const message = isRejected
    ? `A human rejected this call of "${tool}"${said} Do not repeat it.`
    : `This call of "${tool}" waits for a human's approval. Once it is approved, repeat it with exactly the same input.`
  const state = { requestId: id, expiresAt, ...(isRejected && reason !== undefined && { reason }) }
  return { reason: 'approval', message, approval: { status: isRejected ? 'rejected' : 'pending', ...state } }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
