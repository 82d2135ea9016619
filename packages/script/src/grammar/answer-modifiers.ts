/**
 * The part of the grammar that is the same for every answer, as types: what a step may add to what the model says. Knows
 * nothing about the steps themselves.
 */
import type { SdkContent, SdkFinishReason, SdkProviderMetadata, SdkUsage, SdkWarning } from '../sdk-types.js'

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

interface SourceParts {
  type?: 'source'
  /** `source-1`, `source-2`, … unless given. */
  id?: string
  providerMetadata?: SdkProviderMetadata
}

/** What an answer rests on: a page, or a document. A source as the SDK reports it is one too. */
export type AnswerSource =
  | (SourceParts & { sourceType?: 'url'; url: string; title?: string })
  | (SourceParts & { sourceType?: 'document'; title: string; mediaType: string; filename?: string })

/** A file that the model made. */
export interface AnswerFile {
  type?: 'file'
  /** `image/png` */
  mediaType: string
  /** Base64 or bytes; or the SDK's own form, which may be a URL that the SDK then downloads. */
  data: string | Uint8Array | Extract<SdkContent, { type: 'file' }>['data']
  providerMetadata?: SdkProviderMetadata
}

/** What any answering step may add to its answer. */
export interface AnswerModifiers {
  /** The reasoning that comes before the answer. */
  reasoning?: string
  /** The files that the model made: they come after the text and before tool calls. */
  files?: readonly AnswerFile[]
  /** What the answer rests on: the last of its parts. */
  sources?: readonly AnswerSource[]
  finishReason?: FinishReason
  usage?: Usage
  warnings?: readonly SdkWarning[]
  providerMetadata?: SdkProviderMetadata
  /** How the text is split when it is streamed: `['Hel', gate, 'lo']`. In one piece unless given. */
  chunks?: Chunks
  /**
   * How many milliseconds the model takes before it answers; an abort ends the wait. It is the runner's `setTimeout`, so
   * that fake timers decide when it is over.
   */
  delayMs?: number
}
