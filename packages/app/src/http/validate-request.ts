/**
 * Validates what arrives at a contract's route: path, query and body, all issues together.
 * The one place where transforms and defaults run.
 */
import type { Context } from 'hono'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { inputJsonSchema, propertiesOf, resolveReference } from '../contract/json-schema.js'
import { parseText, textTypeOf, type TextType } from '../contract/text-type.js'
import type { AnyToolContract, ContractSchema } from '../contract/tool-contract.js'
import { isJsonType } from './json-type.js'

/** Where an issue was found, in Hono's words. */
type Target = 'param' | 'query' | 'json'

/** One thing wrong with a request: the body of a 400 lists them. */
export interface RequestIssue {
  readonly in: Target
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Fills `c.req.valid()`, or answers 400 with every issue. */
export async function validateRequest(contract: AnyToolContract, c: Context): Promise<Response | undefined> {
  const issues: RequestIssue[] = []
  if (contract.params)
    await check({ c, target: 'param', schema: contract.params, value: readParams(contract.params, c), issues })
  if (contract.query)
    await check({ c, target: 'query', schema: contract.query, value: readQuery(contract.query, c), issues })
  if (contract.body) {
    const body = await readBody(c)
    if ('message' in body) issues.push({ in: 'json', path: [], message: body.message })
    else await check({ c, target: 'json', schema: contract.body, value: body.value, issues })
  }
  return issues.length > 0 ? c.json({ success: false, error: issues }, 400) : undefined
}

interface Check {
  readonly c: Context
  readonly target: Target
  readonly schema: ContractSchema
  readonly value: unknown
  readonly issues: RequestIssue[]
}

async function check({ c, target, schema, value, issues }: Check): Promise<void> {
  const result = await schema['~standard'].validate(value)
  if (result.issues) {
    // Only path and message: an issue of some libraries quotes the input, which may hold a secret.
    issues.push(...result.issues.map((issue) => ({ in: target, path: pathOf(issue), message: issue.message })))
  } else c.req.addValidatedData(target, result.value as {})
}

function pathOf(issue: StandardSchemaV1.Issue): (string | number)[] {
  return (issue.path ?? []).map((segment) => {
    const key = typeof segment === 'object' ? segment.key : segment
    return typeof key === 'number' ? key : String(key)
  })
}

function readParams(schema: ContractSchema, c: Context): Record<string, unknown> {
  const types = textTypes(schema)
  return mapRecord(c.req.param(), (text, name) => parseText(text, types.get(name)?.scalar ?? 'any'))
}

/** Repeated keys are a list; a declared list is one even when it came once, and `?tags` alone is the empty one. */
function readQuery(schema: ContractSchema, c: Context): Record<string, unknown> {
  const types = textTypes(schema)
  return mapRecord(c.req.queries(), (texts, name) => {
    const type = types.get(name)
    const values = texts.map((text) => parseText(text, type?.scalar ?? 'any'))
    if (type?.list) return texts.length === 1 && texts[0] === '' && bareKeys(c.req.url).has(name) ? [] : values
    return values.length === 1 ? values[0] : values
  })
}

function bareKeys(url: string): Set<string> {
  const start = url.indexOf('?')
  if (start === -1) return new Set()
  const parts =
    url
      .slice(start + 1)
      .split('#', 1)[0]
      ?.split('&') ?? []
  return new Set(parts.filter((part) => !part.includes('=')).map(decodeKey))
}

function decodeKey(text: string): string {
  return [...new URLSearchParams(text).keys()][0] ?? ''
}

async function readBody(c: Context): Promise<{ value: unknown } | { message: string }> {
  const isJson = isJsonType(c.req.header('content-type'))
  const text = await c.req.text()
  if (text === '') return { value: {} }
  if (!isJson) return { message: 'The body must be JSON and say so: `Content-Type: application/json`.' }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { message: 'The body is not valid JSON.' }
  }
}

const cache = new WeakMap<ContractSchema, ReadonlyMap<string, TextType>>()

/** The text types of a schema's keys; none where its library gives no JSON Schema, and text then stays text. */
function textTypes(schema: ContractSchema): ReadonlyMap<string, TextType> {
  let types = cache.get(schema)
  if (types === undefined) cache.set(schema, (types = deriveTextTypes(schema)))
  return types
}

function deriveTextTypes(schema: ContractSchema): ReadonlyMap<string, TextType> {
  try {
    const root = inputJsonSchema(schema)
    const types = [...propertiesOf(resolveReference(root, root))].map(
      ([key, own]) => [key, textTypeOf(own, root)] as const,
    )
    return new Map(types.filter((entry): entry is [string, TextType] => !('problem' in entry[1])))
  } catch {
    return new Map()
  }
}

function mapRecord<T, R>(record: Record<string, T>, map: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
