/**
 * Values to JSON, honestly: what `JSON.stringify` would change or drop in silence is refused with its path. Only a
 * property that is undefined is left out, as JSON does. Knows nothing about scripts.
 */
import { describeValue } from './describe-value.js'
import { isPlainObject } from './plain-object.js'

/** The JSON of a value, or where and why JSON cannot carry it. */
export type JsonText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly path: string; readonly reason: string }

const identifier = /^[A-Za-z_$][\w$]*$/

/** The JSON of a value. `path` is relative to it: `.items[0].id`. */
export function jsonText(value: unknown): JsonText {
  try {
    const fault = findFault(value, { path: '', ancestors: new Set() })
    return fault ?? { ok: true, text: JSON.stringify(value) }
  } catch (error) {
    // The walk and JSON.stringify recurse; past some thousands of levels the stack ends.
    if (error instanceof RangeError) return { ok: false, path: '', reason: 'is nested too deeply' }
    throw error
  }
}

/** A property's place in a path: `.name`, or `["a b"]`, or `[0]`. */
export function pathSegment(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`
  return identifier.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

interface Place {
  readonly path: string
  readonly ancestors: Set<object>
}

type Fault = Extract<JsonText, { ok: false }>

function findFault(value: unknown, place: Place): Fault | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined
    case 'number':
      return Number.isFinite(value) ? undefined : refuse(place, `is ${value}`)
    case 'object':
      return value === null ? undefined : findFaultWithin(value, place)
    default:
      return refuse(place, `is ${describeValue(value)}`)
  }
}

function findFaultWithin(value: object, { path, ancestors }: Place): Fault | undefined {
  if (ancestors.has(value)) return refuse({ path, ancestors }, 'contains itself')
  const isArray = Array.isArray(value)
  if (!isArray && !isPlainObject(value)) return refuse({ path, ancestors }, `is ${describeValue(value)}`)
  if (Object.getOwnPropertySymbols(value).length > 0) return refuse({ path, ancestors }, 'has a symbol as a key')
  ancestors.add(value)
  const keys = isArray ? value.keys() : Object.keys(value)
  for (const key of keys) {
    const item: unknown = Reflect.get(value, key)
    if (item === undefined && !isArray) continue
    const fault = findFault(item, { path: path + pathSegment(key), ancestors })
    if (fault) return fault
  }
  ancestors.delete(value)
  return undefined
}

function refuse({ path }: Place, reason: string): Fault {
  return { ok: false, path, reason: `${reason}, which JSON cannot carry` }
}
