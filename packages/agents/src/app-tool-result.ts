/** What a model reads back from a tool that is a route. */
import type { ApprovalState, DenialReason } from '@understudy/app'

/** The route answered 4xx or 5xx. */
export interface AppToolFailure {
  readonly error: true
  readonly status: number
  readonly body: unknown
}

/** A gate refused the call and nothing ran. */
export interface AppToolDenial {
  readonly denied: DenialReason
  readonly message: string
  /** Where the call stands with the humans who decide about it, when they were asked. */
  readonly approval?: ApprovalState
}

/** What the tool answers: the route's own answer, its failure, or a gate's refusal. */
export type AppToolResult<Output> = Output | AppToolFailure | AppToolDenial
