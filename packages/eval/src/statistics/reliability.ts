/**
 * What several tries at one case say: whether one of k would pass, and whether all k would.
 * Both are unbiased in the number of tries, which taking the first k of them is not.
 */

/** pass@k (Chen et al., 2021): the chance that one of `k` tries passes, of `tries` of which `passed` did. */
export function passAtK(tries: number, passed: number, k: number): number {
  return 1 - shareOfDraws(tries - passed, tries, k)
}

/** pass^k (Yao et al., 2024): the chance that all of `k` tries pass. */
export function passHatK(tries: number, passed: number, k: number): number {
  return shareOfDraws(passed, tries, k)
}

/** C(marked, k) / C(all, k), as a product that cannot overflow. */
function shareOfDraws(marked: number, all: number, k: number): number {
  if (!(Number.isInteger(k) && k >= 1 && k <= all)) {
    throw new RangeError(`Of ${all} tries, ${k} cannot be drawn. Run more of them: { reps: ${k} }.`)
  }
  let share = 1
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, marked - drawn) / (all - drawn)
  return share
}
