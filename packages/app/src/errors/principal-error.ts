/** A value in a principal's place that is none. */
import { nameOf } from '../name-of.js'

/**
 * Thrown when a request or a call would act for what is neither a principal nor null; nothing has run.
 * Says of what was given only the kinds of its values.
 */
export class PrincipalError extends Error {
  override readonly name = 'PrincipalError'
  readonly code = 'PRINCIPAL'
  /** What was given, by the kinds of its values. */
  readonly given: string

  constructor(value: unknown) {
    const given = describeGiven(value)
    super(
      `A call cannot act for ${given}. ` +
        "A principal has the kind 'user' or 'service', an id that is a string with something in it or a finite number, and abilities that are a list or absent. " +
        "Write `{ kind: 'user', id: account.id }`, or `null` for nobody.",
    )
    this.given = given
  }
}

function describeGiven(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return nameOf(value)
  const { kind, id, abilities } = value as Record<string, unknown>
  const kindName = typeof kind === 'string' && kind !== 'user' && kind !== 'service' ? 'another string' : nameOf(kind)
  return `an object whose kind is ${kindName}, id ${describeId(id)} and abilities ${nameOf(abilities)}`
}

function describeId(id: unknown): string {
  if (id === '') return 'an empty string'
  return typeof id === 'number' && !Number.isFinite(id) ? 'no finite number' : nameOf(id)
}
