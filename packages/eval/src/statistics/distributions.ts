/**
 * The distributions that intervals and tests are read off, from jStat with types of our own. Knows no evals.
 */
import { createRequire } from 'node:module'

/** Of what is used: jStat ships no types, and the tests hold its numbers to published ones. */
interface JStat {
  readonly studentt: { inv(probability: number, degreesOfFreedom: number): number }
  readonly normal: { inv(probability: number, mean: number, deviation: number): number }
  readonly binomial: { cdf(successes: number, trials: number, probability: number): number }
  mean(values: readonly number[]): number
  stdev(values: readonly number[], isSample: boolean): number
}

const require = createRequire(import.meta.url)
let loaded: JStat | undefined

/** Loaded when there is something to count: a dry run has nothing, and what is called for one number cannot wait. */
function jStat(): JStat {
  // What the module exports, on every runtime.
  loaded ??= (require('jstat') as { readonly jStat: JStat }).jStat
  return loaded
}

/** The mean; NaN of nothing. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : jStat().mean(values)
}

/** What is left of equal numbers after arithmetic is no spread. */
const NEGLIGIBLE = 1e-9

/** The sample standard deviation, with n − 1 below the line; NaN of fewer than two values. */
export function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN
  const deviation = jStat().stdev(values, true)
  return deviation > NEGLIGIBLE * Math.max(1, Math.abs(meanOf(values))) ? deviation : 0
}

/** The point of Student's t that `probability` lies below. */
export function tQuantile(probability: number, degreesOfFreedom: number): number {
  return jStat().studentt.inv(probability, degreesOfFreedom)
}

/** The point of the standard normal that `probability` lies below. */
export function normalQuantile(probability: number): number {
  return jStat().normal.inv(probability, 0, 1)
}

/** The chance of at most this many successes. */
export function binomialAtMost(successes: number, trials: number, probability: number): number {
  return jStat().binomial.cdf(successes, trials, probability)
}
