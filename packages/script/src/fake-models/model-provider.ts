/**
 * What makes `fakeModels()` a provider of the SDK: a model of every kind for any id. Its factories are its own members, each
 * bound to it, since the SDK's registry copies them.
 */
import type {
  Experimental_DecisionMockModelV4,
  Experimental_ExtractionMockModelV4,
  Experimental_MockSpeechTranslationModelV4,
} from 'ai/test'
import type { SdkLanguageModel, SdkProvider, SdkVideoModel } from '../sdk-types.js'
import { ModelAssertions } from './model-assertions.js'
import type { ModelPrompts } from './model-prompts.js'

/** A model as the SDK asks a provider for it. */
type ModelOf<Factory extends keyof SdkProvider> = ReturnType<
  Extract<SdkProvider[Factory], (...args: never[]) => unknown>
>

/** A provider whose models are played by scripts. */
export abstract class ModelProvider extends ModelAssertions implements SdkProvider {
  readonly specificationVersion = 'v4'
  /** The language model with an id; this and the others are for providers and registries of the app's own. */
  readonly languageModel: (id: string) => SdkLanguageModel
  readonly embeddingModel: (id: string) => ModelOf<'embeddingModel'>
  readonly imageModel: (id: string) => ModelOf<'imageModel'>
  readonly rerankingModel: (id: string) => ModelOf<'rerankingModel'>
  readonly speechModel: (id: string) => ModelOf<'speechModel'>
  readonly transcriptionModel: (id: string) => ModelOf<'transcriptionModel'>
  /** The decision model with an id, which evaluates. */
  readonly decisionModel: (id: string) => Experimental_DecisionMockModelV4
  readonly videoModel: (id: string) => SdkVideoModel
  readonly extractionModel: (id: string) => Experimental_ExtractionMockModelV4
  readonly speechTranslationModel: (id: string) => Experimental_MockSpeechTranslationModelV4

  constructor(prompts: ModelPrompts) {
    super(prompts)
    // The fake has models for all of these, each of the kind that its factory is called for.
    const factory =
      <Model extends object>(name: string) =>
      (id: string): Model =>
        prompts.modelOf(name, id) as Model
    this.languageModel = (id) => prompts.languageModel(id)
    this.embeddingModel = factory('embeddingModel')
    this.imageModel = factory('imageModel')
    this.rerankingModel = factory('rerankingModel')
    this.speechModel = factory('speechModel')
    this.transcriptionModel = factory('transcriptionModel')
    this.decisionModel = factory('decisionModel')
    this.videoModel = factory('videoModel')
    this.extractionModel = factory('extractionModel')
    this.speechTranslationModel = factory('speechTranslationModel')
  }
}
