/**
 * Who a call acts for, and the two middlewares' shared view of it.
 * Knows nothing of how a principal was found: `authenticate` or an in-process call says that.
 */

/** Who a request or an agent acts for. */
export interface Principal {
  readonly kind: 'user' | 'service'
  /** Unique within its kind. */
  readonly id: string | number
  /**
   * Scopes that this principal consented to (see {@link Scope}). Absent: not narrowed. An empty list, or entries outside
   * the grammar, grant nothing: consent only ever narrows.
   */
  readonly abilities?: readonly string[]
}

/** `user:1`, `anonymous`: how a principal is written in messages. */
export function describePrincipal(principal: Principal | null): string {
  return principal === null ? 'anonymous' : `${principal.kind}:${principal.id}`
}
