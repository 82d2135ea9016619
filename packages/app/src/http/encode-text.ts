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
  if (text === '' || text === '.' || text === '..')
    refuse(`is ${JSON.stringify(text)}, which cannot be a path segment. Give a name or a number: \`"7"\`.`)
  return encodeURIComponent(text)
}

/** A key and its value as query pairs: one for each item of a list, and the bare key for an empty one. */
export function encodeQueryValue(
  key: string,
  { value, list }: { value: unknown; list: boolean },
  refuse: Refuse,
): string[] {
  const name = encodeURIComponent(key)
  if (list !== Array.isArray(value))
    refuse(list ? 'must be a list. Give one: `[…]`.' : 'must be one value, and is a list. Give one item of it.')
  if (!Array.isArray(value)) return [`${name}=${encodeURIComponent(toText(value, refuse))}`]
  if (value.length === 0) return [name]
  return value.map((item) => `${name}=${encodeURIComponent(toText(item, refuse))}`)
}

function toText(value: unknown, refuse: Refuse): string {
  if (typeof value === 'string') {
    // A lone surrogate has no UTF-8 form and would arrive as another character.
    return value.isWellFormed()
      ? value
      : refuse('holds half of a surrogate pair, which no URL can carry. Give whole characters.')
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value)
  return refuse(`is ${nameOf(value)}, and must be a string, a number or a boolean. Give one: \`"7"\`.`)
}
