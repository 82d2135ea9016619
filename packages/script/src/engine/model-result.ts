/**
 * Turns a step into what the SDK expects of a model. One result serves both modes: the stream is made from it. Knows the
 * SDK's content parts; leaves the checks to their files.
 */
import type { ParsedAnswer, ParsedContentPart, ParsedToolCall } from '../grammar/parsed-step.js'
import type { SdkContent, SdkResult } from '../sdk-types.js'
import { checkToolCall, type PlayedStep } from './check-tool-call.js'
import { outputText } from './output-text.js'

/** What the result needs from the model that plays it. */
export interface ResultContext extends PlayedStep {
  readonly modelId: string
  /** A tool call id that is taken neither in the script nor in the request. */
  readonly nextCallId: () => string
}

/** The result of an answering step. Throws where the script asks for what no model could have answered. */
export function modelResult(answer: Exclude<ParsedAnswer, { kind: 'error' }>, context: ResultContext): SdkResult {
  const { reasoning, finishReason, usage, warnings, providerMetadata } = answer.modifiers
  const content = contentOf(answer, context)
  if (reasoning !== undefined) content.unshift({ type: 'reasoning', text: reasoning })
  const result: SdkResult = {
    content,
    finishReason: finishReason ?? { unified: callsTools(content) ? 'tool-calls' : 'stop', raw: undefined },
    usage,
    warnings,
    response: {
      id: `response-${context.step}`,
      modelId: context.modelId,
      // The test's own clock, where it has one: an app may sort by this beside its own times.
      timestamp: new Date(),
    },
  }
  if (providerMetadata !== undefined) result.providerMetadata = providerMetadata
  if (answer.kind !== 'content') return result
  if (answer.request !== undefined) result.request = answer.request
  result.response = { ...result.response, ...answer.response }
  return result
}

function contentOf(answer: Exclude<ParsedAnswer, { kind: 'error' }>, context: ResultContext): SdkContent[] {
  switch (answer.kind) {
    case 'text':
      return [{ type: 'text', text: answer.text }]
    case 'output':
      return [{ type: 'text', text: outputText(answer, context) }]
    case 'tool-calls': {
      const calls = answer.calls.map((call) => toolCallPart(call, context))
      return answer.text === undefined ? calls : [{ type: 'text', text: answer.text }, ...calls]
    }
    default:
      return answer.content.map((entry) => exactPart(entry, context))
  }
}

function toolCallPart(call: ParsedToolCall, context: ResultContext): SdkContent {
  const input = checkToolCall(call, context)
  return { type: 'tool-call', toolCallId: call.id ?? context.nextCallId(), toolName: call.name, input }
}

function exactPart(entry: ParsedContentPart, context: ResultContext): SdkContent {
  if ('call' in entry) checkToolCall(entry.call, context)
  return entry.part
}

function callsTools(content: readonly SdkContent[]): boolean {
  return content.some((part) => part.type === 'tool-call' && part.providerExecuted !== true)
}
