/**
 * The script grammar as types: what may be written. Typed by a map of tool names to inputs and by an output, so that a
 * stale script does not compile. Knows nothing about how a script is checked or played.
 */
import type { ModelCall } from '../engine/model-call.js'
import type { SdkContent, SdkResult, SdkStreamPart, SdkToolCall } from '../sdk-types.js'
import type { AnswerModifiers, Chunks, FinishReason, Usage } from './answer-modifiers.js'
import type { Forever } from './forever.js'

/** Any tool name, any input: for scripts of models whose tools are not known to the types. */
export type LooseTools = Record<string, unknown>

type Without<KEYS extends string> = { [KEY in KEYS]?: never }

/** The keys of the steps that say exactly what the model sends. */
type Exact = 'content' | 'parts'

interface TextParts extends AnswerModifiers, Without<'output' | 'toolCalls' | Exact> {
  text: string
}

/** The model answers with this text. */
export interface TextStep extends TextParts, Without<'error' | 'breaksAfter' | 'then'> {}

/** The model answers with a text that is told by its chunks alone. */
export interface ChunksStep
  extends
    Omit<AnswerModifiers, 'chunks'>,
    Without<'text' | 'output' | 'toolCalls' | Exact | 'error' | 'breaksAfter' | 'then'> {
  chunks: Chunks
}

interface BreakingParts extends TextParts {
  /** How many characters of the text arrive before the error. */
  breaksAfter: number
  /** An error of the provider (`apiError(…)`), or any other. */
  error: Error
}

/** The model fails in the middle of its answer: an `error` part in a stream, a failed call elsewhere. */
export interface BreakingStep extends BreakingParts, Without<'then'> {}

/** The model answers with this value as the structured output. */
export interface OutputStep<OUTPUT = unknown>
  extends AnswerModifiers, Without<'text' | 'toolCalls' | 'error' | Exact | 'then'> {
  output: OUTPUT
}

/** A call the model makes to a tool it was offered, with input that fits. */
export type ValidToolCall<NAME extends string, INPUT> = {
  name: NAME
  /** The id of the call; `call-1`, `call-2`, … unless given. */
  id?: string
  invalid?: false
} & ({} extends INPUT ? { input?: INPUT } : { input: INPUT })

/** A call that is wrong on purpose. Any name; any JSON as input, or a string that is sent as it is, such as broken JSON. */
export interface InvalidToolCall {
  name: string
  input?: unknown
  id?: string
  invalid: true
}

/** A call to one of the tools, or one that is wrong on purpose. */
export type ToolCall<TOOLS extends object = LooseTools> =
  | { [NAME in keyof TOOLS & string]: ValidToolCall<NAME, TOOLS[NAME]> }[keyof TOOLS & string]
  | InvalidToolCall

interface ToolCallsParts<TOOLS extends object> extends AnswerModifiers, Without<'output' | 'error' | Exact> {
  toolCalls: readonly ToolCall<TOOLS>[]
  /** What the model says beside its calls. */
  text?: string
}

/** The model asks for these tool calls. With no `then` after it, the loop must stop here. */
export interface ToolCallStep<TOOLS extends object = LooseTools> extends ToolCallsParts<TOOLS>, Without<'then'> {}

interface ErrorParts extends Without<'text' | 'output' | 'toolCalls' | Exact | 'breaksAfter' | keyof AnswerModifiers> {
  /** An error of the provider (`apiError(…)`), or any other. */
  error: Error
}

/** The model fails. */
export interface ErrorStep extends ErrorParts, Without<'then'> {}

/** A part of an exact model result. A tool call in it that is wrong on purpose is marked, as everywhere. */
export type ContentPart = SdkContent | (SdkToolCall & { invalid: true })

/** What the SDK is told about the exchange with the provider. */
interface Exchange {
  request?: NonNullable<SdkResult['request']>
  response?: NonNullable<SdkResult['response']>
}

interface ContentParts
  extends
    Pick<AnswerModifiers, 'finishReason' | 'usage' | 'warnings' | 'providerMetadata' | 'delayMs'>,
    Exchange,
    Without<'text' | 'output' | 'toolCalls' | 'error' | 'parts' | 'reasoning' | 'files' | 'sources' | 'chunks'> {
  content: readonly ContentPart[]
}

/** The exact model result. */
export interface ContentStep extends ContentParts, Without<'then'> {}

/**
 * A part of an exact stream. A tool call in it that is wrong on purpose is marked, as everywhere; the `finish` part takes
 * the short forms of finish reason and usage too.
 */
export type StreamPart =
  | SdkStreamPart
  | (SdkToolCall & { invalid: true })
  | (Omit<Extract<SdkStreamPart, { type: 'finish' }>, 'finishReason' | 'usage'> & {
      finishReason: FinishReason
      usage?: Usage
    })

interface StreamParts
  extends
    Pick<AnswerModifiers, 'delayMs'>,
    Exchange,
    Without<'text' | 'output' | 'toolCalls' | 'error' | 'content' | Exclude<keyof AnswerModifiers, 'delayMs'>> {
  /** In order, with promises among them as gates that the test opens. */
  parts: readonly (StreamPart | PromiseLike<unknown>)[]
}

/** The exact stream parts. Asked to `generate`, the model answers with the content that they make. */
export interface PartsStep extends StreamParts, Without<'then'> {}

/** A step that is not a function: what a function step returns. */
export type AnswerStep<TOOLS extends object = LooseTools, OUTPUT = unknown> =
  | string
  | TextStep
  | ChunksStep
  | BreakingStep
  | ([OUTPUT] extends [never] ? never : OutputStep<OUTPUT>)
  | readonly ToolCall<TOOLS>[]
  | ToolCallStep<TOOLS>
  | ErrorStep
  | ContentStep
  | PartsStep

/** Decides on a step from what the model was sent. What it returns is checked when it does. */
export type FunctionStep = (request: ModelCall) => AnswerStep | PromiseLike<AnswerStep>

/** What answers one model call. */
export type Step<TOOLS extends object = LooseTools, OUTPUT = unknown> = AnswerStep<TOOLS, OUTPUT> | FunctionStep

/** What answers one prompt: a step, or tool calls or an error and what comes `then`, or a step that never ends. */
export type Reply<TOOLS extends object = LooseTools, OUTPUT = unknown> =
  | Step<TOOLS, OUTPUT>
  | (ToolCallsParts<TOOLS> & { then?: Reply<TOOLS, OUTPUT> })
  | (ErrorParts & { then?: Reply<TOOLS, OUTPUT> })
  | (BreakingParts & { then?: Reply<TOOLS, OUTPUT> })
  | (ContentParts & { then?: Reply<TOOLS, OUTPUT> })
  | (StreamParts & { then?: Reply<TOOLS, OUTPUT> })
  | Forever<Step<TOOLS, OUTPUT>>
