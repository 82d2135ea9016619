/**
 * Checks why a model stopped. Knows the SDK's words for it.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { SdkFinishReason } from '../sdk-types.js'
import { describeValue } from './describe-value.js'
import { nearestName } from './nearest-name.js'
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

/** A finish reason in the SDK's form; undefined where it is not one, and then the mistake is in `problems`. */
export function parseFinishReason(value: unknown, path: string, problems: StepProblem[]): SdkFinishReason | undefined {
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
