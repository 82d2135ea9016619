/** A call of a model that no answer is scripted for. */
import type { CallKind, CallName } from '@understudy/agents'

/** What {@link UnscriptedModelError} knows. */
export interface UnscriptedModelErrorDetails {
  readonly kind: CallKind
  readonly provider: string
  /** The method of the binding that was called. */
  readonly call: CallName
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
  readonly kind: CallKind
  readonly provider: string
  readonly call: CallName
  readonly scripted: number

  constructor({ kind, provider, call, scripted, asked, respond }: UnscriptedModelErrorDetails) {
    const answers =
      scripted === 0
        ? 'nothing is scripted for it'
        : `only ${scripted} ${scripted === 1 ? 'answer is' : 'answers are'} scripted`
    super(
      `ai.${call}() asked the ${kind} of provider "${provider}" ${asked}, but ${answers}. ` +
        `No real model was asked. Script an answer: \`ai.${respond}([…])\`.`,
    )
    this.kind = kind
    this.provider = provider
    this.call = call
    this.scripted = scripted
  }
}
