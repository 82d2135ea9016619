/**
 * Confidence intervals over cases. Each says by which method it was made, since the method follows from the data.
 *
 * Student's t rather than a bootstrap: evals have tens of cases, where the percentile bootstrap is too narrow and another
 * seed gives another answer. Where every case is 0 or 1, t fails at the ends (all right: no spread, no width), and the
 * score intervals made for proportions take its place.
 */
import { deviationOf, meanOf, normalQuantile, tQuantile } from './distributions.js'

/** How an interval was made. */
export type IntervalMethod = 't' | 'wilson' | 'bonett-price'

/** Where the true value lies, by a 95% confidence interval. */
export interface Interval {
  readonly low: number
  readonly high: number
  readonly method: IntervalMethod
}

/** What an interval is asked to hold the truth with. */
export const CONFIDENCE = 0.95

const TAIL = 1 - (1 - CONFIDENCE) / 2

/** Student's interval for a mean; undefined without spread, or of fewer than two values. */
export function tInterval(values: readonly number[]): Interval | undefined {
  const deviation = deviationOf(values)
  if (!(deviation > 0)) return undefined
  const mean = meanOf(values)
  const margin = (tQuantile(TAIL, values.length - 1) * deviation) / Math.sqrt(values.length)
  return { low: mean - margin, high: mean + margin, method: 't' }
}

/** Wilson's score interval for a proportion; undefined of nothing. */
export function wilsonInterval(successes: number, trials: number): Interval | undefined {
  if (trials === 0) return undefined
  const z = normalQuantile(TAIL)
  const share = successes / trials
  const center = share + z ** 2 / (2 * trials)
  const margin = z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2))
  const scale = 1 + z ** 2 / trials
  // At the ends the formula is exact, and floating point is not.
  const low = successes === 0 ? 0 : (center - margin) / scale
  const high = successes === trials ? 1 : (center + margin) / scale
  return { low, high, method: 'wilson' }
}

/** How many pairs changed in each direction, among all of them. */
export interface PairedCounts {
  readonly gained: number
  readonly lost: number
  readonly pairs: number
}

/**
 * The interval of Bonett and Price (2012) for the difference of two paired proportions: Wald's with one case added to each
 * direction, which keeps its promise in small samples and without a single change.
 */
export function pairedProportionInterval({ gained, lost, pairs }: PairedCounts): Interval | undefined {
  if (pairs === 0) return undefined
  const up = (gained + 1) / (pairs + 2)
  const down = (lost + 1) / (pairs + 2)
  const margin = normalQuantile(TAIL) * Math.sqrt((up + down - (up - down) ** 2) / (pairs + 2))
  return { low: Math.max(-1, up - down - margin), high: Math.min(1, up - down + margin), method: 'bonett-price' }
}
