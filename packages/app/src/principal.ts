/**
 * Who a call acts for, and the two middlewares' shared view of it.
 * Knows nothing of how a principal was found: `authenticate` or an in-process call says that.
 */
import { PrincipalError } from './errors/principal-error.js'
import { plainText } from './quoted.js'

/**
 * Who a request or an agent acts for. Each request and each call has a copy of these three of its own, so that what is
 * written to one reaches no other. What an app keeps beside them goes along as it is.
 */
export interface Principal {
  readonly kind: 'user' | 'service'
  /** Unique within its kind; no empty string, and a number is finite. */
  readonly id: string | number
  /**
   * Scopes that this principal consented to (see {@link Scope}). Absent: not narrowed. An empty list, or entries outside
   * the grammar, grant nothing: consent only ever narrows.
   */
  readonly abilities?: readonly string[]
}

/** `user:1`, `anonymous`: how a principal is written in messages, without control characters. */
export function describePrincipal(principal: Principal | null): string {
  return principal === null ? 'anonymous' : `${principal.kind}:${plainText(String(principal.id))}`
}

/** Who somebody is, without what they consented to. */
export function identityOf({ kind, id }: Principal): Pick<Principal, 'kind' | 'id'> {
  return { kind, id }
}

/** Whether a value is somebody. */
export function isPrincipal(value: unknown): value is Principal {
  if (typeof value !== 'object' || value === null) return false
  const { kind, id, abilities } = value as Partial<Record<keyof Principal, unknown>>
  return (
    (kind === 'user' || kind === 'service') &&
    // JSON writes those that are not finite as null, and what is bound to one would be bound to all.
    // An empty one is what is left where an id was meant to be.
    (typeof id === 'string' ? id !== '' : Number.isFinite(id)) &&
    (abilities === undefined || Array.isArray(abilities))
  )
}

/**
 * Somebody, or null for nobody, as they are now: a copy that nothing which is written to the value later changes, nor the
 * other way round.
 * @throws PrincipalError when the value is neither.
 */
export function copyPrincipal(value: unknown): Principal | null {
  if (value === null) return null
  if (!isPrincipal(value)) throw new PrincipalError(value)
  const { kind, id, abilities } = value
  return { ...value, kind, id, ...(abilities && { abilities: [...abilities] }) }
}

/**
 * Checks that a value is somebody, or null for nobody. A value of another shape would be taken for one that nothing narrows.
 * @throws PrincipalError
 */
export function assertPrincipal(value: unknown): asserts value is Principal | null {
  if (value !== null && !isPrincipal(value)) throw new PrincipalError(value)
}
