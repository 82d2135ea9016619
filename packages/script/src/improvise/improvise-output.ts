/**
 * A structured output in the shape a request asks for. Knows the form that the SDK's `Output.array` sends its schema in.
 */
import type { Schema } from '@cfworker/json-schema'
import { type Improvised, improviseValue } from './improvise-value.js'

/** An output that fits the schema that was sent; with no schema, any JSON. */
export function improviseOutput(schema: object | undefined, seed: number): Improvised {
  if (schema === undefined) return { ok: true, value: { improvised: true } }
  const list = listOf(schema)
  if (list === undefined) return improviseValue(schema, seed)
  const { element, minItems = 0, maxItems = Infinity } = list
  // Each element on its own: in a recursive schema `#` means the element, though the SDK wraps it in a list.
  const elements: unknown[] = []
  const length = Math.min(maxItems, Math.max(minItems, Math.abs(seed) % longList))
  for (let index = 0; index < length; index++) {
    const made = improviseValue(element, seed === 0 ? 0 : seed + index)
    if (!made.ok) return { ...made, mismatch: { ...made.mismatch, path: `[${index}]${made.mismatch.path}` } }
    elements.push(made.value)
  }
  return { ok: true, value: elements }
}

const longList = 3

interface ListSchema {
  readonly element: Schema
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
}

function listOf({ properties = {}, additionalProperties, ...rest }: Schema): ListSchema | undefined {
  const { elements, ...others } = properties
  if (typeof elements !== 'object' || Object.keys(others).length > 0 || additionalProperties !== false) return undefined
  const { type, items, minItems, maxItems } = elements
  if (type !== 'array' || typeof items !== 'object' || Array.isArray(items)) return undefined
  const shared = Object.entries(rest).filter(([key]) => key === 'definitions' || key === '$defs')
  return { element: { ...Object.fromEntries(shared), ...items }, minItems, maxItems }
}
