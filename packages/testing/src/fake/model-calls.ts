/** Recorded calls of models other than an agent's, as a test reads them. Types alone. */
import type {
  CallKind,
  EvaluateOptions,
  ExtractOptions,
  Fields,
  ImageOptions,
  Questions,
  RerankDocument,
  TranscribeOptions,
  VideoOptions,
} from '@understudy/agents'
import type { Experimental_DecisionResult, Experimental_ExtractionResult } from 'ai'

/** What every record has. */
export interface RecordedCall {
  /** The provider whose model was asked; of a call that was refused, the one that was asked for. */
  readonly provider: string
  /** What the call threw. */
  readonly error?: unknown
}

/** One `embed()` or `embedMany()`. */
export interface EmbedCall extends RecordedCall {
  readonly values: readonly string[]
}

/** One `image()`. */
export interface ImageCall extends RecordedCall {
  readonly prompt: ImageOptions['prompt']
  /** How many images were asked for. */
  readonly n: number
}

/** One `evaluate()`. */
export interface EvaluationCall extends RecordedCall {
  readonly state: EvaluateOptions<Questions>['state']
  readonly questions: Questions
  /** What the SDK answered. */
  readonly answers?: Experimental_DecisionResult<Questions>['answers']
}

/** One `rerank()`. */
export interface RerankCall extends RecordedCall {
  readonly query: string
  readonly documents: readonly RerankDocument[]
  readonly topN?: number
}

/** One `speech()` or `streamSpeech()`. */
export interface SpeechCall extends RecordedCall {
  /** The text to speak; of one that is streamed to the model, what the model was sent so far. */
  readonly text: string
  readonly voice?: string
}

/** One `transcribe()` or `streamTranscribe()`. */
export interface TranscriptionCall extends RecordedCall {
  /** The audio to write down; absent where it is streamed to the model. */
  readonly audio?: TranscribeOptions['audio']
}

/** One `video()`. */
export interface VideoCall extends RecordedCall {
  readonly prompt: VideoOptions['prompt']
  /** How many videos were asked for. */
  readonly n: number
}

/** One `extract()`. */
export interface ExtractionCall extends RecordedCall {
  readonly state: ExtractOptions<Fields>['state']
  readonly fields: Fields
  /** What the SDK answered. */
  readonly answers?: Experimental_ExtractionResult<Fields>['answers']
}

/** One `translate()`. */
export interface TranslationCall extends RecordedCall {
  readonly targetLanguage: string
  readonly sourceLanguage?: string
}

/** The record of a call of each kind of model. */
export interface RecordedCallByKind extends Record<CallKind, RecordedCall> {
  embeddingModel: EmbedCall
  imageModel: ImageCall
  evaluationModel: EvaluationCall
  rerankingModel: RerankCall
  speechModel: SpeechCall
  transcriptionModel: TranscriptionCall
  videoModel: VideoCall
  extractionModel: ExtractionCall
  translationModel: TranslationCall
}
