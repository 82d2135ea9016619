/**
 * Checks what an exact step says about the exchange with the provider. The SDK only hands it on.
 */
import type { StepProblem } from '../errors/invalid-step-error.js'
import type { SdkResult } from '../sdk-types.js'
import { describeValue } from './describe-value.js'
import { isPlainObject } from './plain-object.js'

/** What the SDK is told beside the answer. */
export interface ParsedExchange {
  readonly request: SdkResult['request']
  readonly response: SdkResult['response']
}

/** Checks the `request` and `response` of a step. Mistakes are added to `problems`. */
export function parseExchange(value: Record<string, unknown>, path: string, problems: StepProblem[]): ParsedExchange {
  return {
    request: plainOrRefused<NonNullable<SdkResult['request']>>(value['request'], `${path}.request`, problems),
    response: plainOrRefused<NonNullable<SdkResult['response']>>(value['response'], `${path}.response`, problems),
  }
}

function plainOrRefused<SHAPE>(value: unknown, path: string, problems: StepProblem[]): SHAPE | undefined {
  if (value === undefined) return undefined
  // Metadata that the SDK only hands on to the caller.
  if (isPlainObject(value)) return value as SHAPE
  problems.push({ path, found: describeValue(value), fix: 'Give an object.' })
  return undefined
}
