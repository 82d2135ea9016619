/**
 * Turns a step into what the SDK expects of a model. One result serves both modes: the stream is made from it. Knows the
 * SDK's content parts; leaves the checks to their files.
 */
import { type ExactPart, type ParsedAnswer, type ParsedToolCall, sentParts } from '../grammar/parsed-step.js'
import type { SdkContent, SdkResult } from '../sdk-types.js'
import { checkToolCall, type PlayedStep } from './check-tool-call.js'
import { collectParts, type CollectedParts } from './collect-parts.js'
import { outputText } from './output-text.js'

/** What the result needs from the model that plays it. */
export interface ResultContext extends PlayedStep {
  readonly modelId: string
  /** A tool call id that is taken neither in the script nor in the request. */
  readonly nextCallId: () => string
}

/** The result of an answering step. Throws where the script asks for what no model could have answered. */
export function modelResult(answer: Exclude<ParsedAnswer, { kind: 'error' }>, context: ResultContext): SdkResult {
  if (answer.kind === 'parts') return partsResult(answer, context)
  const { reasoning, sources, finishReason, usage, warnings, providerMetadata } = answer.modifiers
  const content = contentOf(answer, context)
  if (reasoning !== undefined) content.unshift({ type: 'reasoning', text: reasoning })
  if (sources !== undefined) content.push(...sources)
  const result: SdkResult = {
    content,
    finishReason: finishReason ?? { unified: callsTools(content) ? 'tool-calls' : 'stop', raw: undefined },
    usage,
    warnings,
    response: responseOf(context),
  }
  if (providerMetadata !== undefined) result.providerMetadata = providerMetadata
  if (answer.kind !== 'content') return result
  if (answer.request !== undefined) result.request = answer.request
  result.response = { ...result.response, ...answer.response }
  return result
}

function partsResult(
  { parts, request, response }: Extract<ParsedAnswer, { kind: 'parts' }>,
  context: ResultContext,
): SdkResult {
  const sent = sentParts(parts).map((exact) => checkedPart(exact, context))
  const { content, warnings, response: told, finish = CUT_OFF } = collectParts(sent)
  const { finishReason, usage, providerMetadata } = finish
  return {
    content,
    finishReason,
    usage,
    warnings,
    ...(providerMetadata === undefined ? {} : { providerMetadata }),
    ...(request === undefined ? {} : { request }),
    response: { ...responseOf(context), ...told, ...response },
  }
}

/** How a stream ends that has no `finish`. */
const CUT_OFF: NonNullable<CollectedParts['finish']> = {
  type: 'finish',
  finishReason: { unified: 'interrupted', raw: undefined },
  usage: {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  },
}

function responseOf({ step, modelId }: ResultContext): NonNullable<SdkResult['response']> {
  // The test's own clock, where it has one: an app may sort by this beside its own times.
  return { id: `response-${step}`, modelId, timestamp: new Date() }
}

function contentOf(answer: Exclude<ParsedAnswer, { kind: 'error' | 'parts' }>, context: ResultContext): SdkContent[] {
  const { files = [] } = answer.modifiers
  switch (answer.kind) {
    case 'text':
      return [{ type: 'text', text: answer.text }, ...files]
    case 'output':
      return [{ type: 'text', text: outputText(answer, context) }, ...files]
    case 'tool-calls': {
      const calls = answer.calls.map((call) => toolCallPart(call, context))
      return answer.text === undefined
        ? [...files, ...calls]
        : [{ type: 'text', text: answer.text }, ...files, ...calls]
    }
    default:
      return answer.content.map((exact) => checkedPart(exact, context))
  }
}

function toolCallPart(call: ParsedToolCall, context: ResultContext): SdkContent {
  const input = checkToolCall(call, context)
  return { type: 'tool-call', toolCallId: call.id ?? context.nextCallId(), toolName: call.name, input }
}

function checkedPart<PART>({ part, call }: ExactPart<PART>, context: ResultContext): PART {
  if (call !== undefined) checkToolCall(call, context)
  return part
}

function callsTools(content: readonly SdkContent[]): boolean {
  return content.some((part) => part.type === 'tool-call' && part.providerExecuted !== true)
}
