/**
 * What a guard is asked about a model call, and what it answers. Knows neither how calls are noticed nor who guards.
 */

/** What a model is for. */
export type GuardedKind =
  | 'language'
  | 'embedding'
  | 'reranking'
  | 'decision'
  | 'image'
  | 'speech'
  | 'transcription'
  | 'video'
  | 'extraction'
  | 'translation'
  | 'batch'

/** A call of a real model, noticed before anything is sent. */
export interface GuardedCall {
  /** Undefined where only the request was seen. */
  readonly kind: GuardedKind | undefined
  /** The model's `provider`; where only the request was seen, its host. */
  readonly provider: string
  /** The model's `modelId`, as far as it is known. */
  readonly modelId: string | undefined
  /**
   * Where it was noticed: as the SDK told its telemetry, as a string id was resolved, or as a request of the SDK was
   * about to leave the process.
   */
  readonly way: 'telemetry' | 'default-provider' | 'fetch' | 'websocket'
  /** The request, where one was seen: `POST https://api.openai.com/v1/embeddings`, without its query. */
  readonly endpoint: string | undefined
}

/** Answers for string ids in the place of the SDK's default provider, for as long as its guard lives. */
export interface StandIn {
  /** The model for an id, called as a provider calls its models; undefined where it has none of that kind. */
  modelOf(factory: string, id: string): object | undefined
  /** Where it was made: `tests/triage.test.ts:14`; undefined where the engine does not say. */
  readonly madeAt: string | undefined
  /** Hears of an id that could have been for several of those that live; it is refused with this. */
  refuse(error: Error): void
}

/** Decides about calls of real models while it lives. Scripted models and the mocks of `ai/test` are never asked about. */
export interface ModelGuard {
  /** Whether the call may be made. */
  allows(call: GuardedCall): boolean
  /** Hears of a call that is refused; the call fails with the result. Once for each call that the SDK makes. */
  refuse(call: GuardedCall): Error
  /**
   * Hears of a refused call that answered all the same: a model that neither the SDK nor the network let anybody stop.
   * `refusal` is what `refuse()` returned, and nobody was thrown it.
   */
  wasMade?(refusal: Error): void
  /** Whoever answers for string ids while the guard lives; the innermost does, whatever guards are inside of it. */
  readonly standIn?: StandIn
}
