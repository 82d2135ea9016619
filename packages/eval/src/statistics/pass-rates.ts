/** How reliably cases pass, over several tries at each. */
import type { Metric } from '../definition/metric.js'
import { meanOf } from './distributions.js'
import { passAtK, passHatK } from './reliability.js'

/** Shares of cases, by k: the number of tries. */
export interface PassRates {
  /** The share of cases that pass in one of k tries. */
  readonly pass_at_k: Readonly<Record<string, number>>
  /** The share of cases that pass in all of k tries. */
  readonly pass_hat_k: Readonly<Record<string, number>>
}

/** The rates over the scores of each case; undefined where a case was tried only once, and for what does not pass or fail. */
export function passRates(
  scores: readonly (readonly number[])[],
  { kind, scale, better }: Pick<Metric, 'kind' | 'scale' | 'better'>,
): PassRates | undefined {
  // A share over all cases: only as many tries as every case has.
  const most = scores.length === 0 ? 0 : Math.min(...scores.map(({ length }) => length))
  if (kind !== 'binary' || most < 2) return undefined
  const passing = better === 'higher' ? scale : 0
  const over = (share: typeof passAtK, k: number): number =>
    meanOf(scores.map((tries) => share(tries.length, tries.filter((score) => score === passing).length, k)))
  const each = (share: typeof passAtK): Record<string, number> =>
    Object.fromEntries(Array.from({ length: most }, (_, index) => [String(index + 1), over(share, index + 1)]))
  return { pass_at_k: each(passAtK), pass_hat_k: each(passHatK) }
}
