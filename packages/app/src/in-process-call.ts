/**
 * What a call made inside the process carries beside its request: who it acts for, and what became of it.
 * Tied to the request object itself, so that nothing from outside can claim or change it.
 */
import type { Context } from 'hono'
import type { InProcessApp } from './app-state.js'
import type { ExactInput } from './approvals/exact-input.js'
import type { ApprovalStoreError } from './errors/approval-store-error.js'
import type { ToolRequestError } from './errors/tool-request-error.js'
import type { Denial } from './gate/denial.js'
import type { Principal } from './principal.js'
import type { DerivedTool } from './tools/derive-tools.js'

/** Why a gate refused a call. */
export type DenialReason = 'budget' | 'scope' | 'approval'

/** A call by an agent or a test, on its way through the app. */
export interface InProcessCall {
  readonly principal: Principal | null
  /** The agent and its tool; absent for a plain request that a test makes as somebody. */
  readonly agent?: string
  readonly tool?: DerivedTool
  /** The tool's input as the model gave it. */
  readonly input?: unknown
  /** The app whose humans are asked. */
  readonly app?: InProcessApp
  /** What an approval is bound to: written when the request was made of the input, so that both are of the same one. */
  readonly exact?: ExactInput
  /** Set by the entrance when the request would not reach the tool's own route: no handler of the app has run. */
  unreached?: ToolRequestError
  /** Set by the tool's own contract when the request arrives there. Without it, whoever answered was asked for no approval. */
  reached?: boolean
  /** Set when no human could be asked, because the store failed: the handler has not run. */
  unasked?: ApprovalStoreError
  /** Set by a gate inside the route that refused the call. */
  denied?: Denial
  /** Set when a handler threw: what it threw, for the test and the log, never for the model. */
  threw?: { readonly error: unknown }
}

const byRequest = new WeakMap<Request, InProcessCall>()
// By context and not by async context: code that loses the latter must not look like a request from outside.
const byContext = new WeakMap<Context, InProcessCall>()

/** Ties a call to the request that is about to be dispatched. */
export function attachCall(request: Request, call: InProcessCall): void {
  byRequest.set(request, call)
}

/** Takes the call off the request and ties it to the context of its handlers, which may replace the request. */
export function openCall(c: Context): InProcessCall | undefined {
  const call = byRequest.get(c.req.raw)
  if (call === undefined) return undefined
  byRequest.delete(c.req.raw)
  byContext.set(c, call)
  return call
}

/** The call that a context belongs to; undefined for a request from outside. */
export function callOf(c: Context): InProcessCall | undefined {
  return byContext.get(c)
}
