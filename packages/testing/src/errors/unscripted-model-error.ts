/** A model of a kind that the fake has no answers for. */
import type { ModelKind } from '@understudy/agents'

/** Thrown instead of asking a real model, and again when the fake ends. */
export class UnscriptedModelError extends Error {
  override readonly name = 'UnscriptedModelError'
  readonly code = 'UNSCRIPTED_MODEL'
  readonly kind: ModelKind
  readonly provider: string

  constructor(kind: ModelKind, provider: string) {
    super(
      `The ${kind} of provider "${provider}" was asked while the AI is faked, and nothing is scripted for it. ` +
        'No real model was asked. Script the agents with ai.respond(), and keep this call out of the test.',
    )
    this.kind = kind
    this.provider = provider
  }
}
