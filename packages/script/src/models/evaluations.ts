/**
 * Scripted evaluations: one set of answers for each call of `experimental_decide`. Knows that a set answers every question;
 * what answers a question is told in its own file.
 */
import { Experimental_DecisionMockModelV4 } from 'ai/test'
import { nameList } from '../errors/name-list.js'
import type { DecisionAnswer, DecisionQuestion, SdkDecisionRequest } from '../sdk-types.js'
import type { Answers } from './answers.js'
import { toDecisionAnswer } from './decision-answer.js'
import { type AnswerSet, isAnswerObject, matchSet, parseSet, type SetForm } from './keyed-answers.js'
import type { KindDefinition, KindTypes } from './model-kind.js'
import { type ScriptedAnswersOptions, type ScriptedModelOf, scriptModel } from './play-script.js'

/**
 * One value for each question, by its id: the option of a choice; the probability of a boolean; the place of a score; or
 * the SDK's own answer object, which is handed on as it is.
 */
export type EvaluationAnswer<IDS extends string = string> = Readonly<Record<IDS, string | number | DecisionAnswer>>

/** What an evaluation model was sent. */
export type EvaluationCall = Readonly<Omit<SdkDecisionRequest, 'abortSignal'>>

export interface EvaluationTypes extends KindTypes {
  readonly answer: EvaluationAnswer
  readonly parsed: AnswerSet
  readonly call: EvaluationCall
  readonly asked: EvaluationCall
  readonly model: Experimental_DecisionMockModelV4
  readonly limits: {}
}

/** A scripted evaluation model. */
export type ScriptedEvaluationModel = ScriptedModelOf<EvaluationTypes>

const form: SetForm = {
  isAnswer: (value) => typeof value === 'string' || typeof value === 'number' || isAnswerObject(value),
  howToWrite: "A set has one value for each question: `{ category: 'billing', urgent: 0.97 }`.",
}

export const evaluations: KindDefinition<EvaluationTypes> = {
  kind: 'evaluationModel',
  scripted: 'scriptedEvaluations',
  keyed: true,
  parse: (value, place) => parseSet(value, place, form),
  describe: (set) => `answers to ${nameList([...set.keys()])}`,
  tellAsked: ({ questions }) => ({ words: `for the questions ${nameList(Object.keys(questions))}` }),
  create: (player, { modelId, provider }) =>
    new Experimental_DecisionMockModelV4({
      modelId,
      provider,
      supportedQuestionTypes: ['choice', 'score', 'boolean', 'box'],
      async doDecide(request) {
        const call = player.record(request)
        const set = await player.answer(call, request.abortSignal)
        const answers = matchSet<DecisionQuestion, DecisionAnswer, EvaluationTypes>(
          set,
          { noun: 'question', asked: call.questions, convert: toDecisionAnswer },
          player,
        )
        return { answers, usage: { inputTokens: 0, outputTokens: 0 }, warnings: [] }
      },
    }),
}

/**
 * An evaluation model that gives one set of answers for each call. Throws InvalidStepError, a TypeError, for what is no
 * set; whether a set fits the questions is known when they are asked.
 */
export function scriptedEvaluations(
  answers: Answers<EvaluationAnswer, EvaluationCall>,
  options: ScriptedAnswersOptions = {},
): ScriptedEvaluationModel {
  return scriptModel(evaluations, answers, options)
}
