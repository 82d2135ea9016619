/**
 * A script after it was checked: what the engine plays. Everything in it is known to be well-formed; whether it fits a
 * request is not known yet.
 */
import type { ModelCall } from '../engine/model-call.js'
import type {
  SdkContent,
  SdkFinishReason,
  SdkProviderMetadata,
  SdkResult,
  SdkStreamPart,
  SdkUsage,
  SdkWarning,
} from '../sdk-types.js'
import type { JsonText } from './json-text.js'

/** How a text is split, with gates between its parts. */
export type ParsedChunks = readonly (string | Promise<unknown>)[]

/** Where a streamed text breaks. */
export interface ParsedBreak {
  /** How many characters (UTF-16 code units) arrive before. */
  readonly after: number
  readonly error: Error
}

/** What an answer carries beside its content. */
export interface ParsedModifiers {
  readonly reasoning?: string
  readonly files?: readonly SdkContent[]
  readonly sources?: readonly SdkContent[]
  readonly finishReason?: SdkFinishReason
  readonly usage: SdkUsage
  readonly warnings: SdkWarning[]
  readonly providerMetadata?: SdkProviderMetadata
  readonly chunks?: ParsedChunks
  readonly delayMs?: number
}

/** A scripted tool call. `input` is the JSON to send, or why JSON cannot carry it. */
export interface ParsedToolCall {
  readonly name: string
  readonly input: JsonText
  readonly id: string | undefined
  readonly invalid: boolean
}

/** An exact part. A tool call is kept apart, since it is checked against the request. */
export interface ExactPart<PART> {
  readonly part: PART
  readonly call?: ParsedToolCall
}

/** A part of an exact stream, or a gate between two. */
export type ExactStreamPart = ExactPart<SdkStreamPart> | Promise<unknown>

/** The parts of an exact stream, its gates left out. */
export function sentParts(parts: readonly ExactStreamPart[]): ExactPart<SdkStreamPart>[] {
  return parts.flatMap((part) => (part instanceof Promise ? [] : [part]))
}

interface Described {
  /** The step in a few words: `call tickets_show`, `text "Done."`. */
  readonly description: string
}

interface Answer extends Described {
  readonly modifiers: ParsedModifiers
}

/** A step that answers by itself. */
export type ParsedAnswer =
  | (Answer & { readonly kind: 'text'; readonly text: string; readonly breaks?: ParsedBreak })
  | (Answer & { readonly kind: 'output'; readonly output: JsonText })
  | (Answer & {
      readonly kind: 'tool-calls'
      readonly calls: readonly ParsedToolCall[]
      readonly text: string | undefined
    })
  | (Answer & {
      readonly kind: 'content'
      readonly content: readonly ExactPart<SdkContent>[]
      readonly request: SdkResult['request']
      readonly response: SdkResult['response']
    })
  | (Answer & {
      readonly kind: 'parts'
      readonly parts: readonly ExactStreamPart[]
      readonly request: SdkResult['request']
      readonly response: SdkResult['response']
    })
  | (Described & { readonly kind: 'error'; readonly error: Error })

/** A step that decides when it is asked. */
export interface ParsedFunction extends Described {
  readonly kind: 'function'
  readonly decide: (request: ModelCall) => unknown
}

/** One step of a script, checked. */
export type ParsedStep = ParsedAnswer | ParsedFunction

/** What a step does. */
export type StepKind = ParsedStep['kind']

/** A reply, checked and flattened: its steps in order. Of an endless one, the last step answers for ever. */
export interface ParsedReply {
  readonly steps: readonly ParsedStep[]
  readonly endless: boolean
}

/** The ids that a step gives its tool calls. */
export function explicitCallIds(step: ParsedStep): string[] {
  return callsOf(step).flatMap(({ id }) => (id === undefined ? [] : [id]))
}

function callsOf(step: ParsedStep): readonly ParsedToolCall[] {
  if (step.kind === 'tool-calls') return step.calls
  if (step.kind === 'content') return step.content.flatMap(({ call }) => call ?? [])
  if (step.kind === 'parts') return sentParts(step.parts).flatMap(({ call }) => call ?? [])
  return []
}
