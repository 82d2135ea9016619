/** Tells which keys of an object mean nothing, and which ones were probably meant. */
import { quoted } from '@understudy/app'
import { closest, distance } from 'fastest-levenshtein'

/** What unknown keys are told with. */
export interface KnownKeys {
  /** What was given them, in words: `prompt()`. */
  readonly given: string
  readonly known: readonly string[]
}

/** A problem for each key that is none of the known ones. */
export function unknownKeys(value: object, { given, known }: KnownKeys): string[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const nearest = nearestName(key, known)
      const fix = nearest === undefined ? `Leave it out; there are ${known.join(', ')}` : `Write \`${nearest}\``
      return `${given} has no option ${quoted(key, 60)}. ${fix}.`
    })
}

/** The name that was probably meant; undefined where none is near enough to be a slip. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > 60) return undefined
  const lower = name.toLowerCase()
  const nearest = closest(
    lower,
    known.map((each) => each.toLowerCase()),
  )
  if (distance(lower, nearest) > Math.max(2, nearest.length / 2)) return undefined
  return known.find((each) => each.toLowerCase() === nearest)
}
