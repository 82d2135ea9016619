/**
 * Copies of request data that no later change can reach. What equals an earlier copy is taken from it, so that a
 * conversation costs memory once and not once for each of its calls. Written by hand because `structuredClone` takes
 * several times as long on the small objects that prompts are made of.
 */
import { isPlainObject } from '../grammar/plain-object.js'

// Deeper than any message; a value that contains itself gets here at once.
const depthLimit = 200

class TooDeep extends Error {}

/** A copy of the value, or `previous` itself where that holds the same. Properties that are undefined are left out. */
export function shareCopy<VALUE>(value: VALUE, previous: unknown): VALUE {
  try {
    // A copy has the type of what it copies.
    return copy(value, previous, 0) as VALUE
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    return cloneDeep(value)
  }
}

function cloneDeep<VALUE>(value: VALUE): VALUE {
  try {
    return structuredClone(value)
  } catch {
    // A function or the like inside a value that contains itself: it cannot be copied, only shown.
    return value
  }
}

function copy(value: unknown, previous: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > depthLimit) throw new TooDeep()
  if (Array.isArray(value)) return copyArray(value, previous, depth)
  if (isPlainObject(value)) return copyObject(value, previous, depth)
  return copyInstance(value, previous)
}

function copyArray(value: readonly unknown[], previous: unknown, depth: number): unknown {
  const before: readonly unknown[] = Array.isArray(previous) ? previous : []
  let same = Array.isArray(previous) && before.length === value.length
  const copied: unknown[] = []
  for (let index = 0; index < value.length; index++) {
    const item = copy(value[index], before[index], depth + 1)
    if (same && item !== before[index]) same = false
    copied.push(item)
  }
  return same ? before : copied
}

function copyObject(value: Record<string, unknown>, previous: unknown, depth: number): unknown {
  const before = isPlainObject(previous) ? previous : undefined
  let same = before !== undefined
  let count = 0
  const copied: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue
    count++
    const earlier = before !== undefined && Object.hasOwn(before, key) ? before[key] : undefined
    const item = copy(value[key], earlier, depth + 1)
    if (same && item !== earlier) same = false
    if (key === '__proto__')
      Object.defineProperty(copied, key, { value: item, enumerable: true, configurable: true, writable: true })
    else copied[key] = item
  }
  return same && before !== undefined && Object.keys(before).length === count ? before : copied
}

function copyInstance(value: object, previous: unknown): unknown {
  if (value instanceof Uint8Array)
    return previous instanceof Uint8Array && sameBytes(value, previous) ? previous : value.slice()
  if (value instanceof URL)
    return previous instanceof URL && previous.href === value.href ? previous : new URL(value.href)
  if (value instanceof Date) return new Date(value)
  return value
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
