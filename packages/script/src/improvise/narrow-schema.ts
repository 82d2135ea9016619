/**
 * Narrows a schema to a few of the values that fit it: leaves become one value at a boundary, lists get a length. Keeps to
 * what is plain; a schema that this narrows too far is made from as it was. Draft 7 in, draft 2020-12 out.
 */
import type { Schema } from '@cfworker/json-schema'
import { isPlainObject } from '../grammar/plain-object.js'
import { boundaryNumber, boundaryText } from './boundary-values.js'
import type { SeededRandom } from './seeded-random.js'

type Definition = Schema | boolean

/** A schema as the generator reads it. */
export type GeneratorSchema = boolean | { [keyword: string]: unknown }

const longList = 3

/** The schema with its leaves at boundaries; without `random`, only written as the generator reads it. */
export function narrowSchema(schema: Definition, random?: SeededRandom): GeneratorSchema {
  if (typeof schema === 'boolean') return schema
  const leaf = random && boundaryOf(schema, random)
  if (leaf !== undefined) return { const: leaf }
  const narrow = (value: Definition): GeneratorSchema => narrowSchema(value, random)
  const narrowed: { [keyword: string]: unknown } = { ...schema }
  for (const key of schemaKeys) if (isSchema(schema[key])) narrowed[key] = narrow(schema[key])
  for (const key of listKeys) if (schema[key] !== undefined) narrowed[key] = schema[key].map(narrow)
  for (const key of mapKeys) if (isPlainObject(schema[key])) narrowed[key] = narrowEach(schema[key], narrow)
  if (Array.isArray(schema.items)) Object.assign(narrowed, tuple(schema, schema.items.map(narrow)))
  else if (schema.type === 'array' && random) Object.assign(narrowed, lengthOf(schema, random))
  if (schema.pattern !== undefined) narrowed['pattern'] = plainPattern(schema.pattern)
  return joinPatterns(narrowed)
}

const schemaKeys = ['items', 'additionalProperties', 'propertyNames'] as const
const listKeys = ['anyOf', 'oneOf', 'allOf'] as const
const mapKeys = ['properties', 'definitions', '$defs'] as const satisfies readonly (keyof Schema)[]

function isSchema(value: unknown): value is Definition {
  return typeof value === 'boolean' || isPlainObject(value)
}

function narrowEach(
  schemas: Readonly<Record<string, unknown>>,
  narrow: (schema: Definition) => GeneratorSchema,
): Record<string, GeneratorSchema> {
  const kept = Object.entries(schemas).flatMap(([key, schema]) => (isSchema(schema) ? [[key, narrow(schema)]] : []))
  return Object.fromEntries(kept) as Record<string, GeneratorSchema>
}

/** A value for a plain leaf; undefined for every other schema. */
function boundaryOf(schema: Schema, random: SeededRandom): string | number | undefined {
  if (deciding.some((key) => schema[key] !== undefined)) return undefined
  if (schema.type === 'string') return boundaryText(schema, random)
  return schema.type === 'number' || schema.type === 'integer' ? boundaryNumber(schema, random) : undefined
}

const deciding = ['const', 'enum', 'format', 'pattern', 'anyOf', 'oneOf', 'allOf', 'not', 'if', '$ref'] as const

function lengthOf({ minItems = 0, maxItems }: Schema, random: SeededRandom): object {
  const longest = Math.max(minItems, Math.min(maxItems ?? longList, longList + minItems))
  const length = random.pick([minItems, longest, Math.min(minItems + 1, longest)])
  return { minItems: length, maxItems: length }
}

function tuple({ additionalItems, minItems }: Schema, prefixItems: readonly GeneratorSchema[]): object {
  const length = minItems ?? prefixItems.length
  const items = isSchema(additionalItems) ? narrowSchema(additionalItems) : undefined
  return { prefixItems, items, minItems: Math.max(length, prefixItems.length) }
}

/** Classes of letters that the generator does not read. */
function plainPattern(pattern: string): string {
  return pattern.replaceAll(/\\p\{L\w*\}/g, '[A-Za-z]').replaceAll(/\\p\{N\w*\}/g, '\\d')
}

/** `allOf` patterns, such as a start and an end, as one pattern that has them one after the other. */
function joinPatterns(schema: { [keyword: string]: unknown }): { [keyword: string]: unknown } {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf) || rest['type'] !== 'string') return schema
  const patterns = allOf.map((each: unknown) => (isPlainObject(each) ? each['pattern'] : undefined))
  const texts = patterns.filter((pattern) => typeof pattern === 'string')
  if (texts.length < patterns.length) return schema
  return { ...rest, pattern: `^${texts.map((text) => text.replaceAll(/^\^|(?<!\\)\$$/g, '')).join('')}$` }
}
