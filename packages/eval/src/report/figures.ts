/** How a report writes numbers. */
import type { Metric } from '../definition/metric.js'

/** What is not known. */
const UNKNOWN = '–'

/** A score: a share for binary metrics, else the number. */
export function score(value: number | null, { kind, scale }: Metric): string {
  if (value === null) return UNKNOWN
  return kind === 'binary' ? `${((100 * value) / scale).toFixed(1)}%` : String(Number(value.toPrecision(3)))
}

/** US dollars. */
export function dollars(value: number | null): string {
  return value === null ? UNKNOWN : `$${value.toFixed(value !== 0 && value < 0.01 ? 5 : 4)}`
}

/** Seconds. */
export function seconds(value: number | null): string {
  return value === null ? UNKNOWN : `${value.toFixed(2)} s`
}

/** A variant's cost for one answer; null where it is not known. */
export function costOfAnswer({
  cost_usd,
  ok,
  truncated,
}: Readonly<Record<'ok' | 'truncated', number>> & { readonly cost_usd: number | null }): number | null {
  return cost_usd === null || ok + truncated === 0 ? null : cost_usd / (ok + truncated)
}

/** A number for an SVG attribute. */
export function coordinate(value: number): number {
  return Number(value.toFixed(1))
}
