/**
 * Checks exact stream parts for their form. Knows which parts a stream has; whether they make sense in their order is for
 * the SDK to say, as it is for a real provider's.
 */
import { withoutRetryWait } from '../api-error.js'
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { SdkStreamPart, SdkUsage } from '../sdk-types.js'
import { describeValue, isError } from './describe-value.js'
import { asksForTool, checkPart, exactPart, type PartPlace, type PartTypes, sharedPartTypes } from './exact-part.js'
import { parseExchange } from './parse-exchange.js'
import { parseFinishReason } from './parse-finish-reason.js'
import { isWarnings, parseModifiers } from './parse-modifiers.js'
import { parseUsage } from './parse-usage.js'
import { gateOf, isPromiseLike } from './gate.js'
import { type ExactPart, type ExactStreamPart, type ParsedStep, sentParts } from './parsed-step.js'
import { isPlainObject } from './plain-object.js'

const partTypes: PartTypes<SdkStreamPart['type']> = {
  'stream-start': [],
  'response-metadata': [],
  'text-start': ['id'],
  'text-delta': ['id', 'delta'],
  'text-end': ['id'],
  'reasoning-start': ['id'],
  'reasoning-delta': ['id', 'delta'],
  'reasoning-end': ['id'],
  'tool-input-start': ['id', 'toolName'],
  'tool-input-delta': ['id', 'delta'],
  'tool-input-end': ['id'],
  ...sharedPartTypes,
  finish: [],
  error: [],
  raw: [],
  ping: [],
}

/** Checks an exact stream. Mistakes are added to `problems`, and then there may be no step. */
export function parseParts(
  value: Record<string, unknown>,
  path: string,
  problems: StepProblem[],
): ParsedStep | undefined {
  const modifiers = parseModifiers(value, path, problems)
  const before = problems.length
  const exchange = parseExchange(value, path, problems)
  const given: unknown = value['parts']
  if (!Array.isArray(given)) {
    const fix = "Give a list of stream parts: `[{ type: 'text-start', id: '1' }, …]`."
    problems.push({ path: `${path}.parts`, found: describeValue(given), fix })
    return undefined
  }
  const parts: ExactStreamPart[] = []
  for (const [index, part] of Array.from<unknown>(given).entries()) {
    const parsed = isPromiseLike(part) ? gateOf(part) : parsePart(part, { path: `${path}.parts[${index}]`, problems })
    if (parsed !== undefined) parts.push(parsed)
  }
  if (value['then'] !== undefined && !goesOn(parts)) {
    problems.push({
      path,
      found: 'an answer (`parts` without a tool call or an error) with a `then`',
      fix: 'Only tool calls and errors go on: the loop ends at an answer.',
    })
  }
  if (problems.length > before) return undefined
  return { kind: 'parts', description: 'exact parts', parts, ...exchange, modifiers }
}

function goesOn(parts: readonly ExactStreamPart[]): boolean {
  const sent = sentParts(parts)
  return asksForTool(sent) || sent.some(({ part }) => part.type === 'error')
}

function parsePart(value: unknown, place: PartPlace): ExactPart<SdkStreamPart> | undefined {
  const part = checkPart(value, partTypes, place)
  if (part === undefined) return undefined
  const { path, problems } = place
  if (part.type === 'stream-start' && !isWarnings(part['warnings'])) {
    const fix = "Give the model's warnings: `warnings: []`."
    problems.push({ path: `${path}.warnings`, found: describeValue(part['warnings']), fix })
    return undefined
  }
  if (part.type === 'error' && isError(part['error'])) {
    return { part: { type: 'error', error: withoutRetryWait(part['error']) } }
  }
  return part.type === 'finish' ? parseFinish(part, place) : exactPart(part)
}

function parseFinish(
  part: Record<string, unknown>,
  { path, problems }: PartPlace,
): ExactPart<SdkStreamPart> | undefined {
  const finishReason = parseFinishReason(part['finishReason'], `${path}.finishReason`, problems)
  const { usage } = part
  const counted = isSdkUsage(usage) ? usage : parseUsage(usage, `${path}.usage`, problems)
  return finishReason && exactPart({ ...part, finishReason, usage: counted })
}

// What has the SDK's own form stays as it is, counts that are undefined included.
function isSdkUsage(value: unknown): value is SdkUsage {
  return isPlainObject(value) && isPlainObject(value['inputTokens']) && isPlainObject(value['outputTokens'])
}
