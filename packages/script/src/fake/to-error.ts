/** Makes an Error of whatever was thrown, for those who keep it. */

/** The value itself when it is an Error, else one that says it. */
export function toError(value: unknown): Error {
  return value instanceof Error ? value : new Error(String(value))
}
