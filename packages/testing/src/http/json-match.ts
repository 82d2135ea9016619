/** Compares a JSON value with what a test expects of it, and reads a value at a path. */
import { isDeepStrictEqual } from 'node:util'

/**
 * The path of the first place where `actual` does not match; undefined when it does. Objects match when they have at
 * least the expected keys; lists match item by item and in length; all else must be equal.
 */
export function firstMismatch(actual: unknown, expected: unknown, path: string = ''): string | undefined {
  if (isMatcher(expected)) return expected.asymmetricMatch(actual) ? undefined : path || 'the whole'
  if (isRecord(expected) && isRecord(actual)) {
    for (const [key, value] of Object.entries(expected)) {
      const at = path === '' ? key : `${path}.${key}`
      if (!Object.hasOwn(actual, key)) return at
      const found = firstMismatch(actual[key], value, at)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) return `${path || 'the list'} (length)`
    for (const [index, value] of expected.entries()) {
      const found = firstMismatch(actual[index], value, path === '' ? String(index) : `${path}.${index}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  return isDeepStrictEqual(actual, expected) ? undefined : path || 'the whole'
}

/** The value at a dotted path such as `tickets.0.title`; undefined inside when there is none. */
export function valueAt(json: unknown, path: string): unknown {
  let value = json
  for (const key of path === '' ? [] : path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

/** A plain object: a Date, a Map or a promise is compared as a whole, and equals no JSON. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** `expect.any(String)` and its kin, as Jest and Vitest make them; Bun's have no such method, and match nothing here. */
interface Matcher {
  asymmetricMatch(actual: unknown): boolean
}

function isMatcher(value: unknown): value is Matcher {
  return (
    typeof value === 'object' &&
    value !== null &&
    'asymmetricMatch' in value &&
    typeof value.asymmetricMatch === 'function'
  )
}
