/**
 * Marks the handlers that may refuse a request, so that their place in a route can be checked.
 */

/** A handler that may refuse a request. */
export interface Guard {
  /** As it stands in the source: `authorize('close-ticket')`. */
  readonly label: string
  readonly ability?: string
}

const guards = new WeakMap<object, Guard>()

/** Marks a middleware as a guard. */
export function markGuard<Handler extends object>(handler: Handler, guard: Guard): Handler {
  guards.set(handler, guard)
  return handler
}

/** What was marked on a handler, if anything. */
export function guardOf(handler: object): Guard | undefined {
  return guards.get(handler)
}
