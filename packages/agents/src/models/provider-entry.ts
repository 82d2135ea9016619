/** What `defineAi` is told of a provider. */
import type {
  EmbeddingModel,
  Experimental_DecisionModel,
  Experimental_ExtractionModel,
  ImageModel,
  LanguageModel,
  RerankingModel,
  SpeechModel,
  TranscriptionModel,
  experimental_generateVideo,
  experimental_streamTranslate,
} from 'ai'

/** The model that each kind's factory makes, by the name of the provider's entry. */
export interface ModelByKind {
  model: LanguageModel
  embeddingModel: EmbeddingModel
  imageModel: ImageModel
  evaluationModel: Experimental_DecisionModel
  rerankingModel: RerankingModel
  speechModel: SpeechModel
  transcriptionModel: TranscriptionModel
  // These two types are not exported by the SDK, only taken by its functions.
  videoModel: Parameters<typeof experimental_generateVideo>[0]['model']
  translationModel: Parameters<typeof experimental_streamTranslate>[0]['model']
  extractionModel: Experimental_ExtractionModel
}

/** The kinds of model that a provider may have, by the name of their entry. */
export type ModelKind = keyof ModelByKind

/** The kinds that are asked by a call of the binding, and not by an agent. */
export type CallKind = Exclude<ModelKind, 'model'>

/** US dollars a million tokens, but for requests. */
export interface Pricing {
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  /** US dollars a thousand server-side tool calls. */
  readonly perThousandRequests?: number
}

/** A provider: one factory for each kind of model that it has. Each runs once, on first use. */
export type ProviderEntry = { readonly [Kind in ModelKind]?: () => ModelByKind[Kind] } & { readonly pricing?: Pricing }
