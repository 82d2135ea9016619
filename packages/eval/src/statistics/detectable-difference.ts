/** The smallest true difference that so many cases, spread like these, would have shown. */
import { binomialAtMost, deviationOf, tQuantile } from './distributions.js'
import { CONFIDENCE, pairedProportionInterval } from './intervals.js'
import { mcnemarExact } from './mcnemar.js'

/** The chance with which it would have shown. */
export const POWER = 0.8

/** The smallest difference; `none` where not even the whole scale would show; undefined where the cases do not tell. */
export type Detectable = number | 'none' | undefined

/**
 * The smallest mean difference that a two-sided paired t test at 5% finds four times in five. Scores go from 0 to `scale`,
 * and no difference is larger.
 */
export function detectableDifference(differences: readonly number[], scale: number): Detectable {
  if (differences.length === 1) return 'none'
  const deviation = deviationOf(differences)
  if (!(deviation > 0)) return undefined
  const freedom = differences.length - 1
  const distance = tQuantile(1 - (1 - CONFIDENCE) / 2, freedom) + tQuantile(POWER, freedom)
  const smallest = (distance * deviation) / Math.sqrt(differences.length)
  return smallest > scale ? 'none' : smallest
}

/**
 * The smallest share of cases which, all flipping one way, are found four times in five by the interval and the exact test
 * together. It needs no spread: also cases of which none flipped have one.
 */
export function detectableFlips(pairs: number): Detectable {
  if (pairs === 0) return undefined
  const needed = flipsThatShow(pairs)
  if (needed === undefined) return 'none'
  let [low, high] = [0, 1]
  while (high - low > 1e-6) {
    const middle = (low + high) / 2
    if (1 - binomialAtMost(needed - 1, pairs, middle) >= POWER) high = middle
    else low = middle
  }
  return high
}

/** How many cases must flip, with none against them, before that is called a difference. */
function flipsThatShow(pairs: number): number | undefined {
  for (let flips = 1; flips <= pairs; flips += 1) {
    const interval = pairedProportionInterval({ gained: flips, lost: 0, pairs })
    if (interval !== undefined && interval.low > 0 && mcnemarExact(flips, 0) < 1 - CONFIDENCE) return flips
  }
  return undefined
}

/** Of two that must both be met, the larger. */
export function harder(one: Detectable, other: Detectable): Detectable {
  if (one === 'none' || other === 'none') return 'none'
  if (one === undefined || other === undefined) return one ?? other
  return Math.max(one, other)
}
