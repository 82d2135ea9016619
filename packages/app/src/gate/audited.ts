/**
 * The fifth gate, which refuses nothing: one record of each call, whatever became of it.
 */
import type { InProcessApp } from '../app-state.js'
import type { AuditRecord } from '../audit/audit-record.js'
import { isSecretKey, redactWithin } from '../audit/redact.js'
import { ToolAnswerError } from '../errors/tool-answer-error.js'
import { isRecord } from '../is-record.js'
import { identityOf, isPrincipal } from '../principal.js'
import type { DerivedTool } from '../tools/derive-tools.js'
import type { ToolCall, ToolOutcome } from './call-tool.js'

/** More of an input is no longer a record but a store of files. */
const MAX_INPUT_LENGTH = 64 * 1024

/** Makes a call, and hands its record to the app's sink when it has ended. */
export async function audited(
  app: InProcessApp,
  call: ToolCall,
  run: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  if (app.audit === undefined) return run()
  // Now, and not when the call has ended: what runs may change the object that it was given.
  const record = beginRecord(call)
  const clock = readTime(app)
  // Without a time of the app's there is no call, and still a record of it.
  const start = 'ms' in clock ? clock.ms : Date.now()
  const end = (became: Became): void =>
    app.audit?.(() => ({
      at: new Date(start).toISOString(),
      ...record,
      ...became,
      durationMs: elapsedSince(start, readTime(app)),
    }))
  try {
    if ('error' in clock) throw clock.error
    const outcome = await run()
    end(becameOf(outcome, call.signal))
    return outcome
  } catch (error) {
    end({ outcome: 'error', reason: reasonOf(error, call.signal) })
    throw error
  }
}

type Time = { readonly ms: number } | { readonly error: unknown }

/** What the app's clock says, or why it says nothing. */
function readTime(app: InProcessApp): Time {
  try {
    return { ms: app.now() }
  } catch (error) {
    return { error }
  }
}

function elapsedSince(start: number, end: Time): number {
  return 'ms' in end ? Math.max(0, end.ms - start) : 0
}

type Became = Pick<AuditRecord, 'outcome' | 'status' | 'reason'>

function beginRecord({
  tool,
  agent,
  principal,
  input,
}: ToolCall): Omit<AuditRecord, keyof Became | 'at' | 'durationMs'> {
  const shown = redactWithin(input, { keys: tool.contract.redact, length: MAX_INPUT_LENGTH })
  return {
    agent,
    principal: isPrincipal(principal) ? identityOf(principal) : null,
    tool: tool.name,
    method: tool.method,
    path: shownPath(tool, shown),
    input: shown,
  }
}

function shownPath(tool: DerivedTool, input: unknown): string {
  const pieces = tool.pieces.map((piece) => {
    if ('text' in piece) return piece.text
    const { param } = piece
    const value = isRecord(input) && Object.hasOwn(input, param) ? input[param] : undefined
    const isShown = ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
    if (!isShown || isSecretKey(param, tool.contract.redact)) return `:${param}`
    return encodeURIComponent(String(value).toWellFormed())
  })
  return pieces.join('')
}

function becameOf({ denied, status, threw }: ToolOutcome, signal: AbortSignal | undefined): Became {
  const reached = status === undefined ? {} : { status }
  if (denied !== undefined) return { outcome: 'denied', ...reached, reason: denied }
  if (status === undefined || status < 400) return { outcome: 'ok', ...reached }
  if (threw === undefined) return { outcome: 'error', ...reached }
  return { outcome: 'error', ...reached, reason: whyOf(threw.error, signal) }
}

/** Why a route that was reached gave no answer of its own. */
function whyOf(error: unknown, signal: AbortSignal | undefined): string {
  if (error instanceof ToolAnswerError) return error.code
  return signal?.aborted ? 'aborted' : 'threw'
}

function reasonOf(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted && error === signal.reason) return 'aborted'
  if (!(error instanceof Error)) return 'threw'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
