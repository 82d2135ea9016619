/** What a test calls the kinds of models that are asked by call: the four words of a fake for each. */
import type { ModelKind } from '../models/model-kind.js'
import type { ModelScripts } from './model-scripts.js'

type AnyScripts = ModelScripts<Record<ModelKind, object>>

/** The four words of a fake for one kind. */
export interface ModelWords {
  readonly respond: Extract<keyof AnyScripts, `respond${string}`>
  readonly calls: Extract<keyof AnyScripts, `${string}Calls`>
  readonly made: Exclude<Extract<keyof AnyScripts, `assert${string}`>, `assertNever${string}`>
  readonly never: Extract<keyof AnyScripts, `assertNever${string}`>
  /** What became of what was asked for, to follow "nothing was". */
  readonly done: string
}

/** The words of every kind. */
export const modelWords: { readonly [Kind in ModelKind]: ModelWords } = {
  embeddingModel: {
    respond: 'respondEmbeddings',
    calls: 'embedCalls',
    made: 'assertEmbedded',
    never: 'assertNeverEmbedded',
    done: 'embedded',
  },
  imageModel: {
    respond: 'respondImages',
    calls: 'imageCalls',
    made: 'assertGeneratedImage',
    never: 'assertNeverGeneratedImage',
    done: 'made as an image',
  },
  evaluationModel: {
    respond: 'respondEvaluations',
    calls: 'evaluationCalls',
    made: 'assertEvaluated',
    never: 'assertNeverEvaluated',
    done: 'evaluated',
  },
  rerankingModel: {
    respond: 'respondRerankings',
    calls: 'rerankCalls',
    made: 'assertReranked',
    never: 'assertNeverReranked',
    done: 'reranked',
  },
  speechModel: {
    respond: 'respondSpeech',
    calls: 'speechCalls',
    made: 'assertGeneratedSpeech',
    never: 'assertNeverGeneratedSpeech',
    done: 'spoken',
  },
  transcriptionModel: {
    respond: 'respondTranscriptions',
    calls: 'transcriptionCalls',
    made: 'assertTranscribed',
    never: 'assertNeverTranscribed',
    done: 'transcribed',
  },
  videoModel: {
    respond: 'respondVideos',
    calls: 'videoCalls',
    made: 'assertGeneratedVideo',
    never: 'assertNeverGeneratedVideo',
    done: 'made as a video',
  },
  extractionModel: {
    respond: 'respondExtractions',
    calls: 'extractionCalls',
    made: 'assertExtracted',
    never: 'assertNeverExtracted',
    done: 'extracted',
  },
  translationModel: {
    respond: 'respondTranslations',
    calls: 'translationCalls',
    made: 'assertTranslated',
    never: 'assertNeverTranslated',
    done: 'translated',
  },
}

/** The kinds by their names. */
export const modelKindNames: readonly ModelKind[] = Object.keys(modelWords) as ModelKind[]
