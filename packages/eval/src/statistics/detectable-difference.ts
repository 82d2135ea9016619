/** The smallest true difference that so many cases, spread like these, would have shown. */
import { deviationOf, tQuantile } from './distributions.js'
import { CONFIDENCE } from './intervals.js'

/** The chance with which it would have shown. */
export const POWER = 0.8

/**
 * The smallest mean difference that a two-sided paired t test at 5% finds four times in five; undefined where the
 * differences have no spread to tell it from.
 */
export function detectableDifference(differences: readonly number[]): number | undefined {
  const deviation = deviationOf(differences)
  if (!(deviation > 0)) return undefined
  const freedom = differences.length - 1
  const distance = tQuantile(1 - (1 - CONFIDENCE) / 2, freedom) + tQuantile(POWER, freedom)
  return (distance * deviation) / Math.sqrt(differences.length)
}
