/**
 * Makes the request of a tool call from the model's input, or refuses: model output is hostile.
 * What is refused here has reached no route.
 */
import { closest } from 'fastest-levenshtein'
import { ToolRequestError } from '../errors/tool-request-error.js'
import { isRecord } from '../is-record.js'
import { nameOf } from '../name-of.js'
import { plainText, quoted } from '../quoted.js'
import type { DerivedTool } from '../tools/derive-tools.js'
import { encodePathValue, encodeQueryValue } from './encode-text.js'

/** The host is never looked up: the request goes to the app's own `fetch`. */
const ORIGIN = 'http://localhost'

/** More of a key than this is not compared with the names of fields. */
const MAX_COMPARED = 100

type Input = Readonly<Record<string, unknown>>

/** A request and the path that it asks for. */
export interface ToolRequest {
  readonly request: Request
  readonly path: string
}

/**
 * The request that carries the input: path values encoded, query keys repeated for lists, JSON with its content type
 * for every tool that declares a body.
 * @throws ToolRequestError when the input cannot be carried.
 */
export function createToolRequest(tool: DerivedTool, input: unknown, signal?: AbortSignal): ToolRequest {
  if (!isRecord(input)) {
    throw new ToolRequestError({
      tool: tool.name,
      reason: `its input is ${nameOf(input)}, and must be an object. ${wanted(tool)}`,
    })
  }
  refuseUnknownKeys(tool, input)
  const path = filledPath(tool, input)
  const url = `${ORIGIN}${path}${filledQuery(tool, input)}`
  const init: RequestInit = { method: tool.method, ...(signal && { signal }) }
  if (tool.input.body === 'none') return { request: new Request(url, init), path }
  const body = toJson(tool, bodyOf(tool, input))
  return { request: new Request(url, { ...init, body, headers: { 'content-type': 'application/json' } }), path }
}

function toJson(tool: DerivedTool, body: unknown): string {
  try {
    return JSON.stringify(body) ?? 'null'
  } catch {
    throw new ToolRequestError({
      tool: tool.name,
      reason: 'its body holds what JSON has no form for. Give text, numbers, lists and objects: `"2026-01-31"`.',
    })
  }
}

function refuseUnknownKeys(tool: DerivedTool, input: Input): void {
  const { keys, open } = tool.input
  if (open) return
  for (const key of Object.keys(input)) {
    if (keys.has(key)) continue
    const known = [...keys.keys()]
    // A distance takes as long as both names together are long, and a name of a field is no essay.
    const hint = known.length > 0 ? ` Did you mean ${quoted(closest(key.slice(0, MAX_COMPARED), known))}?` : ''
    throw new ToolRequestError({
      tool: tool.name,
      key,
      reason: `the tool has no field ${quoted(key)}.${hint} ${wanted(tool)}`,
    })
  }
}

function filledPath(tool: DerivedTool, input: Input): string {
  const path = tool.pieces.map((piece) => {
    if ('text' in piece) return piece.text
    const { param } = piece
    const given = own(input, param)
    return given === undefined ? lacks(tool, param) : encodePathValue(given, refusalOf(tool, param))
  })
  return path.join('')
}

function filledQuery(tool: DerivedTool, input: Input): string {
  const pairs: string[] = []
  for (const [key, { source, required, text }] of tool.input.keys) {
    if (source !== 'query') continue
    const given = own(input, key)
    if (given === undefined || given === null) {
      if (required) lacks(tool, key)
    } else pairs.push(...encodeQueryValue(key, { value: given, list: text?.list ?? false }, refusalOf(tool, key)))
  }
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** The routed values are not in the body, and nothing in the body can stand in for them. */
function bodyOf(tool: DerivedTool, input: Input): unknown {
  if (tool.input.body === 'wrapped') {
    if (Object.hasOwn(input, 'body')) return input['body']
    return lacks(tool, 'body')
  }
  const inBody = (key: string): boolean => (tool.input.keys.get(key)?.source ?? 'body') === 'body'
  return Object.fromEntries(Object.entries(input).filter(([key]) => inBody(key)))
}

function own(input: Input, key: string): unknown {
  return Object.hasOwn(input, key) ? input[key] : undefined
}

function lacks(tool: DerivedTool, key: string): never {
  throw new ToolRequestError({ tool: tool.name, key, reason: `its input lacks ${quoted(key)}. ${wanted(tool)}` })
}

/** Refuses what stands under a key: the reason goes on after the key's name. */
function refusalOf(tool: DerivedTool, key: string): (reason: string) => never {
  return (reason) => {
    throw new ToolRequestError({ tool: tool.name, key, reason: `${quoted(key)} in its input ${reason}` })
  }
}

/** What the tool takes, and the least that it must be given. */
function wanted({ input: { keys } }: DerivedTool): string {
  if (keys.size === 0) return 'It takes nothing. Give it: `{}`.'
  const required = [...keys].flatMap(([name, key]) => (key.required ? [`${plainText(name)}: …`] : []))
  return `It takes ${[...keys.keys()].map(plainText).join(', ')}. Give it: \`{${required.length > 0 ? ` ${required.join(', ')} ` : ''}}\`.`
}
