/**
 * Checks one exact part, of a result or of a stream, for its form. The parts belong to the SDK and are sent as they are;
 * a tool call is taken apart as well, since it is checked against the request like any other.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { SdkContent, SdkStreamPart } from '../sdk-types.js'
import { describeValue } from './describe-value.js'
import { isFileData } from './file-data.js'
import { nearestName } from './nearest-name.js'
import type { ExactPart, ParsedToolCall } from './parsed-step.js'
import { isPlainObject } from './plain-object.js'

/** Each type of part with the fields that must be strings. */
export type PartTypes<TYPE extends string> = Readonly<Record<TYPE, readonly string[]>>

/** The types that are the same in a result and in a stream. */
export const sharedPartTypes = {
  'tool-call': ['toolCallId', 'toolName', 'input'],
  'tool-result': ['toolCallId', 'toolName'],
  'tool-approval-request': ['approvalId', 'toolCallId'],
  file: ['mediaType'],
  'reasoning-file': ['mediaType'],
  source: ['sourceType', 'id'],
  custom: ['kind'],
} as const

/** Where a part is, and where its mistakes go. */
export interface PartPlace {
  readonly path: string
  readonly problems: StepProblem[]
}

/** The part as an object whose type and fields are right, or undefined where there are mistakes. */
export function checkPart<TYPE extends string>(
  value: unknown,
  types: PartTypes<TYPE>,
  { path, problems }: PartPlace,
): (Record<string, unknown> & { readonly type: TYPE }) | undefined {
  if (!isPlainObject(value) || typeof value['type'] !== 'string') {
    const fix = `A part is an object with a \`type\`, one of ${Object.keys(types).join(', ')}.`
    problems.push({ path, found: describeValue(value), fix })
    return undefined
  }
  if (!isOfType(value, types)) {
    const nearest = nearestName(value['type'], Object.keys(types))
    problems.push({
      path: `${path}.type`,
      found: describeValue(value['type']),
      fix: `Use one of ${Object.keys(types).join(', ')}.`,
      ...(nearest === undefined ? {} : { nearest }),
    })
    return undefined
  }
  const missing = types[value.type].find((field) => typeof value[field] !== 'string')
  if (missing !== undefined) {
    problems.push({ path: `${path}.${missing}`, found: describeValue(value[missing]), fix: 'Give a string.' })
    return undefined
  }
  const isFile = value.type === 'file' || value.type === 'reasoning-file'
  if (!isFile || isFileData(value['data'])) return value
  const fix = "Give the SDK's form: `{ type: 'data', data: base64 }`, or `{ type: 'url', url }`."
  problems.push({ path: `${path}.data`, found: describeValue(value['data']), fix })
  return undefined
}

/**
 * A checked part, as it is sent. A call that the provider makes to a tool nobody offered says so with `dynamic`, and is
 * not held against the request.
 */
export function exactPart<PART extends { type: string }>(value: Record<string, unknown>): ExactPart<PART> {
  // The type and the fields that the SDK relies on were checked; the rest is the SDK's to read, and exact means untouched.
  if (value['type'] !== 'tool-call') return { part: value as unknown as PART }
  const { invalid, ...sent } = value
  const part = sent as unknown as PART
  if (value['providerExecuted'] === true && value['dynamic'] === true) return { part }
  const call: ParsedToolCall = {
    name: String(value['toolName']),
    input: { ok: true, text: String(value['input']) },
    id: String(value['toolCallId']),
    invalid: invalid === true,
  }
  return { part, call }
}

/** Whether the loop goes on after these parts: the model asked for a tool that the app runs. */
export function asksForTool(parts: readonly (ExactPart<SdkContent | SdkStreamPart> | undefined)[]): boolean {
  return parts.some((exact) => exact?.part.type === 'tool-call' && exact.part.providerExecuted !== true)
}

function isOfType<TYPE extends string>(
  value: Record<string, unknown>,
  types: PartTypes<TYPE>,
): value is Record<string, unknown> & { type: TYPE } {
  return typeof value['type'] === 'string' && Object.hasOwn(types, value['type'])
}
