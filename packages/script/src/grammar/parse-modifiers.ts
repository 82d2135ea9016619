/**
 * Checks what a step adds to its answer: reasoning, finish reason, usage, warnings, provider metadata, chunks. Knows nothing
 * about the answer itself.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { SdkFinishReason, SdkProviderMetadata, SdkWarning } from '../sdk-types.js'
import { describeValue } from './describe-value.js'
import { nearestName } from './nearest-name.js'
import { parseChunks } from './parse-chunks.js'
import { parseUsage } from './parse-usage.js'
import type { ParsedModifiers } from './parsed-step.js'
import { isPlainObject } from './plain-object.js'

const finishReasons: readonly SdkFinishReason['unified'][] = [
  'stop',
  'length',
  'content-filter',
  'tool-calls',
  'error',
  'interrupted',
  'other',
]

type Draft = { -readonly [KEY in keyof ParsedModifiers]: ParsedModifiers[KEY] }

/** Checks the modifiers of a step. Mistakes are added to `problems`. */
export function parseModifiers(value: Record<string, unknown>, path: string, problems: StepProblem[]): ParsedModifiers {
  const { reasoning, finishReason, usage, warnings, providerMetadata } = value
  const draft: Draft = { usage: parseUsage(usage, `${path}.usage`, problems), warnings: [] }
  const refuse = (key: string, fix: string): void => {
    problems.push({ path: `${path}.${key}`, found: describeValue(value[key]), fix })
  }
  if (typeof reasoning === 'string') draft.reasoning = reasoning
  else if (reasoning !== undefined) refuse('reasoning', 'Give a string.')
  if (isWarnings(warnings)) draft.warnings = warnings
  else if (warnings !== undefined) refuse('warnings', "Give a list: `[{ type: 'other', message: '…' }]`.")
  if (isMetadata(providerMetadata)) draft.providerMetadata = providerMetadata
  else if (providerMetadata !== undefined) {
    refuse('providerMetadata', 'Give objects keyed by provider: `{ openai: { … } }`.')
  }
  const chunks = parseChunks(value['chunks'], path, problems)
  if (chunks !== undefined) draft.chunks = chunks
  if (finishReason === undefined) return draft
  const reason = parseFinishReason(finishReason, `${path}.finishReason`, problems)
  if (reason !== undefined) draft.finishReason = reason
  return draft
}

function parseFinishReason(value: unknown, path: string, problems: StepProblem[]): SdkFinishReason | undefined {
  if (typeof value === 'string') {
    const unified = finishReasons.find((reason) => reason === value)
    if (unified !== undefined) return { unified, raw: undefined }
    const nearest = nearestName(value, finishReasons)
    problems.push({
      path,
      found: describeValue(value),
      fix: `Use one of ${finishReasons.join(', ')}.`,
      ...(nearest === undefined ? {} : { nearest }),
    })
    return undefined
  }
  if (isPlainObject(value) && typeof value['unified'] === 'string') {
    const reason = parseFinishReason(value['unified'], `${path}.unified`, problems)
    const { raw } = value
    if (raw === undefined || typeof raw === 'string') return reason && { unified: reason.unified, raw }
    problems.push({ path: `${path}.raw`, found: describeValue(raw), fix: 'Give a string.' })
    return undefined
  }
  problems.push({ path, found: describeValue(value), fix: "Write `finishReason: 'length'`." })
  return undefined
}

// What kind of warning it is stays the SDK's business: new kinds must not need a new version of this package.
function isWarnings(value: unknown): value is SdkWarning[] {
  return Array.isArray(value) && value.every((warning) => isPlainObject(warning) && typeof warning['type'] === 'string')
}

function isMetadata(value: unknown): value is SdkProviderMetadata {
  return isPlainObject(value) && Object.values(value).every(isPlainObject)
}
