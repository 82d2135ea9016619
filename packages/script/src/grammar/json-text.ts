/**
 * Values to JSON, honestly: what `JSON.stringify` would change or drop in silence is refused with its path. Only a
 * property that is undefined is left out, as JSON does. Knows nothing about scripts.
 */
import { describeValue } from './describe-value.js'
import { isPlainObject } from './plain-object.js'
import { quotedName } from '../quoted.js'

/** The JSON of a value, or where and why JSON cannot carry it. */
export type JsonText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly path: string; readonly reason: string }

const identifier = /^[A-Za-z_$][\w$]*$/

/** The JSON of a value. `path` is relative to it: `.items[0].id`. */
export function jsonText(value: unknown): JsonText {
  try {
    if (isJson(value)) return { ok: true, text: JSON.stringify(value) }
  } catch (error) {
    // Nested too deeply, or contains itself: the walk below tells which.
    if (!(error instanceof RangeError)) throw error
  }
  return faultOf(value)
}

/** Whether JSON carries the value as it is: the quick answer, with no path. */
function isJson(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return false
  // An index that is undefined or missing is not JSON; a property may be left out.
  if (Array.isArray(value)) return !hasSymbols(value) && Array.from(value).every(isJson)
  if (!isPlainObject(value) || hasSymbols(value)) return false
  for (const key of Object.keys(value)) if (value[key] !== undefined && !isJson(value[key])) return false
  return true
}

function hasSymbols(value: object): boolean {
  return Object.getOwnPropertySymbols(value).length > 0
}

function faultOf(value: unknown): Fault {
  try {
    const fault = findFault(value, { path: '', ancestors: new Set() })
    if (fault) return fault
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  // The walk recurses; past some thousands of levels the stack ends.
  return { ok: false, path: '', reason: 'is nested too deeply' }
}

/** A property's place in a path: `.name`, or `["a b"]`, or `[0]`. */
export function pathSegment(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`
  return identifier.test(key) && key.length <= 100 ? `.${key}` : `[${quotedName(key)}]`
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
  if (hasSymbols(value)) return refuse({ path, ancestors }, 'has a symbol as a key')
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
