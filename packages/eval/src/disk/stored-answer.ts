/**
 * An answer as it is kept before it is graded: what each model call answered, from which the SDK's own loop makes the same
 * response again, on a fresh app, without a model.
 */
import type { GenerateResult } from '../attempt/sdk-types.js'
import type { AttemptKey, ModelSourceKind, TokenUsage } from './rows.js'

/** One model call of an answer. */
export interface StoredCall {
  readonly model: string
  readonly result: GenerateResult
}

/** What was answered, and what it took. */
export interface StoredAnswer extends AttemptKey {
  /** Of what was asked, and of the agent that answered. */
  readonly fingerprint: { readonly question: string; readonly agent: string }
  readonly status: 'ok' | 'truncated'
  readonly stop_reason: string
  readonly provider: string
  readonly model: string
  readonly model_source: ModelSourceKind
  readonly usage: TokenUsage | null
  readonly cost_usd: number | null
  readonly server_tool_calls: number
  readonly latency_s: number
  readonly tool_calls: number
  readonly retries: number
  readonly calls: readonly StoredCall[]
}

/** Stands for bytes in JSON, as the only key of an object. */
const BYTES = 'understudy:bytes'

/** An answer as JSON: bytes as base64, and without what only its own moment needed. */
export function encodeAnswer(answer: StoredAnswer): string {
  const calls = answer.calls.map(({ model, result }) => {
    const { request: _request, response, ...kept } = result
    const { id, modelId } = response ?? {}
    return { model, result: { ...kept, response: { id, modelId } } }
  })
  return JSON.stringify({ ...answer, calls }, function (this: Record<string, unknown>, key, value: unknown) {
    // Not `value`: a Buffer has a toJSON of its own, which came first.
    const raw = this[key]
    return raw instanceof Uint8Array ? { [BYTES]: Buffer.from(raw).toString('base64') } : value
  })
}

/** The answer again; undefined for what is none, such as half of one. */
export function decodeAnswer(text: string): StoredAnswer | undefined {
  try {
    const value: unknown = JSON.parse(text, (_key, each: unknown) => {
      if (typeof each !== 'object' || each === null || Object.keys(each).length !== 1) return each
      const bytes: unknown = Reflect.get(each, BYTES)
      return typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'base64')) : each
    })
    return isAnswer(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isAnswer(value: unknown): value is StoredAnswer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'fingerprint' in value &&
    typeof value.fingerprint === 'object' &&
    value.fingerprint !== null &&
    'calls' in value &&
    Array.isArray(value.calls)
  )
}
