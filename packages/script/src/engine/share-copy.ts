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
export function shareCopy<VALUE>(value: VALUE, previous?: unknown): VALUE {
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
  // Compared first: most of a request is what the last one held, and comparing makes nothing.
  if (typeof previous === 'object' && previous !== null && holdsSame(value, previous, depth)) return previous
  if (Array.isArray(value)) return copyArray(value, previous, depth)
  if (isPlainObject(value)) return copyObject(value, previous, depth)
  return copyInstance(value)
}

function copyArray(value: readonly unknown[], previous: unknown, depth: number): unknown[] {
  const before: readonly unknown[] = Array.isArray(previous) ? previous : []
  const copied: unknown[] = []
  for (let index = 0; index < value.length; index++) copied.push(copy(value[index], before[index], depth + 1))
  return copied
}

function copyObject(value: Record<string, unknown>, previous: unknown, depth: number): Record<string, unknown> {
  const before = isPlainObject(previous) ? previous : undefined
  const copied: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue
    const earlier = before !== undefined && Object.hasOwn(before, key) ? before[key] : undefined
    const item = copy(value[key], earlier, depth + 1)
    if (key === '__proto__')
      Object.defineProperty(copied, key, { value: item, enumerable: true, configurable: true, writable: true })
    else copied[key] = item
  }
  return copied
}

function holdsSame(value: unknown, before: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, before)
  if (typeof before !== 'object' || before === null) return false
  if (depth > depthLimit) throw new TooDeep()
  if (Array.isArray(value)) return sameItems(value, before, depth)
  if (isPlainObject(value)) return isPlainObject(before) && sameProperties(value, before, depth)
  return sameInstance(value, before)
}

function sameItems(value: readonly unknown[], before: object, depth: number): boolean {
  if (!Array.isArray(before) || before.length !== value.length) return false
  for (let index = 0; index < value.length; index++) {
    if (!holdsSame(value[index], before[index], depth + 1)) return false
  }
  return true
}

function sameProperties(value: Record<string, unknown>, before: Record<string, unknown>, depth: number): boolean {
  let count = 0
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue
    count++
    if (!Object.hasOwn(before, key) || !holdsSame(value[key], before[key], depth + 1)) return false
  }
  return Object.keys(before).length === count
}

function copyInstance(value: object): unknown {
  // Not `slice()`, which of a Buffer is a view of the same bytes.
  if (value instanceof Uint8Array) return Uint8Array.from(value)
  if (value instanceof URL) return new URL(value.href)
  if (value instanceof Date) return new Date(value)
  return value
}

function sameInstance(value: object, before: object): boolean {
  if (value instanceof Uint8Array) return before instanceof Uint8Array && sameBytes(value, before)
  if (value instanceof URL) return before instanceof URL && before.href === value.href
  if (value instanceof Date) return before instanceof Date && before.getTime() === value.getTime()
  return value === before
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
