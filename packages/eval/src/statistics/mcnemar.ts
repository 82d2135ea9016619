/** McNemar's exact test: whether as many cases changed in one direction as in the other. */
import { binomialAtMost } from './distributions.js'

/** The two-sided p-value, from the cases that changed alone; 1 when none did. */
export function mcnemarExact(gained: number, lost: number): number {
  const changed = gained + lost
  if (changed === 0) return 1
  return Math.min(1, 2 * binomialAtMost(Math.min(gained, lost), changed, 0.5))
}
