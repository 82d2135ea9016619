/** A principal that nobody else holds. */
import type { Principal } from '@understudy/app'

/** A copy with its abilities. What is no object is returned as it is: whether it is somebody is checked elsewhere. */
export function copyPrincipal(principal: Principal | null): Principal | null {
  if (typeof principal !== 'object' || principal === null) return principal
  const { kind, id, abilities } = principal
  // Named, so that those which a class has as getters are copied, too.
  const copy = { ...principal, kind, id }
  if (abilities === undefined) return copy
  return { ...copy, abilities: Array.isArray(abilities) ? [...abilities] : abilities }
}
