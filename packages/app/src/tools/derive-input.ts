/**
 * Merges a route's path params, query and body into the one input object that a model fills in,
 * and plans where each of its keys goes. Describes the input side only: defaults and transforms belong to the route.
 */
import {
  inputJsonSchema,
  isJsonSchema,
  propertiesOf,
  requiredOf,
  resolveReference,
  type JsonSchema,
} from '../contract/json-schema.js'
import { textTypeOf, type TextType } from '../contract/text-type.js'
import type { AnyToolContract, ContractSchema } from '../contract/tool-contract.js'
import { closeObjects, embedSchema } from './embed-schema.js'
import { mergeableBody } from './mergeable-body.js'

/** Where a key of the input travels. */
export type InputSource = 'path' | 'query' | 'body'

/** One key of a tool's input. */
export interface InputKey {
  readonly source: InputSource
  readonly required: boolean
  /** How its value is written as text; absent for the body's keys. */
  readonly text?: TextType
}

/** How a tool's input becomes a request. */
export interface ToolInputPlan {
  readonly schema: JsonSchema
  readonly keys: ReadonlyMap<string, InputKey>
  /** `merged`: the body's keys stand beside the others; `wrapped`: the body is the value of the key `body`. */
  readonly body: 'none' | 'merged' | 'wrapped'
  /** Whether keys that are not declared travel in the body. */
  readonly open: boolean
}

interface Draft {
  readonly keys: Map<string, InputKey>
  readonly properties: Record<string, JsonSchema>
  readonly definitions: Record<string, JsonSchema>
  readonly problems: string[]
}

/** Derives the input of a contract on a path with these params, with all that is wrong with it. */
export function deriveInput(
  contract: AnyToolContract,
  params: readonly string[],
): { plan: ToolInputPlan; problems: string[] } {
  const draft: Draft = { keys: new Map(), properties: Object.create(null), definitions: {}, problems: [] }
  addParams(draft, params, contract.params)
  addQuery(draft, contract.query)
  const body = addBody(draft, contract.body)
  const required = [...draft.keys].filter(([, key]) => key.required).map(([name]) => name)
  const schema: JsonSchema = {
    type: 'object',
    properties: draft.properties,
    ...(required.length > 0 && { required }),
    additionalProperties: body.additional,
    ...(Object.keys(draft.definitions).length > 0 && { $defs: draft.definitions }),
  }
  const open = body.additional !== false
  return { plan: { schema: closeObjects(schema), keys: draft.keys, body: body.mode, open }, problems: draft.problems }
}

function addParams(draft: Draft, params: readonly string[], schema: ContractSchema | undefined): void {
  const given = read(draft, 'path', schema)
  const root = given ?? {}
  const object = resolveReference(root, root)
  if (given && object['type'] !== 'object')
    draft.problems.push(
      'has path params that are no object schema. Declare their keys: `{ params: z.object({ id: z.string() }) }`.',
    )
  const declared = propertiesOf(object)
  const embed = embedSchema(root, 'path', draft.definitions)
  for (const name of params) {
    const own = declared.get(name) ?? { type: 'string' }
    add(draft, name, {
      source: 'path',
      required: true,
      text: textOf(draft, { source: 'path', name, schema: own, root }),
    })
    draft.properties[name] = embed(own)
  }
  for (const name of declared.keys()) {
    if (!params.includes(name)) draft.problems.push(strayParam(name, params))
  }
}

function addQuery(draft: Draft, schema: ContractSchema | undefined): void {
  const root = read(draft, 'query', schema)
  if (root === undefined) return
  const object = resolveReference(root, root)
  if (object['type'] !== 'object')
    draft.problems.push(
      'has a query that is no object schema. Declare its keys: `{ query: z.object({ page: z.number() }) }`.',
    )
  const required = requiredOf(object)
  const embed = embedSchema(root, 'query', draft.definitions)
  for (const [name, own] of propertiesOf(object)) {
    const text = textOf(draft, { source: 'query', name, schema: own, root })
    add(draft, name, { source: 'query', required: required.includes(name), text })
    draft.properties[name] ??= embed(own)
  }
}

function addBody(
  draft: Draft,
  schema: ContractSchema | undefined,
): { mode: ToolInputPlan['body']; additional: boolean | JsonSchema } {
  const root = read(draft, 'body', schema)
  if (root === undefined) return { mode: 'none', additional: false }
  const body = mergeableBody(root)
  const embed = embedSchema(root, 'body', draft.definitions)
  if (body === undefined) {
    add(draft, 'body', { source: 'body', required: true })
    draft.properties['body'] ??= embed(root)
    return { mode: 'wrapped', additional: false }
  }
  for (const [name, own] of body.properties) {
    add(draft, name, { source: 'body', required: body.required.includes(name) })
    draft.properties[name] ??= embed(own)
  }
  return { mode: 'merged', additional: isJsonSchema(body.additional) ? embed(body.additional) : body.additional }
}

function read(draft: Draft, source: InputSource, schema: ContractSchema | undefined): JsonSchema | undefined {
  if (schema === undefined) return undefined
  try {
    return inputJsonSchema(schema)
  } catch (error) {
    draft.problems.push(
      `has a ${source} schema without a JSON Schema: ${withoutPeriod(error)}. Give one that has it: \`z.object({ … })\`.`,
    )
    return undefined
  }
}

function add(draft: Draft, name: string, key: InputKey): void {
  const twin = draft.keys.get(name)
  if (twin === undefined) draft.keys.set(name, key)
  else
    draft.problems.push(
      `has the key "${name}" in both its ${twin.source} and its ${key.source}. Rename one of them: \`{ ${key.source}: z.object({ other: … }) }\`.`,
    )
}

function textOf(
  draft: Draft,
  { source, name, schema, root }: { source: InputSource; name: string; schema: JsonSchema; root: JsonSchema },
): TextType {
  const type = textTypeOf(schema, root)
  if ('problem' in type) {
    draft.problems.push(
      `has the ${source} key "${name}" that ${type.problem}. Give it one plain type, \`z.string()\`, or move it to the body.`,
    )
    return { scalar: 'any', list: false }
  }
  if (type.list && source === 'path') {
    draft.problems.push(
      `has the path key "${name}" that is a list, and a path holds one value. Move it to the query: \`{ query: z.object({ ${name}: … }) }\`.`,
    )
  }
  return type
}

function strayParam(name: string, params: readonly string[]): string {
  const has = params.length === 0 ? 'it has no params' : `it has ${params.join(', ')}`
  return `declares the path param "${name}", and its path does not: ${has}. Rename the param, or the path: \`/…/:${name}\`.`
}

function withoutPeriod(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
