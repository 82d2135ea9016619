/** Whether one metric differs between two variants, case by case. Knows scores, and no files. */
import type { Metric } from '../definition/metric.js'
import type { ResultRow } from '../disk/rows.js'
import { caseMeans, scoresByCase } from '../statistics/case-scores.js'
import { detectableDifference, detectableFlips, harder, type Detectable } from '../statistics/detectable-difference.js'
import { meanOf } from '../statistics/distributions.js'
import { pairedProportionInterval, tInterval, type Interval } from '../statistics/intervals.js'
import { mcnemarExact } from '../statistics/mcnemar.js'
import { passRates, type PassRates } from '../statistics/pass-rates.js'

/**
 * `better` and `worse`: the interval leaves zero out, and the exact test where there is one agrees. `within-noise`: the
 * interval holds zero. `unsettled`: it does not, and the exact test does not agree. `same`: not one case differs.
 * `undecidable`: too few cases, or no spread to judge by.
 */
export type Verdict = 'better' | 'worse' | 'within-noise' | 'unsettled' | 'same' | 'undecidable'

/** A case that one variant passed and the other did not. */
export interface Flip {
  readonly prompt_id: string
  readonly direction: 'better' | 'worse'
}

/** How many cases flipped, and how likely that is by chance alone. */
export interface McNemar {
  readonly better: number
  readonly worse: number
  readonly p: number
  /** Cases that passed in exactly half of their tries: they count for neither side. */
  readonly undecided: number
}

/** One metric in both variants, over the cases that both scored. */
export interface MetricComparison {
  readonly metric: Metric
  readonly pairs: number
  /** Null without pairs. */
  readonly baseline: number | null
  readonly variant: number | null
  readonly difference: number | null
  /** Null where the cases do not tell one: a single case, or no spread. */
  readonly interval: Interval | null
  readonly verdict: Verdict
  /**
   * The smallest difference that so many cases would have shown four times in five; `none` where not even the largest that
   * there is would have; null where it is not known.
   */
  readonly detectable: number | 'none' | null
  /** Of binary metrics. */
  readonly mcnemar: McNemar | null
  readonly flips: readonly Flip[]
  /** How reliably the cases of both pass; null where there is only one try at a case. */
  readonly reliability: { readonly baseline: PassRates | null; readonly variant: PassRates | null }
}

interface Pair {
  readonly id: string
  readonly before: number
  readonly after: number
}

/** Compares the rows of two variants in one metric. */
export function compareMetric(
  metric: Metric,
  baseline: readonly ResultRow[],
  variant: readonly ResultRow[],
): MetricComparison {
  const scores = { baseline: scoresByCase(baseline, metric.id), variant: scoresByCase(variant, metric.id) }
  const pairs = pairUp(caseMeans(scores.baseline), caseMeans(scores.variant))
  const differences = differencesOf(pairs)
  const isBinary = metric.kind === 'binary'
  const flips = isBinary ? flipsOf(pairs, metric) : []
  const mcnemar = isBinary ? testFlips(pairs, flips, metric) : null
  const interval = intervalOf(pairs, metric) ?? null
  const empty = pairs.length === 0
  return {
    metric,
    pairs: pairs.length,
    baseline: empty ? null : meanOf(pairs.map(({ before }) => before)),
    variant: empty ? null : meanOf(pairs.map(({ after }) => after)),
    difference: empty ? null : meanOf(differences),
    interval,
    verdict: judge(differences, { interval, mcnemar, metric }),
    detectable: detectableIn(pairs, metric) ?? null,
    mcnemar,
    flips,
    reliability: { baseline: ratesOf(pairs, scores.baseline, metric), variant: ratesOf(pairs, scores.variant, metric) },
  }
}

function ratesOf(
  pairs: readonly Pair[],
  scores: ReadonlyMap<string, readonly number[]>,
  metric: Metric,
): PassRates | null {
  return (
    passRates(
      pairs.map(({ id }) => scores.get(id) ?? []),
      metric,
    ) ?? null
  )
}

function pairUp(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Pair[] {
  const pairs: Pair[] = []
  for (const [id, value] of before) {
    const other = after.get(id)
    if (other !== undefined) pairs.push({ id, before: value, after: other })
  }
  return pairs
}

function isAllOrNothing(pairs: readonly Pair[], { kind, scale }: Metric): boolean {
  const isWhole = (value: number): boolean => value === 0 || value === scale
  return kind === 'binary' && pairs.every(({ before, after }) => isWhole(before) && isWhole(after))
}

function detectableIn(pairs: readonly Pair[], metric: Metric): Detectable {
  const { scale } = metric
  const bySpread = detectableDifference(differencesOf(pairs), scale)
  if (!isAllOrNothing(pairs, metric)) return bySpread
  const byFlips = detectableFlips(pairs.length)
  return harder(bySpread, typeof byFlips === 'number' ? byFlips * scale : byFlips)
}

function differencesOf(pairs: readonly Pair[]): number[] {
  return pairs.map(({ before, after }) => after - before)
}

/** For all-or-nothing cases the interval that is made for them, else Student's; one case has none. */
function intervalOf(pairs: readonly Pair[], metric: Metric): Interval | undefined {
  const { scale } = metric
  if (pairs.length < 2) return undefined
  if (!isAllOrNothing(pairs, metric)) return tInterval(differencesOf(pairs))
  const gained = pairs.filter(({ before, after }) => after > before).length
  const lost = pairs.filter(({ before, after }) => after < before).length
  const interval = pairedProportionInterval({ gained, lost, pairs: pairs.length })
  return interval && { ...interval, low: interval.low * scale, high: interval.high * scale }
}

function flipsOf(pairs: readonly Pair[], { scale, better }: Metric): Flip[] {
  const half = scale / 2
  return pairs.flatMap(({ id, before, after }): Flip[] => {
    if ((before > half && after < half) || (before < half && after > half)) {
      return [{ prompt_id: id, direction: after > before === (better === 'higher') ? 'better' : 'worse' }]
    }
    return []
  })
}

function testFlips(pairs: readonly Pair[], flips: readonly Flip[], { scale }: Metric): McNemar {
  const better = flips.filter(({ direction }) => direction === 'better').length
  const worse = flips.length - better
  const undecided = pairs.filter(({ before, after }) => before === scale / 2 || after === scale / 2).length
  return { better, worse, p: mcnemarExact(better, worse), undecided }
}

/** The test counts where it looked at every case: with several tries a case, the interval knows more than it. */
function judge(
  differences: readonly number[],
  { interval, mcnemar, metric }: Pick<MetricComparison, 'interval' | 'mcnemar' | 'metric'>,
): Verdict {
  if (differences.length < 2) return 'undecidable'
  if (differences.every((difference) => difference === 0)) return 'same'
  if (interval === null) return 'undecidable'
  if (interval.low <= 0 && interval.high >= 0) return 'within-noise'
  if (interval.method === 'bonett-price' && mcnemar !== null && mcnemar.p >= 0.05) return 'unsettled'
  return interval.low > 0 === (metric.better === 'higher') ? 'better' : 'worse'
}
