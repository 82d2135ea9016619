/**
 * Checks an exact model result for its form. The parts belong to the SDK and are sent as they are; only a client's tool
 * calls are taken apart, since they are checked against the request like any other.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { SdkContent, SdkResult } from '../sdk-types.js'
import { describeValue } from './describe-value.js'
import { nearestName } from './nearest-name.js'
import { parseModifiers } from './parse-modifiers.js'
import type { ParsedContentPart, ParsedStep } from './parsed-step.js'
import { isPlainObject } from './plain-object.js'

/** Each type of part with the fields that must be strings. */
const partTypes: Readonly<Record<SdkContent['type'], readonly string[]>> = {
  text: ['text'],
  reasoning: ['text'],
  'tool-call': ['toolCallId', 'toolName', 'input'],
  'tool-result': ['toolCallId', 'toolName'],
  'tool-approval-request': ['approvalId', 'toolCallId'],
  file: ['mediaType'],
  'reasoning-file': ['mediaType'],
  source: ['sourceType', 'id'],
  custom: ['kind'],
}

/** Checks an exact result. Mistakes are added to `problems`, and then there may be no step. */
export function parseContent(
  value: Record<string, unknown>,
  path: string,
  problems: StepProblem[],
): ParsedStep | undefined {
  const modifiers = parseModifiers(value, path, problems)
  const before = problems.length
  const request = plainOrRefused<NonNullable<SdkResult['request']>>(value['request'], `${path}.request`, problems)
  const response = plainOrRefused<NonNullable<SdkResult['response']>>(value['response'], `${path}.response`, problems)
  const parts: unknown = value['content']
  if (!Array.isArray(parts)) {
    problems.push({
      path: `${path}.content`,
      found: describeValue(parts),
      fix: "Give a list of parts: `[{ type: 'text', text: '…' }]`.",
    })
    return undefined
  }
  const content = Array.from(parts, (part: unknown, index) => parsePart(part, `${path}.content[${index}]`, problems))
  if (value['then'] !== undefined && !content.some((part) => part !== undefined && 'call' in part)) {
    problems.push({
      path,
      found: 'an answer (`content` without a tool call) with a `then`',
      fix: 'Only tool calls and errors go on: the loop ends at an answer.',
    })
  }
  if (problems.length > before) return undefined
  return {
    kind: 'content',
    description: 'exact content',
    content: content.filter((part) => part !== undefined),
    request,
    response,
    modifiers,
  }
}

function parsePart(value: unknown, path: string, problems: StepProblem[]): ParsedContentPart | undefined {
  if (!isPlainObject(value) || typeof value['type'] !== 'string') {
    problems.push({
      path,
      found: describeValue(value),
      fix: "A part is an object with a `type`: `{ type: 'text', text: '…' }`.",
    })
    return undefined
  }
  const { type } = value
  if (!isPartType(type)) {
    const nearest = nearestName(type, Object.keys(partTypes))
    problems.push({
      path: `${path}.type`,
      found: describeValue(type),
      fix: `Use one of ${Object.keys(partTypes).join(', ')}.`,
      ...(nearest === undefined ? {} : { nearest }),
    })
    return undefined
  }
  const missing = partTypes[type].find((field) => typeof value[field] !== 'string')
  if (missing !== undefined) {
    problems.push({ path: `${path}.${missing}`, found: describeValue(value[missing]), fix: 'Give a string.' })
    return undefined
  }
  if (type !== 'tool-call' || value['providerExecuted'] === true) return { part: partOf(value) }
  const { invalid, ...part } = value
  const call = {
    name: String(value['toolName']),
    input: { ok: true, text: String(value['input']) },
    id: String(value['toolCallId']),
    invalid: invalid === true,
  } as const
  return { call, part: partOf(part) }
}

// The type and the fields the SDK relies on were checked; the rest is the SDK's to read, and exact means untouched.
function partOf(value: Record<string, unknown>): SdkContent {
  return value as unknown as SdkContent
}

function isPartType(type: string): type is SdkContent['type'] {
  return Object.hasOwn(partTypes, type)
}

function plainOrRefused<SHAPE>(value: unknown, path: string, problems: StepProblem[]): SHAPE | undefined {
  if (value === undefined) return undefined
  // Metadata that the SDK only hands on to the caller.
  if (isPlainObject(value)) return value as SHAPE
  problems.push({ path, found: describeValue(value), fix: 'Give an object.' })
  return undefined
}
