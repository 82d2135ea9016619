/**
 * The rows that a variant's files are made of, by the names that report builders outside of this project read.
 * Knows no files.
 */

/** What a row is made from: where one has changed, it is stale. */
export const FINGERPRINT_PARTS = ['case', 'agent', 'grader', 'judge'] as const
/** One of them. */
export type FingerprintPart = (typeof FINGERPRINT_PARTS)[number]

/** Tokens; each counted in one place alone. */
export interface TokenUsage {
  /** Those that were neither read from a cache nor written to one. */
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_input_tokens: number
  readonly cache_creation_input_tokens: number
}

/** What a row was made from, part by part. */
export type Fingerprint = Readonly<Record<FingerprintPart, string>>

/**
 * How `model` is known. `response`: the response named one of its own. `echo`: it named the very id that was asked for,
 * which a proxy may only repeat. `configured`: it named none, and the id is the one that was asked for.
 */
export type ModelSourceKind = 'response' | 'echo' | 'configured'

/** What a row says beyond what report builders must know. */
export interface RowMeta {
  readonly fingerprint?: Fingerprint
  /** The case's own id, where `prompt_id` had to be another. */
  readonly original_id?: string
  readonly model_source: ModelSourceKind
  readonly provider: string
  /** Null where it is not known. */
  readonly cost_usd: number | null
  readonly judge_cost_usd?: number | null
  /** Tool calls that the provider ran and may bill. */
  readonly server_tool_calls?: number
  /** How many tries failed before this one. */
  readonly retries?: number
  /** Graded from the answer on disk: no model was asked for it. */
  readonly regraded?: true
  /** What teardown threw, after the score was known. */
  readonly teardown_error?: string
}

/** A line of `results.jsonl`. */
export interface ResultRow {
  readonly prompt_id: string
  /** From 0. */
  readonly rep: number
  readonly prompt: string
  readonly tags: readonly string[]
  readonly status: 'ok' | 'truncated'
  readonly stop_reason: string
  /** Empty for a truncated answer, which is not graded. */
  readonly grade: Readonly<Record<string, number>>
  readonly explanation: string
  readonly model: string
  /** Null where the response did not say. */
  readonly usage: TokenUsage | null
  readonly judge_model: string | null
  readonly judge_usage: TokenUsage | null
  /** Of the try that answered, in seconds. */
  readonly latency_s: number
  readonly tool_calls: number
  readonly meta: RowMeta
}

/** Where an attempt failed. */
export type FailureClass = 'setup' | 'provider' | 'tool' | 'grade' | 'timeout' | 'serving_substitution'

/** A line of `errors.jsonl`: one failed try. */
export interface ErrorRow {
  readonly prompt_id: string
  readonly rep: number
  readonly failure_class: FailureClass
  readonly error: string
  /** How many tries had failed before this one. */
  readonly retries: number
  readonly model: string | null
  /** What it had paid for; null for nothing. */
  readonly usage: TokenUsage | null
  readonly latency_s: number
}

/** One turn of a trace: each call and each result is its own. */
export interface TraceTurn {
  readonly role: 'system' | 'user' | 'assistant' | 'tool_call' | 'tool_result'
  readonly content: string
  readonly name?: string
}

/** What one attempt of one case is known by. */
export interface AttemptKey {
  readonly prompt_id: string
  readonly rep: number
}

/** The file stem of an attempt; also its key in maps. */
export function stemOf({ prompt_id, rep }: AttemptKey): string {
  return `${prompt_id}_rep${rep}`
}
