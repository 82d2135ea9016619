/**
 * The contract by which a binding gives each app its own view of itself.
 * A binding that does not implement it is handed to handlers as it is.
 */
import type { InProcessApp } from '../app-state.js'

/** The method of {@link BindsToApp}. */
export const bindToApp: unique symbol = Symbol.for('@understudy/app/bindToApp')

/** A binding that makes a view of itself for each app that lists it. */
export interface BindsToApp<View> {
  /** Called once for each app, with the name that it is bound under. */
  [bindToApp](app: InProcessApp, name: string): View
}

/** The view of a binding for one app: its own, if it makes one. */
export function viewFor(value: unknown, app: InProcessApp, name: string): unknown {
  const binds = typeof value === 'object' && value !== null && bindToApp in value
  return binds ? (value as BindsToApp<unknown>)[bindToApp](app, name) : value
}
