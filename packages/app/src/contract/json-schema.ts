/**
 * Reads the JSON Schema of a contract's schema, and the few facts that routing needs from one.
 * Knows no HTTP and no tool; resolves only local references.
 */
import { isRecord } from '../is-record.js'
import { nameOf } from '../name-of.js'
import type { ContractSchema } from './tool-contract.js'

/** A JSON Schema (draft 7) object. */
export type JsonSchema = { readonly [keyword: string]: unknown }

const TARGET = 'draft-07'

/**
 * The input side of a schema as JSON Schema: what a caller must send, before transforms and defaults.
 * @throws Error when the schema's library cannot express it; the message says why.
 */
export function inputJsonSchema(schema: ContractSchema): JsonSchema {
  if (!isStandardSchema(schema)) throw new Error(`it is ${nameOf(schema)}, and no Standard Schema`)
  const converter = schema['~standard'].jsonSchema
  if (converter === undefined) {
    throw new Error(`${schema['~standard'].vendor} gives no JSON Schema (\`~standard.jsonSchema\`)`)
  }
  return converter.input({ target: TARGET })
}

/** Whether a value is a Standard Schema. Some libraries make functions of theirs. */
export function isStandardSchema(value: unknown): value is ContractSchema {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false
  return '~standard' in value && isRecord(value['~standard'])
}

/** Whether a value is a schema of a JSON Schema tree, and not a boolean one. */
export function isJsonSchema(value: unknown): value is JsonSchema {
  return isRecord(value)
}

/** Follows `$ref`s that point into `root`; a reference elsewhere, or a loop, is returned as it is. */
export function resolveReference(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const seen = new Set<JsonSchema>()
  let current = schema
  while (typeof current['$ref'] === 'string' && current['$ref'].startsWith('#') && !seen.has(current)) {
    seen.add(current)
    const target = pointTo(current['$ref'], root)
    if (target === undefined) return current
    current = target
  }
  return current
}

function pointTo(reference: string, root: JsonSchema): JsonSchema | undefined {
  let node: unknown = root
  for (const segment of reference.split('/').slice(1)) {
    const key = decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
    node = (node as Record<string, unknown>)[key]
  }
  return isJsonSchema(node) ? node : undefined
}

/** The declared properties of an object schema, as own entries; none for other schemas. */
export function propertiesOf(schema: JsonSchema): Map<string, JsonSchema> {
  const properties = schema['properties']
  if (!isJsonSchema(properties)) return new Map()
  return new Map(Object.entries(properties).map(([key, value]) => [key, isJsonSchema(value) ? value : {}]))
}

/**
 * The names of an object schema that gives one schema for the values of all of them, as a record of an enum does:
 * its `propertyNames`, where they are a closed list.
 */
export function propertyNamesOf(schema: unknown, root: JsonSchema): string[] {
  if (!isJsonSchema(schema)) return []
  const resolved = resolveReference(schema, root)
  const options = resolved['anyOf'] ?? resolved['oneOf'] ?? [resolved]
  if (!Array.isArray(options)) return []
  const lists = options.map((option) => (isJsonSchema(option) ? valuesOf(resolveReference(option, root)) : []))
  // One option without a list leaves the names open.
  return lists.every((list) => list.length > 0) ? lists.flat() : []
}

function valuesOf(schema: JsonSchema): string[] {
  const values = 'const' in schema ? [schema['const']] : schema['enum']
  return Array.isArray(values) ? values.map(String) : []
}

/** The keys that an object schema requires. */
export function requiredOf(schema: JsonSchema): string[] {
  const required = schema['required']
  return Array.isArray(required) ? required.filter((key) => typeof key === 'string') : []
}
