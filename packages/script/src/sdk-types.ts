/**
 * The SDK's own model types, read off the mocks that the scripted models are built on, so that this package depends on
 * `ai` alone. Knows nothing about scripts.
 */
import type { experimental_generateVideo, ImageModel, LanguageModel, TranscriptionModel } from 'ai'
import type {
  Experimental_DecisionMockModelV4,
  Experimental_ExtractionMockModelV4,
  Experimental_MockSpeechTranslationModelV4,
  Experimental_MockStreamingSpeechModelV4,
  MockEmbeddingModelV4,
  MockImageModelV4,
  MockLanguageModelV4,
  MockRerankingModelV4,
  MockTranscriptionModelV4,
  MockVideoModelV4,
} from 'ai/test'

/** What the SDK sends to a language model. */
export type SdkRequest = Parameters<MockLanguageModelV4['doGenerate']>[0]
/** What a language model answers to `generate`. */
export type SdkResult = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>
/** What a language model answers to `stream`. */
export type SdkStreamResult = Awaited<ReturnType<MockLanguageModelV4['doStream']>>
/** One part of a stream. */
export type SdkStreamPart = SdkStreamResult['stream'] extends ReadableStream<infer PART> ? PART : never
/** One part of a model's content. */
export type SdkContent = SdkResult['content'][number]
/** A tool call in a model's content. */
export type SdkToolCall = Extract<SdkContent, { type: 'tool-call' }>
/** Why a model stopped, as models report it. */
export type SdkFinishReason = SdkResult['finishReason']
/** Token counts, as models report them. */
export type SdkUsage = SdkResult['usage']
/** A warning of a model about a call. */
export type SdkWarning = SdkResult['warnings'][number]
/** Metadata of a provider, keyed by its name. */
export type SdkProviderMetadata = NonNullable<SdkResult['providerMetadata']>
/** A tool as it is offered to a model. */
export type OfferedTool = NonNullable<SdkRequest['tools']>[number]
/** How a model was told to choose among its tools. */
export type ToolChoice = NonNullable<SdkRequest['toolChoice']>
/** The form of answer a model was asked for. */
export type ResponseFormat = NonNullable<SdkRequest['responseFormat']>
/** One message of a prompt, the instructions left out. */
export type PromptMessage = Exclude<SdkRequest['prompt'][number], { role: 'system' }>

type CallOf<METHOD> = METHOD extends (request: infer REQUEST) => unknown ? REQUEST : never
type ResultOf<METHOD> = METHOD extends (...args: never[]) => PromiseLike<infer RESULT> ? RESULT : never
type PartOf<RESULT> = RESULT extends { stream: ReadableStream<infer PART> } ? PART : never

