/** Draws the training, validation and test sets of a flow: at random, and alike in what their first tags say. */
import type { CollectedCase } from './collect-cases.js'

/** The sets, as `_state.json` has them. */
export interface CaseSets {
  readonly train_ids: readonly string[]
  readonly val_ids: readonly string[]
  readonly test_ids: readonly string[]
}

/** Three of five to train on, one to validate with, one to test with. */
const DEAL = ['train_ids', 'val_ids', 'train_ids', 'test_ids', 'train_ids'] as const

/** Shuffles the cases of each first tag, then deals one tag after the other, so that each set gets its share of each. */
export function splitCases(cases: readonly CollectedCase[], random: () => number): CaseSets {
  const strata = Map.groupBy(cases, ({ kase }) => kase.tags?.[0] ?? '')
  const dealt = [...strata.values()].flatMap((stratum) => shuffled(stratum, random))
  const sets = { train_ids: [] as string[], val_ids: [] as string[], test_ids: [] as string[] }
  const offset = Math.floor(random() * DEAL.length)
  for (const [index, { promptId }] of dealt.entries()) {
    // The remainder of five is one of its five places.
    sets[DEAL[(index + offset) % DEAL.length] ?? 'train_ids'].push(promptId)
  }
  return sets
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
