/**
 * What a model was sent, as a test reads it: a snapshot that no later change of the app's own objects can reach.
 */
import type { OfferedTool, PromptMessage, ResponseFormat, SdkRequest, ToolChoice } from '../sdk-types.js'
import { shareCopy } from './share-copy.js'
import { cut } from '../quoted.js'

/** The settings of a call that are not told elsewhere in the snapshot: temperature, headers, provider options, …. */
export type CallSettings = Readonly<
  Omit<SdkRequest, 'prompt' | 'tools' | 'toolChoice' | 'responseFormat' | 'abortSignal'>
>

/** One call of a model: what it was sent. */
export interface ModelCall {
  /** The system text; undefined where there is none. */
  readonly instructions: string | undefined
  /** The messages, without the system's. */
  readonly messages: readonly PromptMessage[]
  /** The tools the model was offered. */
  readonly tools: readonly OfferedTool[]
  readonly toolChoice: ToolChoice | undefined
  /** The form of answer that was asked for. */
  readonly responseFormat: ResponseFormat | undefined
  readonly mode: 'generate' | 'stream'
  readonly options: CallSettings
}

/** A snapshot of a request. Parts that equal those of `previous` are shared with it. */
export function takeModelCall(
  request: SdkRequest,
  mode: 'generate' | 'stream',
  previous: ModelCall | undefined,
): ModelCall {
  const { prompt, tools, toolChoice, responseFormat } = request
  const instructions: string[] = []
  const messages: PromptMessage[] = []
  for (const message of prompt) {
    if (message.role === 'system') instructions.push(message.content)
    else messages.push(message)
  }
  return {
    instructions: instructions.length === 0 ? undefined : instructions.join('\n'),
    messages: shareCopy(messages, previous?.messages),
    tools: takeTools(tools ?? [], previous?.tools),
    toolChoice: shareCopy(toolChoice, previous?.toolChoice),
    responseFormat: shareCopy(responseFormat, previous?.responseFormat),
    mode,
    options: takeOptions(request, previous?.options),
  }
}

const toldElsewhere: ReadonlySet<string> = new Set(['prompt', 'tools', 'toolChoice', 'responseFormat', 'abortSignal'])

function takeOptions(request: SdkRequest, previous: CallSettings | undefined): CallSettings {
  const options: Record<string, unknown> = {}
  for (const key of Object.keys(request) as (keyof SdkRequest)[]) {
    const value = request[key]
    if (value === undefined || toldElsewhere.has(key)) continue
    options[key] = typeof value === 'object' ? shareCopy(value, previous?.[key as keyof CallSettings]) : value
  }
  // The keys are those of a request, without the ones that the snapshot tells elsewhere.
  return options
}

// By the schema object of the first tool: an app that offers the same tools prompt by prompt has them in memory once,
// and a validator made for them serves all its prompts.
const toolsBySchema = new WeakMap<object, readonly OfferedTool[]>()

function takeTools(
  tools: readonly OfferedTool[],
  previous: readonly OfferedTool[] | undefined,
): readonly OfferedTool[] {
  const [first] = tools
  if (first?.type !== 'function') return shareCopy(tools, previous)
  const schema: object = first.inputSchema
  const taken = shareCopy(tools, previous ?? toolsBySchema.get(schema))
  toolsBySchema.set(schema, taken)
  return taken
}

/** The text of the last message, capped at 200 characters; tool results as JSON. */
export function lastMessageText(call: ModelCall): string | undefined {
  const last = call.messages.at(-1)
  if (last === undefined) return undefined
  const text = last.content.map(partText).join(' ')
  return cut(text, 200)
}

function partText(part: PromptMessage['content'][number]): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'tool-call':
      return `call ${part.toolName}`
    case 'tool-result':
      return `${part.toolName} → ${'value' in part.output ? JSON.stringify(part.output.value) : part.output.type}`
    default:
      return `[${part.type}]`
  }
}