/** What the SDK sends to an embedding model. */
export type SdkEmbeddingRequest = CallOf<MockEmbeddingModelV4['doEmbed']>
/** What the SDK sends to an image model. */
export type SdkImageRequest = CallOf<MockImageModelV4['doGenerate']>
/** What an image model answers. */
export type SdkImageResult = ResultOf<MockImageModelV4['doGenerate']>
/** What the SDK sends to a decision model. */
export type SdkDecisionRequest = CallOf<Experimental_DecisionMockModelV4['doDecide']>
/** What a decision model answers. */
export type SdkDecisionResult = ResultOf<Experimental_DecisionMockModelV4['doDecide']>
/** A question, as a decision model is asked it. */
export type DecisionQuestion = SdkDecisionRequest['questions'][string]
/** A decision model's answer to one question. */
export type DecisionAnswer = SdkDecisionResult['answers'][string]
/** What the SDK sends to a reranking model. */
export type SdkRerankingRequest = CallOf<MockRerankingModelV4['doRerank']>
/** What a reranking model answers. */
export type SdkRerankingResult = ResultOf<MockRerankingModelV4['doRerank']>
/** What the SDK sends to a speech model for the whole audio. */
export type SdkSpeechRequest = CallOf<Experimental_MockStreamingSpeechModelV4['doGenerate']>
/** What the SDK sends to a speech model for a stream of audio. */
export type SdkSpeechStreamRequest = CallOf<Experimental_MockStreamingSpeechModelV4['doStream']>
/** What a speech model answers to `stream`. */
export type SdkSpeechStreamResult = ResultOf<Experimental_MockStreamingSpeechModelV4['doStream']>
/** One part of a stream of speech. */
export type SdkSpeechStreamPart = PartOf<SdkSpeechStreamResult>
/** A piece of text that a speech model is to speak, where the text is streamed to it. */
export type SpeechTextPart = SdkSpeechStreamRequest['text'] extends ReadableStream<infer PART> ? PART : never
/** The format of audio: its media type, and its sample rate where it is raw. */
export type AudioFormat = NonNullable<SdkSpeechStreamRequest['outputFormat']>
/** What the SDK sends to a transcription model for the whole audio. */
export type SdkTranscriptionRequest = CallOf<MockTranscriptionModelV4['doGenerate']>
/** What a transcription model answers to `generate`. */
export type SdkTranscriptionResult = ResultOf<MockTranscriptionModelV4['doGenerate']>
/** What the SDK sends to a transcription model for audio that is a URL. */
export type SdkTranscriptionUrlRequest = CallOf<NonNullable<MockTranscriptionModelV4['doGenerateFromUrl']>>
/** What the SDK sends to a transcription model for a stream of audio. */
export type SdkTranscriptionStreamRequest = CallOf<NonNullable<MockTranscriptionModelV4['doStream']>>
/** What a transcription model answers to `stream`. */
export type SdkTranscriptionStreamResult = ResultOf<NonNullable<MockTranscriptionModelV4['doStream']>>
/** One part of a stream of a transcript. */
export type SdkTranscriptionStreamPart = PartOf<SdkTranscriptionStreamResult>
/** A piece of a transcript with the seconds it spans. */
export type TranscriptSegment = SdkTranscriptionResult['segments'][number]
/** What the SDK sends to a video model. */
export type SdkVideoRequest = CallOf<NonNullable<MockVideoModelV4['doGenerate']>>
/** What a video model answers. */
export type SdkVideoResult = ResultOf<NonNullable<MockVideoModelV4['doGenerate']>>
/** One video, as a video model answers it. */
export type SdkVideo = SdkVideoResult['videos'][number]
/** What the SDK sends to an extraction model. */
export type SdkExtractionRequest = CallOf<Experimental_ExtractionMockModelV4['doExtract']>
/** What an extraction model answers. */
export type SdkExtractionResult = ResultOf<Experimental_ExtractionMockModelV4['doExtract']>
/** A field, as an extraction model is asked for it. */
export type ExtractionField = SdkExtractionRequest['fields'][string]
/** An extraction model's answer for one field. */
export type ExtractionAnswer = SdkExtractionResult['answers'][string]
/** What the SDK sends to a speech translation model. */
export type SdkTranslationRequest = CallOf<Experimental_MockSpeechTranslationModelV4['doStream']>
/** What a speech translation model answers. */
export type SdkTranslationResult = ResultOf<Experimental_MockSpeechTranslationModelV4['doStream']>
/** One part of a stream of a translation. */
export type SdkTranslationStreamPart = PartOf<SdkTranslationResult>

// As the SDK takes them: under `exactOptionalPropertyTypes` these mocks are not the models they implement, since they write
// what they do not have as undefined.
type OfVersion4<MODEL> = Extract<MODEL, { readonly specificationVersion: 'v4' }>
/** A language model. */
export type SdkLanguageModel = OfVersion4<LanguageModel>
/** An image model. */
export type SdkImageModel = OfVersion4<ImageModel>
/** A transcription model. */
export type SdkTranscriptionModel = OfVersion4<TranscriptionModel>
/** A video model. */
export type SdkVideoModel = OfVersion4<Parameters<typeof experimental_generateVideo>[0]['model']>
/** A provider of models. */
export type SdkProvider = OfVersion4<NonNullable<typeof globalThis.AI_SDK_DEFAULT_PROVIDER>>
