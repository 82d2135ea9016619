/** What `defineAi` is told of a provider. */
import type { EmbeddingModel, Experimental_DecisionModel, ImageModel, LanguageModel } from 'ai'

/** The kinds of model that a provider may have, by the name of their entry. */
export type ModelKind = 'model' | 'embeddingModel' | 'imageModel' | 'evaluationModel'

/** The model that each kind's factory makes. */
export interface ModelByKind {
  model: LanguageModel
  embeddingModel: EmbeddingModel
  imageModel: ImageModel
  evaluationModel: Experimental_DecisionModel
}

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
