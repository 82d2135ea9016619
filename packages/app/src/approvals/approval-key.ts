/** The key of an approval: what one human's yes is bound to, as one short text. */
import { createHash } from 'node:crypto'
import type { Principal } from '../principal.js'
import type { DerivedTool } from '../tools/derive-tools.js'
import type { ApprovalRequest, StoredApproval } from './approval-store.js'

/** One exact call. */
export interface ExactCall {
  readonly tool: Pick<DerivedTool, 'name' | 'method' | 'path'>
  readonly agent: string
  readonly principal: Principal | null
  /** The text that stands for the input. */
  readonly text: string
}

/**
 * Equal for two calls exactly when tool, agent, principal and input are. The tool's place counts with its name, so that
 * apps that share a store do not share approvals by accident. Hashed, since the input may hold secrets; one that can be
 * guessed can still be found out from it, so that it leaves the app for its store alone.
 */
export function approvalKey({ tool, agent, principal, text }: ExactCall): string {
  const actsFor = principal && [principal.kind, principal.id]
  // The list says where each part ends, so that nothing in one can pass for the beginning of the next.
  const bound = JSON.stringify([tool.name, tool.method, tool.path, agent, actsFor, text])
  return createHash('sha256').update(bound).digest('hex')
}

/** A request as it is shown. */
export function withoutKey({ key: _key, ...request }: StoredApproval): ApprovalRequest {
  return request
}
