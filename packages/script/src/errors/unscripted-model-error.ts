/** A call of a model that no answer is scripted for. */
import { type AskedModel, askedOf, fakeVariableOf } from '../fake/asked-model.js'
import type { ModelKind } from '../models/model-kind.js'
import { named, oneLine, quotedName } from '../quoted.js'

/** What {@link UnscriptedModelError} knows. */
export type UnscriptedModelErrorDetails = AskedModel & {
  readonly kind: ModelKind
  /** The provider whose model it is. */
  readonly provider: string
  /** How many answers were scripted for the kind. */
  readonly scripted: number
  /** What was asked for, in words: `for the value "a" (values[0])`. */
  readonly asked: string
  /** The method of the fake that scripts an answer. */
  readonly respond: string
}

/** Thrown by a call with nothing scripted, and again when the fake ends. No real model was asked. */
export class UnscriptedModelError extends Error {
  override readonly name = 'UnscriptedModelError'
  readonly code = 'UNSCRIPTED_MODEL'
  readonly kind: ModelKind
  readonly provider: string
  /** The method of the binding that was called; absent where a model was asked by its id. */
  declare readonly call?: string
  /** The id of the model that was asked, with no binding. */
  declare readonly model?: string
  readonly scripted: number

  constructor(details: UnscriptedModelErrorDetails) {
    const { kind, provider, call, model, scripted, asked, respond } = details
    const answers =
      scripted === 0
        ? 'nothing is scripted for it'
        : `only ${scripted} ${scripted === 1 ? 'answer is' : 'answers are'} scripted`
    const happened =
      call === undefined
        ? `The ${kind} ${quotedName(model)} was asked`
        : `ai.${named(call)}() asked the ${kind} of provider ${quotedName(provider)}`
    super(
      `${happened} ${oneLine(asked)}, but ${answers}. ` +
        `No real model was asked. Script an answer: \`${fakeVariableOf(details)}.${respond}([…])\`.`,
    )
    this.kind = kind
    this.provider = provider
    Object.assign(this, askedOf(details))
    this.scripted = scripted
  }
}
