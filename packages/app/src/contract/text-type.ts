/**
 * Which JSON values a query or path value can carry as text, and how the text reads back.
 * One rule serves three places: deriving (can this key travel?), sending, and validating on arrival.
 */
import { isJsonSchema, propertiesOf, resolveReference, type JsonSchema } from './json-schema.js'

/** What a value's text means: `any` is taken as the text itself. */
export type ScalarType = 'string' | 'number' | 'boolean' | 'any'

/** The type of one query or path value. */
export interface TextType {
  readonly scalar: ScalarType
  readonly list: boolean
}

/** Why a value's type cannot be told from its text. */
export interface NoTextType {
  readonly problem: string
}

/** Reads the text type of a value's schema; `null` beside another type is left out when sent, so it does not count. */
export function textTypeOf(schema: JsonSchema, root: JsonSchema): TextType | NoTextType {
  return readType(schema, { root, within: [] })
}

/** The document that references point into, and the schemas that the one at hand stands within. */
interface Place {
  readonly root: JsonSchema
  readonly within: readonly JsonSchema[]
}

function readType(schema: JsonSchema, place: Place): TextType | NoTextType {
  const found = [...alternatives(schema, place)]
  const kinds = new Map(found.map((type) => [`${type.scalar}${type.list ? '[]' : ''}`, type]))
  const [first, ...rest] = kinds.values()
  if (first === undefined) return { problem: 'accepts no value that text can carry' }
  if (rest.length > 0) return { problem: `may be ${[...kinds.keys()].join(' or ')}, which look the same as text` }
  if ('nested' in first) return { problem: `is ${first.nested}, which has no form as text` }
  return { scalar: first.scalar, list: first.list }
}

type Found = TextType & { readonly nested?: string }

function* alternatives(given: JsonSchema, { root, within }: Place): Iterable<Found> {
  const schema = resolveReference(given, root)
  if (within.includes(schema)) return yield { scalar: 'any', list: false, nested: 'a value that holds itself' }
  const inner: Place = { root, within: [...within, schema] }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const options = schema[keyword]
    if (!Array.isArray(options)) continue
    for (const option of options) if (isJsonSchema(option)) yield* alternatives(option, inner)
    return
  }
  for (const type of typesOf(schema)) {
    if (type === 'null') continue
    if (type === 'array') yield listOf(schema, inner)
    else if (type === 'object') yield { scalar: 'any', list: false, nested: 'an object' }
    else yield { scalar: scalarOf(type), list: false }
  }
}

function typesOf(schema: JsonSchema): string[] {
  const type = schema['type']
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type
  const values = 'const' in schema ? [schema['const']] : schema['enum']
  if (Array.isArray(values)) return [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))]
  if (propertiesOf(schema).size > 0) return ['object']
  return 'items' in schema ? ['array'] : ['any']
}

function scalarOf(type: string): ScalarType {
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'boolean' || type === 'string' ? type : 'any'
}

function listOf(schema: JsonSchema, place: Place): Found {
  const items = schema['items']
  if (Array.isArray(items)) return { scalar: 'any', list: true, nested: 'a tuple' }
  const item = isJsonSchema(items) ? readType(items, place) : { scalar: 'any' as const, list: false }
  if ('problem' in item) return { scalar: 'any', list: true, nested: `a list whose item ${item.problem}` }
  return item.list ? { scalar: 'any', list: true, nested: 'a list of lists' } : { scalar: item.scalar, list: true }
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * The value that a text stands for. Text that is not of the type stays text, for the schema to refuse; so does a number that
 * would become another on the way, since what a human approved is what runs.
 */
export function parseText(text: string, scalar: ScalarType): string | number | boolean {
  if (scalar === 'number' && JSON_NUMBER.test(text)) return exactNumber(text) ?? text
  if (scalar === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Beyond the safe integers many texts are one number. Only the text that the number itself is written as stands for it. */
function exactNumber(text: string): number | undefined {
  const number = Number(text)
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER || String(number) === text ? number : undefined
}
