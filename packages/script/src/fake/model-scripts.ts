/**
 * The vocabulary of a fake for models that are asked by call: script the answers, read the calls, assert about them. The
 * same four words for each kind of model. Types alone; what the words do is in model-vocabulary.ts.
 */
import type { AnswersByKind } from '../models/kinds.js'
import type { ModelKind } from '../models/model-kind.js'

/** Decides about a recorded call. */
export type CallPredicate<Call> = (call: Call) => boolean

/**
 * `respond…` queues answers, in order, one for each call from the moment it starts; call it again to add. A function in
 * the place of the list answers every call that the list has nothing for. It throws InvalidStepError, a TypeError, for
 * what is no answer. `…Calls` are in the order in which they started, also those that were refused. `assert…` prints the
 * run when it fails; a call that was refused is a call all the same.
 */
export interface ModelScripts<Calls extends Record<ModelKind, object>> {
  /** One vector for each value that is embedded, or a function from a value to its vector. */
  respondEmbeddings(vectors: AnswersByKind['embeddingModel']): this
  /** One image, or as many as are asked for, for each `image()`: base64 or bytes. */
  respondImages(images: AnswersByKind['imageModel']): this
  /** One set for each `evaluate()`, with a value for each question: a choice, a probability or a score. */
  respondEvaluations(evaluations: AnswersByKind['evaluationModel']): this
  /** One order for each `rerank()`: the documents' places, the best first. */
  respondRerankings(rerankings: AnswersByKind['rerankingModel']): this
  /** One audio for each `speech()` and `streamSpeech()`: base64 or bytes. */
  respondSpeech(audio: AnswersByKind['speechModel']): this
  /** One text for each `transcribe()` and `streamTranscribe()`. */
  respondTranscriptions(transcriptions: AnswersByKind['transcriptionModel']): this
  /** One video, or as many as are asked for, for each `video()`: base64 or bytes. */
  respondVideos(videos: AnswersByKind['videoModel']): this
  /** One set for each `extract()`, with a value for each field. */
  respondExtractions(extractions: AnswersByKind['extractionModel']): this
  /** One translation for each `translate()`. */
  respondTranslations(translations: AnswersByKind['translationModel']): this

  embedCalls(): readonly Calls['embeddingModel'][]
  imageCalls(): readonly Calls['imageModel'][]
  evaluationCalls(): readonly Calls['evaluationModel'][]
  rerankCalls(): readonly Calls['rerankingModel'][]
  speechCalls(): readonly Calls['speechModel'][]
  transcriptionCalls(): readonly Calls['transcriptionModel'][]
  videoCalls(): readonly Calls['videoModel'][]
  extractionCalls(): readonly Calls['extractionModel'][]
  translationCalls(): readonly Calls['translationModel'][]

  /** Something was embedded; with a predicate, in a call that it holds for. */
  assertEmbedded(predicate?: CallPredicate<Calls['embeddingModel']>): void
  /** An image was asked for; with a predicate, in a call that it holds for. */
  assertGeneratedImage(predicate?: CallPredicate<Calls['imageModel']>): void
  /** Something was evaluated; with a predicate, in a call that it holds for. */
  assertEvaluated(predicate?: CallPredicate<Calls['evaluationModel']>): void
  /** Documents were reranked; with a predicate, in a call that it holds for. */
  assertReranked(predicate?: CallPredicate<Calls['rerankingModel']>): void
  /** Speech was asked for; with a predicate, in a call that it holds for. */
  assertGeneratedSpeech(predicate?: CallPredicate<Calls['speechModel']>): void
  /** Audio was transcribed; with a predicate, in a call that it holds for. */
  assertTranscribed(predicate?: CallPredicate<Calls['transcriptionModel']>): void
  /** A video was asked for; with a predicate, in a call that it holds for. */
  assertGeneratedVideo(predicate?: CallPredicate<Calls['videoModel']>): void
  /** Fields were extracted; with a predicate, in a call that it holds for. */
  assertExtracted(predicate?: CallPredicate<Calls['extractionModel']>): void
  /** Audio was translated; with a predicate, in a call that it holds for. */
  assertTranslated(predicate?: CallPredicate<Calls['translationModel']>): void

  assertNeverEmbedded(): void
  assertNeverGeneratedImage(): void
  assertNeverEvaluated(): void
  assertNeverReranked(): void
  assertNeverGeneratedSpeech(): void
  assertNeverTranscribed(): void
  assertNeverGeneratedVideo(): void
  assertNeverExtracted(): void
  assertNeverTranslated(): void
}
