/**
 * Every kind of model that is scripted by call: one row each. What packages script models with stands here, typed by kind.
 */
import type { Answers, ParsedAnswers, ParsedEntry } from './answers.js'
import { type EmbeddingTypes, embeddings } from './embeddings.js'
import { type EvaluationTypes, evaluations } from './evaluations.js'
import { type ExtractionTypes, extractions } from './extractions.js'
import { type ImageTypes, images } from './images.js'
import type { AnswerPlayOptions, KindDefinition, ModelKind } from './model-kind.js'
import { parseScript } from './parse-answers.js'
import { playScript, type ScriptedModelOf } from './play-script.js'
import { type RerankingTypes, rerankings } from './rerankings.js'
import { type SpeechTypes, speech } from './speech.js'
import { type TranscriptionTypes, transcriptions } from './transcriptions.js'
import { type TranslationTypes, translations } from './translations.js'
import { type VideoTypes, videos } from './videos.js'

interface TypesByKind {
  embeddingModel: EmbeddingTypes
  imageModel: ImageTypes
  evaluationModel: EvaluationTypes
  rerankingModel: RerankingTypes
  speechModel: SpeechTypes
  transcriptionModel: TranscriptionTypes
  videoModel: VideoTypes
  extractionModel: ExtractionTypes
  translationModel: TranslationTypes
}

const definitions: { readonly [KIND in ModelKind]: KindDefinition<TypesByKind[KIND]> } = {
  embeddingModel: embeddings,
  imageModel: images,
  evaluationModel: evaluations,
  rerankingModel: rerankings,
  speechModel: speech,
  transcriptionModel: transcriptions,
  videoModel: videos,
  extractionModel: extractions,
  translationModel: translations,
}

/** What may be written as one answer of a kind. */
export type AnswerByKind = { readonly [KIND in ModelKind]: TypesByKind[KIND]['answer'] }

/** What may be written as the script of a kind: a list of answers, or a function. */
export type AnswersByKind = {
  readonly [KIND in ModelKind]: Answers<TypesByKind[KIND]['answer'], TypesByKind[KIND]['asked']>
}

/** The snapshot of what a model of a kind was sent. */
export type AnswerCallByKind = { readonly [KIND in ModelKind]: TypesByKind[KIND]['call'] }

/** A scripted model of a kind. */
export type ScriptedModelByKind = { readonly [KIND in ModelKind]: ScriptedModelOf<TypesByKind[KIND]> }

/** One checked answer of a kind, with the errors it begins with. */
export type ParsedEntryOf<KIND extends ModelKind> = ParsedEntry<TypesByKind[KIND]['parsed']>

/** A checked script of a kind. */
export type ParsedAnswersOf<KIND extends ModelKind> = ParsedAnswers<
  TypesByKind[KIND]['parsed'],
  TypesByKind[KIND]['asked']
>

/** How the answers of a kind are played. */
export type PlayAnswersOptions<KIND extends ModelKind> = AnswerPlayOptions<TypesByKind[KIND]['call']> &
  TypesByKind[KIND]['limits']

/**
 * Checks the script of a kind; errors call its entries `answer 1`, `answer 2`, …. Throws InvalidStepError, a TypeError,
 * with every mistake in it.
 */
export function parseAnswers<KIND extends ModelKind>(kind: KIND, answers: unknown): ParsedAnswersOf<KIND> {
  return parseScript(definitions[kind], answers)
}

/**
 * A model of a kind that plays checked answers; without any, one whose every call fails. Give it what one call of the
 * app is answered with, and its retries and the parts it is split into stay with that.
 */
export function playAnswers<KIND extends ModelKind>(
  kind: KIND,
  answers: ParsedAnswersOf<KIND> | undefined,
  options: PlayAnswersOptions<KIND>,
): ScriptedModelOf<TypesByKind[KIND]> {
  return playScript(definitions[kind], answers ?? { entries: [] }, options)
}
