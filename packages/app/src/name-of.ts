/**
 * Says what a value is without showing it, for messages about values that may hold a secret.
 */

/** What a value is, with its article: `a string`, `an object`, `null`. */
export function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
