/**
 * What is left to do before a model that was asked to `generate` answers: every gate must be open, and an answer that
 * breaks in the middle is no answer. The stream form of the same is in its own file.
 */
import { type ParsedAnswer, sentParts } from '../grammar/parsed-step.js'
import type { SdkResult } from '../sdk-types.js'
import type { StreamContext } from './stream-result.js'
import { untilAborted } from './until-aborted.js'

type Answer = Exclude<ParsedAnswer, { kind: 'error' }>

/** The result, once every gate is open; at once where there is none. Throws what the answer breaks with. */
export function generateResult(result: SdkResult, { answer, signal }: StreamContext): SdkResult | Promise<SdkResult> {
  const gates = gatesOf(answer)
  if (gates.length === 0) return wholeResult(result, answer)
  return untilAborted(Promise.all(gates), signal).then(() => wholeResult(result, answer))
}

function wholeResult(result: SdkResult, answer: Answer): SdkResult {
  const broken = breakOf(answer)
  if (broken !== undefined) throw broken.error
  return result
}

function gatesOf(answer: Answer): readonly Promise<unknown>[] {
  const parts = answer.kind === 'parts' ? answer.parts : answer.modifiers.chunks
  return parts?.filter((part) => part instanceof Promise) ?? []
}

function breakOf(answer: Answer): { readonly error: unknown } | undefined {
  if (answer.kind === 'text') return answer.breaks
  if (answer.kind !== 'parts') return undefined
  for (const { part } of sentParts(answer.parts)) if (part.type === 'error') return part
  return undefined
}
