/**
 * Checks token counts and fills them up, so that what comes out of the SDK is a number everywhere. Knows both forms: a
 * total, and the SDK's breakdown of it.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { SdkUsage } from '../sdk-types.js'
import { describeValue } from './describe-value.js'
import { nearestName } from './nearest-name.js'
import { givenKeys, isPlainObject } from './plain-object.js'
import { quoted } from '../quoted.js'

const usageKeys = ['inputTokens', 'outputTokens', 'raw']
const inputKeys = ['total', 'noCache', 'cacheRead', 'cacheWrite'] as const
const outputKeys = ['total', 'text', 'reasoning'] as const

/** Token counts in the SDK's form; what was left out is zero. Mistakes are added to `problems`. */
export function parseUsage(value: unknown, path: string, problems: StepProblem[]): SdkUsage {
  if (value === undefined) return usageOf({}, {})
  if (!isPlainObject(value)) {
    problems.push({ path, found: describeValue(value), fix: 'Write `usage: { inputTokens: 12, outputTokens: 5 }`.' })
    return usageOf({}, {})
  }
  refuseUnknown(value, usageKeys, { path, problems })
  const input = readCounts(value['inputTokens'], inputKeys, { path: `${path}.inputTokens`, problems })
  const output = readCounts(value['outputTokens'], outputKeys, { path: `${path}.outputTokens`, problems })
  const { raw } = value
  if (raw !== undefined && !isPlainObject(raw))
    problems.push({ path: `${path}.raw`, found: describeValue(raw), fix: 'Give an object.' })
  // The provider's own counts: any JSON object, and the SDK only hands it on.
  return { ...usageOf(input, output), ...(isPlainObject(raw) ? { raw: raw as NonNullable<SdkUsage['raw']> } : {}) }
}

type Counts<KEY extends string> = { [NAME in KEY]?: number }

function usageOf(input: Counts<(typeof inputKeys)[number]>, output: Counts<(typeof outputKeys)[number]>): SdkUsage {
  const { cacheRead = 0, cacheWrite = 0 } = input
  const { reasoning = 0 } = output
  const inputTotal = input.total ?? (input.noCache ?? 0) + cacheRead + cacheWrite
  const outputTotal = output.total ?? (output.text ?? 0) + reasoning
  return {
    inputTokens: {
      total: inputTotal,
      noCache: input.noCache ?? Math.max(0, inputTotal - cacheRead - cacheWrite),
      cacheRead,
      cacheWrite,
    },
    outputTokens: { total: outputTotal, text: output.text ?? Math.max(0, outputTotal - reasoning), reasoning },
  }
}

interface Place {
  readonly path: string
  readonly problems: StepProblem[]
}

function readCounts<KEY extends string>(
  value: unknown,
  keys: readonly KEY[],
  { path, problems }: Place,
): Counts<KEY | 'total'> {
  if (value === undefined) return {}
  if (isCount(value)) return { total: value }
  if (!isPlainObject(value)) {
    problems.push({ path, found: describeValue(value), fix: 'Give a number of tokens, zero or more.' })
    return {}
  }
  refuseUnknown(value, keys, { path, problems })
  const counts: Counts<KEY | 'total'> = {}
  for (const key of keys) {
    const count = value[key]
    if (isCount(count)) counts[key] = count
    else if (count !== undefined)
      problems.push({
        path: `${path}.${key}`,
        found: describeValue(count),
        fix: 'Give a number of tokens, zero or more.',
      })
  }
  return counts
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function refuseUnknown(value: Record<string, unknown>, known: readonly string[], { path, problems }: Place): void {
  for (const key of givenKeys(value)) {
    if (known.includes(key)) continue
    const nearest = nearestName(key, known)
    problems.push({
      path,
      found: `an object with the unknown key ${quoted(key)}`,
      fix: `Known are ${known.join(', ')}.`,
      ...(nearest === undefined ? {} : { nearest }),
    })
  }
}
