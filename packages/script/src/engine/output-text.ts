/**
 * A structured output as the text a model would answer with: in the form that the SDK's `Output` kind reads, checked
 * against the schema that was sent. Knows the wire forms; knows nothing about the rest of an answer.
 */
import type { Schema } from '@cfworker/json-schema'
import { ImpossibleOutputError } from '../errors/impossible-output-error.js'
import type { JsonText } from '../grammar/json-text.js'
import { joinChunks } from '../grammar/parse-chunks.js'
import type { ParsedAnswer } from '../grammar/parsed-step.js'
import { isPlainObject } from '../grammar/plain-object.js'
import type { PlayedStep } from './check-tool-call.js'
import type { ModelCall } from './model-call.js'
import { type SchemaMismatch, schemaMismatch } from './schema-mismatch.js'
import { quoted } from '../quoted.js'

type OutputAnswer = Extract<ParsedAnswer, { kind: 'output' }>
type Refusal = (reason: ImpossibleOutputError['reason'], path: string, detail: string) => ImpossibleOutputError

/** The text to answer with. Throws ImpossibleOutputError for an output that was not asked for or does not fit. */
export function outputText({ output, modifiers }: OutputAnswer, { label, step, call }: PlayedStep): string {
  const refusal: Refusal = (reason, path, detail) =>
    new ImpossibleOutputError({ label, step, reason, path: `output${path}`, detail })
  const text = wireText(output, call, refusal)
  const split = modifiers.chunks && joinChunks(modifiers.chunks)
  if (split === undefined || split === text) return text
  throw refusal('chunks', '', `goes over the wire as ${quoted(text)}, and its chunks join to ${quoted(split)}`)
}

function wireText(output: JsonText, { responseFormat }: ModelCall, refusal: Refusal): string {
  if (responseFormat?.type !== 'json') {
    throw refusal('not-asked-for', '', 'was not asked for: the request wants text')
  }
  if (!output.ok) throw refusal('json', output.path, output.reason)
  // The same JSON; the validator's type for it is the one at hand.
  const schema = responseFormat.schema as Schema | undefined
  if (schema === undefined) return output.text
  const value: unknown = JSON.parse(output.text)
  const wrapper = wrapperOf(schema, value)
  const mismatch = wrapper === undefined ? schemaMismatch(value, schema) : wrappedMismatch(value, schema, wrapper)
  if (mismatch) throw refusal('schema', mismatch.path, mismatch.reason)
  return wrapper === undefined ? output.text : `{${JSON.stringify(wrapper)}:${output.text}}`
}

type Wrapper = 'elements' | 'result'

/**
 * The property an output is wrapped in: `Output.array` sends `{ elements }`, `Output.choice` `{ result }`. A request says
 * which it is by its schema alone, and an object schema of the app's own may look the same; so the value decides too: an
 * object is already in the form that an object schema asks for.
 */
function wrapperOf(schema: Schema, value: unknown): Wrapper | undefined {
  const { properties = {}, additionalProperties } = schema
  const [name, ...others] = Object.keys(properties)
  if (isPlainObject(value) || others.length > 0 || additionalProperties !== false) return undefined
  const property = name === undefined ? undefined : properties[name]
  if (typeof property !== 'object') return undefined
  if (name === 'elements' && property.type === 'array') return name
  if (name === 'result' && property.type === 'string' && property.enum !== undefined) return name
  return undefined
}

function wrappedMismatch(value: unknown, schema: Schema, wrapper: Wrapper): SchemaMismatch | undefined {
  const { list, element } = wrapper === 'elements' ? listSchemas(schema) : { list: schema, element: undefined }
  const mismatch = schemaMismatch({ [wrapper]: value }, list)
  if (mismatch) return { path: mismatch.path.slice(wrapper.length + 1), reason: mismatch.reason }
  if (element === undefined || !Array.isArray(value)) return undefined
  for (const [index, item] of value.entries()) {
    const inside = schemaMismatch(item, element)
    if (inside) return { path: `[${index}]${inside.path}`, reason: inside.reason }
  }
  return undefined
}

interface ListSchemas {
  readonly list: Schema
  readonly element: Schema | undefined
}

const listSchemasOf = new WeakMap<Schema, ListSchemas>()

// Each element is checked on its own: in a recursive schema `#` means the element, though the SDK wraps it in a list.
function listSchemas(schema: Schema): ListSchemas {
  const known = listSchemasOf.get(schema)
  if (known) return known
  const { elements } = schema.properties ?? {}
  const { items, ...bounds } = typeof elements === 'object' ? elements : {}
  const shared = Object.fromEntries(Object.entries(schema).filter(([key]) => key === 'definitions' || key === '$defs'))
  const schemas = {
    list: { ...schema, properties: { elements: bounds } },
    element: typeof items === 'object' && !Array.isArray(items) ? { ...shared, ...items } : undefined,
  }
  listSchemasOf.set(schema, schemas)
  return schemas
}
