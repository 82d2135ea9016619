/**
 * The calls of the AI binding that need no agent: the SDK's own, with the model resolved by `provider`. Types alone; what
 * runs is in sdk-calls.ts.
 */
import type {
  EmbedManyResult,
  EmbedResult,
  Experimental_DecisionQuestion,
  Experimental_DecisionResult,
  Experimental_ExtractionField,
  Experimental_ExtractionResult,
  Experimental_StreamSpeechResult,
  Experimental_StreamTranslationResult,
  GenerateImageResult,
  GenerateVideoResult,
  RerankResult,
  SpeechResult,
  StreamTranscriptionResult,
  TranscriptionResult,
  embed,
  embedMany,
  experimental_decide,
  experimental_extract,
  experimental_generateVideo,
  experimental_streamSpeech,
  experimental_streamTranscribe,
  experimental_streamTranslate,
  generateImage,
  generateSpeech,
  rerank,
  transcribe,
} from 'ai'

/** Which provider's model answers; the binding's default one for the kind unless given. */
export interface ProviderChoice {
  readonly provider?: string
}

type OptionsOf<Call extends (options: never) => unknown> = Omit<Parameters<Call>[0], 'model'> & ProviderChoice

/** Options of `ai.embed()`: those of the SDK's `embed`, but for the model. */
export type EmbedOptions = OptionsOf<typeof embed>
/** Options of `ai.embedMany()`: those of the SDK's `embedMany`, but for the model. */
export type EmbedManyOptions = OptionsOf<typeof embedMany>
/** Options of `ai.image()`: those of the SDK's `generateImage`, but for the model. */
export type ImageOptions = OptionsOf<typeof generateImage>
/** Options of `ai.video()`: those of the SDK's `experimental_generateVideo`, but for the model. */
export type VideoOptions = OptionsOf<typeof experimental_generateVideo>
/** Options of `ai.speech()`: those of the SDK's `generateSpeech`, but for the model. */
export type SpeechOptions = OptionsOf<typeof generateSpeech>
/** Options of `ai.streamSpeech()`: those of the SDK's `experimental_streamSpeech`, but for the model. */
export type StreamSpeechOptions = OptionsOf<typeof experimental_streamSpeech>
/** Options of `ai.transcribe()`: those of the SDK's `transcribe`, but for the model. */
export type TranscribeOptions = OptionsOf<typeof transcribe>
/** Options of `ai.streamTranscribe()`: those of the SDK's `experimental_streamTranscribe`, but for the model. */
export type StreamTranscribeOptions = OptionsOf<typeof experimental_streamTranscribe>
/** Options of `ai.translate()`: those of the SDK's `experimental_streamTranslate`, but for the model. */
export type TranslateOptions = OptionsOf<typeof experimental_streamTranslate>

/** Questions of `ai.evaluate()`, by id. */
export type Questions = Record<string, Experimental_DecisionQuestion>
/** Options of `ai.evaluate()`: those of the SDK's `experimental_decide`, but for the model. */
export type EvaluateOptions<Asked extends Questions> = Omit<OptionsOf<typeof experimental_decide>, 'questions'> & {
  readonly questions: Asked
}

/** Fields of `ai.extract()`, by id. */
export type Fields = Record<string, Experimental_ExtractionField>
/** Options of `ai.extract()`: those of the SDK's `experimental_extract`, but for the model. */
export type ExtractOptions<Asked extends Fields> = Omit<OptionsOf<typeof experimental_extract>, 'fields'> & {
  readonly fields: Asked
}

/** What `ai.rerank()` puts in order: texts, or JSON objects. */
export type RerankDocument = Parameters<typeof rerank>[0]['documents'][number]
/** Options of `ai.rerank()`: those of the SDK's `rerank`, but for the model. */
export type RerankOptions<Document extends RerankDocument> = Omit<OptionsOf<typeof rerank>, 'documents'> & {
  readonly documents: Document[]
}

/**
 * Each call is the SDK's own; an option that is not `provider` is passed on, and the result is what the SDK returns.
 * CallOptionsError, before any model is made, for options without what the SDK's function needs, or with a `model`.
 */
export interface AiCalls {
  /** Embeds one value with the SDK's `embed`. */
  embed(options: EmbedOptions): Promise<EmbedResult>
  /** Embeds values with the SDK's `embedMany`. */
  embedMany(options: EmbedManyOptions): Promise<EmbedManyResult>
  /** Makes images with the SDK's `generateImage`. */
  image(options: ImageOptions): Promise<GenerateImageResult>
  /** Makes videos with the SDK's `experimental_generateVideo`. */
  video(options: VideoOptions): Promise<GenerateVideoResult>
  /** Answers typed questions about a state with the SDK's `experimental_decide`. */
  evaluate<const Asked extends Questions>(options: EvaluateOptions<Asked>): Promise<Experimental_DecisionResult<Asked>>
  /** Reads typed fields out of a state with the SDK's `experimental_extract`. */
  extract<const Asked extends Fields>(options: ExtractOptions<Asked>): Promise<Experimental_ExtractionResult<Asked>>
  /** Puts documents in the order of a query with the SDK's `rerank`. */
  rerank<Document extends RerankDocument>(options: RerankOptions<Document>): Promise<RerankResult<Document>>
  /** Makes speech of a text with the SDK's `generateSpeech`. */
  speech(options: SpeechOptions): Promise<SpeechResult>
  /** The same as a stream, with the SDK's `experimental_streamSpeech`. */
  streamSpeech(options: StreamSpeechOptions): Experimental_StreamSpeechResult
  /** Writes down speech with the SDK's `transcribe`. */
  transcribe(options: TranscribeOptions): Promise<TranscriptionResult>
  /** The same as a stream, with the SDK's `experimental_streamTranscribe`. */
  streamTranscribe(options: StreamTranscribeOptions): StreamTranscriptionResult
  /** Translates speech into speech, as a stream, with the SDK's `experimental_streamTranslate`. */
  translate(options: TranslateOptions): Experimental_StreamTranslationResult
}

/** The calls by their names. */
export type CallName = keyof AiCalls

/** The calls that each kind of model answers. */
export interface CallsByKind {
  embeddingModel: 'embed' | 'embedMany'
  imageModel: 'image'
  evaluationModel: 'evaluate'
  rerankingModel: 'rerank'
  speechModel: 'speech' | 'streamSpeech'
  transcriptionModel: 'transcribe' | 'streamTranscribe'
  videoModel: 'video'
  extractionModel: 'extract'
  translationModel: 'translate'
}

/** What a call was given; of several calls, what one of them was. */
export type CallOptions<Name extends CallName> = Name extends CallName ? Parameters<AiCalls[Name]>[0] : never
