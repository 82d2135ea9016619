/**
 * The data of a file as the SDK takes it from a model. Knows nothing about where files stand in a script.
 */
import { isPlainObject } from './plain-object.js'

/** Whether a value is the SDK's own form: `{ type: 'data', data }` with base64 or bytes, or `{ type: 'url', url }`. */
export function isFileData(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  if (value['type'] === 'url') return value['url'] instanceof URL || typeof value['url'] === 'string'
  return value['type'] === 'data' && (isBase64(value['data']) || value['data'] instanceof Uint8Array)
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Whether a value is base64. What is not would be decoded all the same, to bytes that nobody wrote. */
export function isBase64(value: unknown): value is string {
  return typeof value === 'string' && value.length % 4 === 0 && base64.test(value)
}
