/** A comparison in words: for whoever decides, with what whoever checks needs. */
import { printable } from '../printable.js'
import { POWER } from '../statistics/detectable-difference.js'
import { CONFIDENCE, type IntervalMethod } from '../statistics/intervals.js'
import type { MetricComparison, Verdict } from './compare-metric.js'
import type { Both, Comparison, TracedMetric } from './compare-variants.js'

/** What each verdict is called, here and in the docs. */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  better: 'better',
  worse: 'worse',
  'within-noise': 'within noise',
  unsettled: 'too close to call',
  same: 'no difference',
  undecidable: 'cannot be told',
}

const METHODS: Readonly<Record<IntervalMethod, string>> = {
  t: "Student's t",
  wilson: 'Wilson',
  'bonett-price': 'Bonett–Price',
}

/** The comparison as lines of text. */
export function describeComparison(comparison: Comparison): string {
  const { flow, baseline, variant, metrics, cost, latency, notices } = comparison
  const lines = [`${flow}: ${variant} against ${baseline}`]
  for (const metric of metrics) lines.push('', ...describeMetric(metric))
  lines.push('', `Cost: ${both(cost, dollars)} an answer. Latency: ${both(latency, seconds)} an answer.`)
  if (metrics.length > 1) {
    lines.push(
      `${metrics.length} metrics were compared: each by itself is wrong one time in twenty, so one of them more often.`,
    )
  }
  // Labels and ids come from files.
  return printable([...lines, ...notices.map((notice) => `Note: ${notice}`)].join('\n'))
}

function describeMetric(compared: TracedMetric): string[] {
  const { metric, pairs, baseline, variant, difference, verdict, mcnemar } = compared
  const { show, shift } = shower(compared)
  const title = `${metric.label}: ${VERDICTS[verdict]}`
  if (baseline === null || variant === null || difference === null) return [`${title}. No case was scored in both.`]
  const lines = [
    `${title}. ${show(variant)} against ${show(baseline)} over ${cases(pairs)}: ${signed(difference, shift)}${explain(compared)}`,
  ]
  if (mcnemar !== null) {
    const half = mcnemar.undecided === 0 ? '' : `; ${mcnemar.undecided} passed half the time and count for neither`
    lines.push(
      `  ${cases(mcnemar.better)} got better and ${mcnemar.worse} worse (McNemar's exact test, ${chance(mcnemar.p)}${half}).`,
    )
  }
  // What got worse is what has to be read.
  const worseFirst = compared.flips.toSorted((one, other) => other.direction.localeCompare(one.direction))
  for (const { prompt_id, direction, traces } of worseFirst) {
    lines.push(`  ${direction}: ${prompt_id}${traces.length === 0 ? '' : ` (${traces.join(', ')})`}`)
  }
  lines.push(...describeReliability(compared))
  return [...lines, `  ${describeDetectable(compared)}`]
}

/** What these cases could have shown, whatever they did show. */
function describeDetectable(compared: MetricComparison): string {
  const { detectable, pairs } = compared
  const these = `With ${cases(pairs)} like ${pairs === 1 ? 'this' : 'these'}`
  if (detectable === 'none') {
    return `${these}, no difference that there can be would show ${POWER * 100}% of the time: run more cases.`
  }
  if (detectable === null) return `${these}, how small a difference would show is not known: they have no spread.`
  return `${these}, a true difference of ${shower(compared).shift(detectable)} or more would show ${POWER * 100}% of the time; a smaller one may be there unseen.`
}

function cases(count: number): string {
  return count === 1 ? '1 case' : `${count} cases`
}

/** Whether it passes sometimes or always, by as many tries as both have. */
function describeReliability({ reliability: { baseline, variant } }: MetricComparison): string[] {
  if (baseline === null || variant === null) return []
  const k = Object.keys(variant.pass_at_k).findLast((each) => Object.hasOwn(baseline.pass_at_k, each))
  if (k === undefined) return []
  const share = (rates: Readonly<Record<string, number>>): string => `${(100 * (rates[k] ?? 0)).toFixed(1)}%`
  return [
    `  Of ${k} tries one passes (pass@${k}) in ${share(variant.pass_at_k)} against ${share(baseline.pass_at_k)} of the cases, ` +
      `and all do (pass^${k}) in ${share(variant.pass_hat_k)} against ${share(baseline.pass_hat_k)}.`,
  ]
}

/** Why the verdict is what it is. */
function explain(compared: MetricComparison): string {
  const { verdict, interval, pairs } = compared
  const { shift } = shower(compared)
  if (verdict === 'same') return '. Every case scored the same in both.'
  if (verdict === 'undecidable' || interval === null) {
    return pairs < 2
      ? '. From one case nothing can be told: run more.'
      : '. All cases differ by the same, so that there is no spread to judge by.'
  }
  const range = `${signed(interval.low, shift)} to ${signed(interval.high, shift)}`
  const text = ` (${CONFIDENCE * 100}% interval ${range}, ${METHODS[interval.method]} over cases)`
  if (verdict === 'within-noise') return `${text}. The interval holds zero: this may be chance.`
  if (verdict === 'unsettled')
    return `${text}. The interval leaves zero out, and the exact test does not: run more cases.`
  return `${text}. The interval leaves zero out.`
}

/** How scores and their differences are written: shares as per cent and points, others as they are. */
function shower({ metric }: MetricComparison): Readonly<Record<'show' | 'shift', (value: number) => string>> {
  const plain = (value: number): string => String(Number(value.toPrecision(3)))
  if (metric.kind !== 'binary') return { show: plain, shift: plain }
  const percent = (value: number): string => ((100 * value) / metric.scale).toFixed(1)
  return { show: (value) => `${percent(value)}%`, shift: (value) => `${percent(value)} points` }
}

function chance(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toPrecision(2)}`
}

function signed(value: number, show: (value: number) => string): string {
  return value < 0 ? `−${show(-value)}` : `+${show(value)}`
}

function both({ baseline, variant }: Both, show: (value: number) => string): string {
  const text = (value: number | null): string => (value === null ? 'unknown' : show(value))
  return `${text(variant)} against ${text(baseline)}`
}

function dollars(value: number): string {
  return `$${value.toFixed(4)}`
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`
}
