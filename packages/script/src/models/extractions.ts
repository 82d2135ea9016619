/**
 * Scripted extractions: one set of values for each call of `experimental_extract`. Knows that a set has every field; what
 * fits a field is told in its own file.
 */
import { Experimental_ExtractionMockModelV4 } from 'ai/test'
import { nameList } from '../errors/name-list.js'
import type { ExtractionAnswer, ExtractionField, SdkExtractionRequest } from '../sdk-types.js'
import type { Answers } from './answers.js'
import { toExtractionAnswer } from './extraction-answer.js'
import { type AnswerSet, isAnswerObject, matchSet, parseSet, type SetForm } from './keyed-answers.js'
import type { KindDefinition, KindTypes } from './model-kind.js'
import { type ScriptedAnswersOptions, type ScriptedModelOf, scriptModel } from './play-script.js'

/**
 * One value for each field, by its id: a text, a number, a list of either, null for one that is not there, or the SDK's own
 * answer object, which is handed on as it is.
 */
export type ExtractionSetAnswer<IDS extends string = string> = Readonly<
  Record<IDS, string | number | readonly string[] | readonly number[] | null | ExtractionAnswer>
>

/** What an extraction model was sent. */
export type ExtractionCall = Readonly<Omit<SdkExtractionRequest, 'abortSignal'>>

export interface ExtractionTypes extends KindTypes {
  readonly answer: ExtractionSetAnswer
  readonly parsed: AnswerSet
  readonly call: ExtractionCall
  readonly asked: ExtractionCall
  readonly model: Experimental_ExtractionMockModelV4
  readonly limits: {}
}

/** A scripted extraction model. */
export type ScriptedExtractionModel = ScriptedModelOf<ExtractionTypes>

const form: SetForm = {
  isAnswer: (value) =>
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    Array.isArray(value) ||
    isAnswerObject(value),
  howToWrite: "A set has one value for each field: `{ name: 'Ada', age: 36, phone: null }`.",
}

export const extractions: KindDefinition<ExtractionTypes> = {
  kind: 'extractionModel',
  scripted: 'scriptedExtractions',
  keyed: true,
  parse: (value, place) => parseSet(value, place, form),
  describe: (set) => `values of ${nameList([...set.keys()])}`,
  tellAsked: ({ fields }) => ({ words: `for the fields ${nameList(Object.keys(fields))}` }),
  create: (player, { modelId, provider }) =>
    new Experimental_ExtractionMockModelV4({
      modelId,
      provider,
      async doExtract(request) {
        const call = player.record(request)
        const set = await player.answer(call, request.abortSignal)
        const answers = matchSet<ExtractionField, ExtractionAnswer, ExtractionTypes>(
          set,
          { noun: 'field', asked: call.fields, convert: toExtractionAnswer },
          player,
        )
        return { answers, usage: { inputTokens: 0, outputTokens: 0 }, warnings: [] }
      },
    }),
}

/**
 * An extraction model that gives one set of values for each call. Throws InvalidStepError, a TypeError, for what is no set;
 * whether a set fits the fields is known when they are asked for.
 */
export function scriptedExtractions(
  answers: Answers<ExtractionSetAnswer, ExtractionCall>,
  options: ScriptedAnswersOptions = {},
): ScriptedExtractionModel {
  return scriptModel(extractions, answers, options)
}
