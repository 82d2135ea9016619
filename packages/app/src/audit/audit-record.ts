/** What is kept of each tool call, and where it goes. */
import type { Principal } from '../principal.js'

/** One tool call of an agent. JSON values alone. */
export interface AuditRecord {
  /** When the call began: ISO 8601, UTC. */
  readonly at: string
  readonly agent: string
  /** Who the call acted for; null for an anonymous run, and for what was no principal. */
  readonly principal: Pick<Principal, 'kind' | 'id'> | null
  readonly tool: string
  readonly method: string
  /** The path with the input's values in it; a param that is hidden, or has no value, stands as `:name`. No query. */
  readonly path: string
  /**
   * As the model gave it, with its secrets hidden. Its keys and values have 64 * 1024 characters together; in a longer one
   * `'[too long]'` stands where it ends, and what would follow is left out.
   */
  readonly input: unknown
  /** `denied`: a gate of the app refused. `error`: the route answered 4xx or 5xx, or there was no answer of it. */
  readonly outcome: 'ok' | 'error' | 'denied'
  /** The status that the model read; absent when the route was not reached. */
  readonly status?: number
  /**
   * The gate that refused (`budget`, `scope`, `approval`); the code of the error that ended the call (`TOOL_REQUEST`,
   * `PRINCIPAL`, `TOOL_ANSWER` for an answer that was too long, else its name); `aborted`; or `threw`, when a handler did.
   * Never what an error says, which may hold a secret.
   */
  readonly reason?: string
  /** From the first gate until the model had its answer, by the app's clock. */
  readonly durationMs: number
}

/** Takes records. What it returns is not waited for; what it throws or rejects with fails no call. */
export type AuditSink = (record: AuditRecord) => unknown
