/** Tells plain objects, which are all keys and values, from instances of classes. */

/** Whether a value is a plain object: by its depth and not by `Object.prototype`, of which every realm has its own. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
