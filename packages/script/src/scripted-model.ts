/**
 * `scriptedModel`: the way in for everyone who writes a script by hand. Checks it, then leaves it to the engine.
 */
import { play, type ScriptedModel } from './engine/scripted-model.js'
import { parseScript } from './grammar/parse-reply.js'
import { checkOptions } from './fake/check-arguments.js'
import type { Reply } from './grammar/step.js'
import { quotedName } from './quoted.js'

/** Options of a scripted model. */
export interface ScriptedModelOptions {
  /** What errors call the model; also its `modelId`. `scripted` unless given. */
  readonly name?: string
}

/**
 * A model that answers call after call with the steps of a script, replies flattened in order. Throws InvalidStepError, a
 * TypeError, for what is not a step, and TestSetupError for an option that it does not have. With no steps it is a model that must not be called.
 */
export function scriptedModel(steps: readonly Reply[], options: ScriptedModelOptions = {}): ScriptedModel {
  checkOptions('scriptedModel', options, { names: ['name'], example: "{ name: 'triage' }" })
  const { name = 'scripted' } = options
  return play(parseScript(steps), { label: `Model ${quotedName(name)}`, modelId: name, scope: 'script' })
}
