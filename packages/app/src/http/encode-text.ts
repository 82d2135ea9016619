/**
 * Writes values into a path or a query string so that the route reads back exactly what was given.
 */
import { nameOf } from '../name-of.js'

type Refuse = (reason: string) => never

/**
 * A value as one path segment. An empty one and the dot segments are refused: a URL parser removes those, and the
 * request would reach another route (https://url.spec.whatwg.org/#path-state).
 */
export function encodePathValue(value: unknown, refuse: Refuse): string {
  const text = toText(value, refuse)
  if (text === '' || text === '.' || text === '..') refuse(`${JSON.stringify(text)} cannot be a path segment.`)
  return encodeURIComponent(text)
}

/** A key and its value as query pairs: one for each item of a list, and the bare key for an empty one. */
export function encodeQueryValue(
  key: string,
  { value, list }: { value: unknown; list: boolean },
  refuse: Refuse,
): string[] {
  const name = encodeURIComponent(key)
  if (list !== Array.isArray(value)) refuse(list ? 'it must be a list.' : 'it must be one value, not a list.')
  if (!Array.isArray(value)) return [`${name}=${encodeURIComponent(toText(value, refuse))}`]
  if (value.length === 0) return [name]
  return value.map((item) => `${name}=${encodeURIComponent(toText(item, refuse))}`)
}

function toText(value: unknown, refuse: Refuse): string {
  if (typeof value === 'string') {
    // A lone surrogate has no UTF-8 form and would arrive as another character.
    return value.isWellFormed() ? value : refuse('it holds half of a surrogate pair, which no URL can carry.')
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value)
  return refuse(`it must be a string, a number or a boolean, not ${nameOf(value)}.`)
}
