/**
 * Suggesting the name that was probably meant. Knows no grammar.
 */
import { closest, distance } from 'fastest-levenshtein'

/** The nearest of the names, or undefined where none is near enough to be a slip. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || name.length > 200) return undefined
  const nearest = closest(
    name.toLowerCase(),
    names.map((candidate) => candidate.toLowerCase()),
  )
  const found = names.find((candidate) => candidate.toLowerCase() === nearest)
  if (found === undefined || distance(name.toLowerCase(), nearest) > Math.max(2, found.length / 2)) return undefined
  return found
}
