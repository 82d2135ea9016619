/**
 * Telling written-down objects from instances. Own properties only: what a prototype holds was not written in a script.
 */

/** Whether a value is an object literal, from any realm, and not an array or an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return true
  // Of another realm: its prototype is the last of the chain too.
  return typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null
}

/** The keys an object literal holds a value for. One that is undefined counts as left out. */
export function givenKeys(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined)
}
