/** What a variant's rows come to. Knows rows and the ledger, and no files. */
import { sumCosts, type SpendEntry } from '../cost/spend.js'
import type { Metric } from '../definition/metric.js'
import { stemOf, type ErrorRow, type ResultRow } from '../disk/rows.js'
import { caseMeans, scoresByCase } from '../statistics/case-scores.js'
import { meanOf } from '../statistics/distributions.js'
import { tInterval, wilsonInterval, type Interval } from '../statistics/intervals.js'
import { passRates, type PassRates } from '../statistics/pass-rates.js'

/** One metric over all cases. Without a scored case there is no number; pass rates have binary metrics tried several times. */
export interface MetricSummary extends Partial<PassRates> {
  readonly mean: number | null
  /** 95%, over cases; null where the cases do not tell one. */
  readonly interval: Interval | null
  readonly cases: number
}

/** A variant in numbers: what `summary.json` holds. */
export interface RunSummary {
  readonly flow: string
  readonly variant: string
  readonly cases: number
  readonly ok: number
  /** Cut short by the model: in no mean. */
  readonly truncated: number
  /** Attempts that have failed and are not scored. */
  readonly failed: number
  readonly metrics: Readonly<Record<string, MetricSummary>>
  /** In US dollars; null where a price or a token count is not known. */
  readonly cost_usd: number | null
  readonly judge_cost_usd: number | null
  /** What is known of both: at least this much was spent. */
  readonly known_cost_usd: number
  readonly latency_s: number | null
}

/** What a summary is made of. */
export interface SummarySource {
  readonly flow: string
  readonly variant: string
  readonly metrics: readonly Metric[]
  readonly results: readonly ResultRow[]
  readonly errors: readonly ErrorRow[]
  readonly spent: readonly SpendEntry[]
}

/** Sums up a variant. */
export function summarize({ flow, variant, metrics, results, errors, spent }: SummarySource): RunSummary {
  const scored = new Set(results.map(stemOf))
  const failed = new Set(errors.map(stemOf).filter((stem) => !scored.has(stem)))
  const ok = results.filter(({ status }) => status === 'ok')
  const costOf = (purpose: SpendEntry['purpose']): number | null =>
    sumCosts(spent.filter((entry) => entry.purpose === purpose).map((entry) => entry.cost_usd))
  return {
    flow,
    variant,
    cases: new Set(results.map((row) => row.prompt_id)).size,
    ok: ok.length,
    truncated: results.length - ok.length,
    failed: failed.size,
    metrics: Object.fromEntries(metrics.map((metric) => [metric.id, summarizeMetric(results, metric)])),
    cost_usd: costOf('agent'),
    judge_cost_usd: costOf('judge'),
    known_cost_usd: spent.reduce((sum, entry) => sum + (entry.cost_usd ?? 0), 0),
    latency_s: ok.length === 0 ? null : meanOf(ok.map((row) => row.latency_s)),
  }
}

function summarizeMetric(results: readonly ResultRow[], metric: Metric): MetricSummary {
  const scores = scoresByCase(results, metric.id)
  const means = [...caseMeans(scores).values()]
  if (means.length === 0) return { mean: null, interval: null, cases: 0 }
  return {
    mean: meanOf(means),
    interval: intervalOf(means, metric),
    cases: means.length,
    ...passRates([...scores.values()], metric),
  }
}

/** By Wilson's score where every case is all or nothing, else by t, within the scale. */
function intervalOf(means: readonly number[], { scale, kind }: Metric): Interval | null {
  const passed = means.filter((mean) => mean === scale).length
  const isProportion = kind === 'binary' && means.every((mean) => mean === 0 || mean === scale)
  const interval = isProportion ? wilsonInterval(passed, means.length) : tInterval(means)
  if (interval === undefined) return null
  const unit = isProportion ? scale : 1
  return { ...interval, low: Math.max(0, interval.low * unit), high: Math.min(scale, interval.high * unit) }
}
