/** A name that the app does not have: a binding, a policy or a tool. */
import { closest } from 'fastest-levenshtein'
import { nameOf } from '../name-of.js'
import { plainText, quoted } from '../quoted.js'

/** More of a name than this is not compared with those that are known. */
const MAX_COMPARED = 100

/** What {@link UnknownNameError} knows. */
export interface UnknownNameErrorDetails {
  readonly kind: 'binding' | 'policy' | 'tool'
  readonly given: string
  readonly known: readonly string[]
  /** The fix, as code. */
  readonly fix: string
}

/** Thrown when a binding, policy or tool is asked for by a name that the app does not have. */
export class UnknownNameError extends Error {
  override readonly name = 'UnknownNameError'
  readonly code = 'UNKNOWN_NAME'
  readonly kind: 'binding' | 'policy' | 'tool'
  readonly given: string
  readonly known: readonly string[]

  constructor({ kind, given, known, fix }: UnknownNameErrorDetails) {
    // From JavaScript, anything can be asked for.
    const asked: unknown = given
    const name = typeof asked === 'string' ? asked : nameOf(asked)
    super(`The app has no ${kind} ${quoted(name)}. ${listKnown(name, known)} ${fix}`)
    this.kind = kind
    this.given = given
    this.known = known
  }
}

function listKnown(given: string, known: readonly string[]): string {
  if (known.length === 0) return 'It has none.'
  const nearest = closest(given.slice(0, MAX_COMPARED), [...known])
  return `The nearest is ${quoted(nearest)}; it has ${known.map(plainText).join(', ')}.`
}
