/** Reads what the runs of a variant left. Writes nothing, and takes what it finds for hostile. */
import { join } from 'node:path'
import type { SpendEntry } from '../cost/spend.js'
import type { FlowState, PriorRun } from './eval-reporter.js'
import { parseLines } from './json-lines.js'
import { readPlain } from './plain-files.js'
import { stemOf, type ErrorRow, type ResultRow } from './rows.js'
import { decodeAnswer } from './stored-answer.js'
import type { VariantPaths } from './variant-paths.js'

/** All rows of a variant, one for each attempt: of several, the last. */
export async function readVariant(paths: VariantPaths): Promise<PriorRun> {
  const { root } = paths
  const results = parseLines((await readPlain(root, paths.results)) ?? '', isResultRow)
  const errors = parseLines((await readPlain(root, paths.errors)) ?? '', isErrorRow)
  const spent = parseLines((await readPlain(root, paths.spend)) ?? '', isSpendEntry)
  const rows = [...new Map(results.values.map((row) => [stemOf(row), row])).values()]
  const ledger = [...new Map(spent.values.map((entry) => [entry.id, entry])).values()]
  return {
    results: rows,
    errors: errors.values,
    spent: [...ledger, ...missingFrom(ledger, rows)],
    unreadable: results.unreadable + errors.unreadable + spent.unreadable,
    state: await readState(paths),
    answer: async (key) => {
      const text = await readPlain(root, join(paths.answers, `${stemOf(key)}.json`))
      const answer = text === undefined ? undefined : decodeAnswer(text)
      return answer !== undefined && stemOf(answer) === stemOf(key) ? answer : undefined
    },
  }
}

/** What rows say that they cost and the ledger does not: it was taken away, or is another machine's. */
function missingFrom(ledger: readonly SpendEntry[], rows: readonly ResultRow[]): SpendEntry[] {
  const entered = new Set(ledger.map((entry) => `${entry.purpose} ${stemOf(entry)}`))
  const missing: SpendEntry[] = []
  const enter = (
    row: ResultRow,
    { purpose, ...call }: Pick<SpendEntry, 'purpose' | 'model' | 'usage' | 'cost_usd'>,
  ) => {
    const { prompt_id, rep, meta } = row
    const name = `${purpose} ${stemOf(row)}`
    if (entered.has(name)) return
    const provider = purpose === 'agent' ? meta.provider : purpose
    missing.push({ id: `row ${name}`, prompt_id, rep, purpose, provider, server_tool_calls: 0, ...call })
  }
  for (const row of rows) {
    const { meta, model, usage, judge_model: judge, judge_usage: judged } = row
    if (isCost(meta?.cost_usd)) enter(row, { purpose: 'agent', model, usage, cost_usd: meta.cost_usd })
    if (judge !== null && isCost(meta?.judge_cost_usd)) {
      enter(row, { purpose: 'judge', model: judge, usage: judged, cost_usd: meta.judge_cost_usd })
    }
  }
  return missing
}

function isCost(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && value >= 0)
}

/** The flow's state; undefined where there is none, or none that can be read. */
export async function readState(paths: VariantPaths): Promise<FlowState | undefined> {
  const text = await readPlain(paths.root, paths.state)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && Array.isArray(value['metrics']) && value['metrics'].every(isMetric)
      ? (value as unknown as FlowState)
      : undefined
  } catch {
    return undefined
  }
}

function isResultRow(value: unknown): value is ResultRow {
  if (!isKeyed(value) || !isRecord(value['grade'])) return false
  const { status, stop_reason: reason, explanation, latency_s: latency } = value
  return (
    (status === 'ok' || status === 'truncated') &&
    [reason, explanation].every((each) => typeof each === 'string') &&
    [latency, ...Object.values(value['grade'])].every(Number.isFinite)
  )
}

function isErrorRow(value: unknown): value is ErrorRow {
  return isKeyed(value) && typeof value['failure_class'] === 'string' && typeof value['error'] === 'string'
}

function isSpendEntry(value: unknown): value is SpendEntry {
  if (!isKeyed(value) || typeof value['id'] !== 'string') return false
  return isCost(value['cost_usd'])
}

function isMetric(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { id, label, scale } = value
  return typeof id === 'string' && typeof label === 'string' && typeof scale === 'number' && scale > 0
}

function isKeyed(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && typeof value['prompt_id'] === 'string' && Number.isInteger(value['rep'])
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
