/**
 * Saying in words what was found where a step should be. Runs no code of the value: no `toString`, no `toJSON`.
 */
import { isPlainObject } from './plain-object.js'
import { named, quoted } from '../quoted.js'

/** A value in words: `null`, `the number 5`, `an object with the keys name, input`. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'undefined'
    case 'string':
      return `the text ${quoted(value)}`
    case 'number':
    case 'boolean':
      return `the ${typeof value} ${String(value)}`
    case 'object':
      return value === null ? 'null' : describeObject(value)
    default:
      return `a ${typeof value}`
  }
}

/** Whether a value is an error, of any realm: one made in a vm context is no instance of this one's Error. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}

function describeObject(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`
  if (!isPlainObject(value)) return describeInstance(value)
  const keys = Object.keys(value)
  if (keys.length === 0) return 'an empty object'
  const shown = keys.slice(0, 6).map((key) => {
    const name = named(key, 40)
    // It counts as left out, which is not what the key alone says.
    return value[key] === undefined ? `${name} (undefined)` : name
  })
  return `an object with the ${keys.length === 1 ? 'key' : 'keys'} ${shown.join(', ')}${keys.length > 6 ? ', …' : ''}`
}

function describeInstance(value: object): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1)
  const noun = tag === 'Object' ? 'class instance' : named(tag, 40)
  return `${/^[AEIOU]/.test(noun) ? 'an' : 'a'} ${noun}`
}
