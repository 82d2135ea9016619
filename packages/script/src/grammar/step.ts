/**
 * The script grammar as types: what may be written. Typed by a map of tool names to inputs and by an output, so that a
 * stale script does not compile. Knows nothing about how a script is checked or played.
 */
import type { ModelCall } from '../engine/model-call.js'
import type {
  SdkContent,
  SdkFinishReason,
  SdkProviderMetadata,
  SdkResult,
  SdkToolCall,
  SdkUsage,
  SdkWarning,
} from '../sdk-types.js'
import type { Forever } from './forever.js'

/** Any tool name, any input: for scripts of models whose tools are not known to the types. */
export type LooseTools = Record<string, unknown>

/** Why the model stopped: the SDK's word for it, or that with the provider's own. */
export type FinishReason =
  | SdkFinishReason['unified']
  | { unified: SdkFinishReason['unified']; raw?: string | undefined }

/** Token counts: totals, or the SDK's own breakdown. What is left out is zero. */
export interface Usage {
  inputTokens?: number | Partial<SdkUsage['inputTokens']>
  outputTokens?: number | Partial<SdkUsage['outputTokens']>
  raw?: NonNullable<SdkUsage['raw']>
}

/**
 * How a streamed text is split. At a promise the stream waits until it resolves: a gate that the test opens. A gate that
 * rejects fails the stream. Asked to `generate`, the model answers once every gate is open.
 */
export type Chunks = readonly (string | PromiseLike<unknown>)[]

/** What any answering step may add to its answer. */
export interface AnswerModifiers {
  /** The reasoning that comes before the answer. */
  reasoning?: string
  finishReason?: FinishReason
  usage?: Usage
  warnings?: readonly SdkWarning[]
  providerMetadata?: SdkProviderMetadata
  /** How the text is split when it is streamed: `['Hel', gate, 'lo']`. In one piece unless given. */
  chunks?: Chunks
}

type Without<KEYS extends string> = { [KEY in KEYS]?: never }

interface TextParts extends AnswerModifiers, Without<'output' | 'toolCalls' | 'content'> {
  text: string
}

/** The model answers with this text. */
export interface TextStep extends TextParts, Without<'error' | 'breaksAfter' | 'then'> {}

/** The model answers with a text that is told by its chunks alone. */
export interface ChunksStep
  extends
    Omit<AnswerModifiers, 'chunks'>,
    Without<'text' | 'output' | 'toolCalls' | 'content' | 'error' | 'breaksAfter' | 'then'> {
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
  extends AnswerModifiers, Without<'text' | 'toolCalls' | 'error' | 'content' | 'then'> {
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

interface ToolCallsParts<TOOLS extends object> extends AnswerModifiers, Without<'output' | 'error' | 'content'> {
  toolCalls: readonly ToolCall<TOOLS>[]
  /** What the model says beside its calls. */
  text?: string
}

/** The model asks for these tool calls. With no `then` after it, the loop must stop here. */
export interface ToolCallStep<TOOLS extends object = LooseTools> extends ToolCallsParts<TOOLS>, Without<'then'> {}

interface ErrorParts extends Without<
  'text' | 'output' | 'toolCalls' | 'content' | 'breaksAfter' | keyof AnswerModifiers
> {
  /** An error of the provider (`apiError(…)`), or any other. */
  error: Error
}

/** The model fails. */
export interface ErrorStep extends ErrorParts, Without<'then'> {}

/** A part of an exact model result. A tool call in it that is wrong on purpose is marked, as everywhere. */
export type ContentPart = SdkContent | (SdkToolCall & { invalid: true })

interface ContentParts
  extends
    Omit<AnswerModifiers, 'reasoning' | 'chunks'>,
    Without<'text' | 'output' | 'toolCalls' | 'error' | 'reasoning' | 'chunks'> {
  content: readonly ContentPart[]
  request?: NonNullable<SdkResult['request']>
  response?: NonNullable<SdkResult['response']>
}

/** The exact model result. */
export interface ContentStep extends ContentParts, Without<'then'> {}

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
  | Forever<Step<TOOLS, OUTPUT>>
