/**
 * Choices that are the same for the same seed. Knows nothing about what is chosen.
 */

/** Choices that follow from a seed. */
export interface SeededRandom {
  /** A whole number below the limit. */
  below(limit: number): number
  /** One of the items. */
  pick<T>(items: readonly [T, ...T[]]): T
}

/** Choices that follow from a seed, a whole number, and from a name, so that two values of one seed need not be alike. */
export function seededRandom(seed: number, name: string = ''): SeededRandom {
  // Mulberry32, begun with the seed and an FNV-1a hash of the name.
  let state = seed | 0
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, pick: (items) => items[below(items.length)] ?? items[0] }
}
