/**
 * Takes a tool's input as it is now, so that what is judged, recorded, approved and sent is one and the same, whatever
 * becomes of the object that was given. Knows no tool.
 */
import { isPlain } from '../is-plain.js'

/** The copy of an input, or why there is none. */
export type CopiedInput = { readonly value: unknown } | { readonly problem: string }

/** Deeper than any tool has a use for; what writes JSON takes seconds over lists that are many times deeper. */
const MAX_DEPTH = 1_000

/**
 * A copy of the input's lists and plain objects in which each of their values was read once. What no model can give, such
 * as an instance of a class, stays as it is.
 */
export function copyInput(input: unknown): CopiedInput {
  try {
    return { value: copy(input, []) }
  } catch (error) {
    // A getter or a proxy may throw.
    return { problem: error instanceof NoCopy ? error.message : 'holds what cannot be read' }
  }
}

class NoCopy extends Error {}

/** Copies a value; `within` are the objects that it stands within. */
function copy(value: unknown, within: object[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const isList = Array.isArray(value)
  if (!isList && !isPlain(value)) return value
  if (within.length >= MAX_DEPTH) throw new NoCopy(`is nested deeper than ${MAX_DEPTH} levels`)
  if (within.includes(value)) throw new NoCopy('holds itself')
  within.push(value)
  const copied = isList ? copyList(value, within) : copyKeys(value, within)
  within.pop()
  return copied
}

// Loops, since every tool call comes by here: they take half the time.
function copyList(list: readonly unknown[], within: object[]): unknown[] {
  const copied: unknown[] = []
  for (let index = 0; index < list.length; index += 1) copied.push(copy(list[index], within))
  return copied
}

function copyKeys(record: Readonly<Record<string, unknown>>, within: object[]): Record<string, unknown> {
  const copied: Record<string, unknown> = {}
  for (const key of Object.keys(record)) {
    const value = copy(record[key], within)
    // Assigned, this one would be the prototype.
    if (key === '__proto__')
      Object.defineProperty(copied, key, { value, enumerable: true, writable: true, configurable: true })
    else copied[key] = value
  }
  return copied
}
