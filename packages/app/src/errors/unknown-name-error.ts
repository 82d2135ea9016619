/** A name that the app does not have: a binding, a policy or a tool. */
import { closest } from 'fastest-levenshtein'

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
    super(`The app has no ${kind} "${given}". ${listKnown(given, known)} ${fix}`)
    this.kind = kind
    this.given = given
    this.known = known
  }
}

function listKnown(given: string, known: readonly string[]): string {
  if (known.length === 0) return 'It has none.'
  return `The nearest is "${closest(given, [...known])}"; it has ${known.join(', ')}.`
}
