/**
 * Checks what a step adds to its answer: reasoning, files, sources, finish reason, usage, …. Knows nothing about the answer
 * itself.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { SdkProviderMetadata, SdkWarning } from '../sdk-types.js'
import { describeValue } from './describe-value.js'
import { parseFiles, parseSources } from './parse-attachments.js'
import { parseChunks } from './parse-chunks.js'
import { parseFinishReason } from './parse-finish-reason.js'
import { parseUsage } from './parse-usage.js'
import type { ParsedModifiers } from './parsed-step.js'
import { isPlainObject } from './plain-object.js'

type Draft = { -readonly [KEY in keyof ParsedModifiers]: ParsedModifiers[KEY] }

/** What an answer carries to which nothing was added. */
export function plainModifiers(): ParsedModifiers {
  return { usage: parseUsage(undefined, '', []), warnings: [] }
}

/** Checks the modifiers of a step. Mistakes are added to `problems`. */
export function parseModifiers(value: Record<string, unknown>, path: string, problems: StepProblem[]): ParsedModifiers {
  const { reasoning, files, sources, finishReason, usage, warnings, providerMetadata, delayMs } = value
  const draft: Draft = { usage: parseUsage(usage, `${path}.usage`, problems), warnings: [] }
  const refuse = (key: string, fix: string): void => {
    problems.push({ path: `${path}.${key}`, found: describeValue(value[key]), fix })
  }
  if (typeof reasoning === 'string') draft.reasoning = reasoning
  else if (reasoning !== undefined) refuse('reasoning', 'Give a string.')
  if (files !== undefined) draft.files = parseFiles(files, `${path}.files`, problems)
  if (sources !== undefined) draft.sources = parseSources(sources, `${path}.sources`, problems)
  if (isDelay(delayMs)) draft.delayMs = delayMs
  else if (delayMs !== undefined) refuse('delayMs', `Give milliseconds, 0 to ${longestDelay}.`)
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

/** Whether a value is a list of warnings. Which kinds there are is the SDK's business: a new one must not be refused. */
export function isWarnings(value: unknown): value is SdkWarning[] {
  return Array.isArray(value) && value.every((warning) => isPlainObject(warning) && typeof warning['type'] === 'string')
}

// What `setTimeout` can wait: past it, it would not wait at all.
const longestDelay = 2 ** 31 - 1

function isDelay(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= longestDelay
}

function isMetadata(value: unknown): value is SdkProviderMetadata {
  return isPlainObject(value) && Object.values(value).every(isPlainObject)
}
