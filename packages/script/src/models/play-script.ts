/**
 * Makes the model that plays a checked script: the SDK's mock of its kind, with what a test may ask of it. Knows no kind.
 */
import { checkOptions } from '../fake/check-arguments.js'
import type { Answers, ParsedAnswers } from './answers.js'
import { AnswerPlayer } from './answer-player.js'
import type { AnswerPlayOptions, KindDefinition, KindTypes, ScriptedAnswers } from './model-kind.js'
import { parseScript } from './parse-answers.js'
import { quotedName } from '../quoted.js'

/** A scripted model: the SDK's mock, and what a test may ask of it. */
export type ScriptedModelOf<TYPES extends KindTypes> = TYPES['model'] & ScriptedAnswers<TYPES['call']>

/** Options of a model that follows a script of its own. */
export interface ScriptedAnswersOptions {
  /** What errors call the model; also its `modelId`. `scripted` unless given. */
  readonly name?: string
}

/**
 * A model of a kind that follows a script of its own. Throws InvalidStepError, a TypeError, for what is none, and
 * TestSetupError for an option that it does not have.
 */
export function scriptModel<TYPES extends KindTypes>(
  definition: KindDefinition<TYPES>,
  answers: Answers<TYPES['answer'], TYPES['asked']>,
  options: ScriptedAnswersOptions & TYPES['limits'],
): ScriptedModelOf<TYPES> {
  checkOptions(definition.scripted, options, {
    names: ['name', ...(definition.limits ?? [])],
    example: "{ name: 'embedder' }",
  })
  const { name = 'scripted', ...limits } = options
  return playScript(definition, parseScript(definition, answers), { modelId: name, ...limits })
}

/** A model of a kind that plays a checked script. */
export function playScript<TYPES extends KindTypes>(
  definition: KindDefinition<TYPES>,
  script: ParsedAnswers<TYPES['parsed'], TYPES['asked']>,
  options: AnswerPlayOptions<TYPES['call']> & TYPES['limits'],
): ScriptedModelOf<TYPES> {
  const { modelId = 'scripted', provider = 'scripted', label = `Model ${quotedName(modelId)}` } = options
  const player = new AnswerPlayer<TYPES>({ definition, script, label, options })
  const model = definition.create(player, { modelId, provider }, options)
  Object.defineProperty(model, 'remaining', { get: () => player.remaining })
  // With what is defined above, this is what the type adds to the mock.
  return Object.assign(model, {
    calls: player.calls,
    assertComplete: () => player.assertComplete(),
  }) as ScriptedModelOf<TYPES>
}
