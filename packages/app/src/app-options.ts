/**
 * What `createApp` and `extendApp` take, and the environment that handlers see because of it.
 */
import type { Context, Env } from 'hono'
import type { ApprovalRequest, ApprovalStore } from './approvals/approval-store.js'
import type { AuditSink } from './audit/audit-record.js'
import type { BudgetStore } from './gate/budget-store.js'
import type { Principal } from './principal.js'

/** Decides whether a principal may do what a route guards with `authorize(ability)`. */
export type Policy = (principal: Principal, c: Context) => boolean | Promise<boolean>

/** Options of `createApp` and `extendApp`. All are optional. */
export interface AppOptions<Bindings extends object = {}> {
  /** Values for handlers (`c.var.<name>`) and for code outside (`app.make('<name>')`), replaceable by `app.fake()`. */
  readonly bindings?: Bindings
  /**
   * Who a request from outside acts for; null for nobody. Never asked for a call made in process by an agent or a test.
   * What it throws is handled as an error of the request.
   */
  readonly authenticate?: (c: Context) => Principal | null | Promise<Principal | null>
  /** By ability, for `authorize(ability)`. */
  readonly policies?: Readonly<Record<string, Policy>>
  readonly limits?: AppLimits
  /** Where calls that need a human's yes wait for it. Without it they are refused. */
  readonly approvals?: ApprovalOptions
  /**
   * Given one record for each tool call of an agent, whatever became of it: a function, or `fileAudit(path)`. Calls do not
   * wait for it and do not fail with it; its first failure becomes a warning of the process.
   */
  readonly audit?: AuditSink
  /** The clock of approvals, budgets and records, in milliseconds since the epoch; `Date.now` unless a test gives its own. */
  readonly now?: () => number
}

/** How an app asks its humans. */
export interface ApprovalOptions {
  /** `memoryApprovals()`, or a store that outlives the process. */
  readonly store: ApprovalStore
  /**
   * Called once for each request that is filed. The call does not wait for it and does not fail with it; its first failure
   * becomes a warning of the process.
   */
  readonly notify?: (request: ApprovalRequest) => unknown
  /** How long a request may be decided, and its call then made; one hour unless set. Milliseconds, ten years at most. */
  readonly expiresInMs?: number
}

/** Bounds on what agents may do. */
export interface AppLimits {
  /** Tool calls a minute for each agent that `as()` bound to a principal; 60 unless set. */
  readonly toolCallsPerMinute?: number
  /**
   * Counts the calls of one agent for one principal together, whichever run or process makes them: `sqlBudgets(sql)`, or
   * `memoryBudgets()` within one process. Without it each agent that `as()` bound has a budget of its own, in memory.
   * When it fails, calls fail with a `BudgetStoreError`, and nothing is sent.
   */
  readonly budgets?: BudgetStore
}

/** The variables that handlers of such an app see: `c.var.principal` and each binding. */
export type AppEnv<Bindings extends object = {}> = {
  Variables: Bindings & { principal: Principal | null } & Marked<Bindings>
}

declare const bindingsOf: unique symbol

interface Marked<Bindings> {
  readonly [bindingsOf]?: Bindings
}

/** The bindings of an environment; `never` where it is not one of `createApp` or `extendApp`. */
export type BindingsOf<E extends Env> = E extends { Variables: Marked<infer Bindings extends object> }
  ? Bindings
  : never
