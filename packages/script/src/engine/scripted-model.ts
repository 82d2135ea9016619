/**
 * The model that the SDK calls: `ai/test`'s mock with a script behind it. Knows what a test may ask of it; the player does
 * the work.
 */
import { MockLanguageModelV4 } from 'ai/test'
import type { ParsedReply, StepKind } from '../grammar/parsed-step.js'
import type { ModelCall } from './model-call.js'
import { type PlayerSetup, type PlayOptions, ReplyPlayer } from './reply-player.js'
import { quotedName } from '../quoted.js'

/** A step in a few words. */
export interface StepSummary {
  readonly kind: StepKind
  /** `call tickets_show`, `text "Done."`, `output`, `error "…"`, `exact content`, `function`. */
  readonly description: string
}

/** Where a model is in its script. */
export interface ScriptPosition {
  /** The scripted steps. Of an endless script the last one answers for ever. */
  readonly steps: readonly StepSummary[]
  /** How many steps were taken. */
  readonly taken: number
  /** How many steps it has. */
  readonly total: number
  /** How many were not asked for; an endless step does not count. */
  readonly remaining: number
  /** Whether it ends in `forever(…)`. */
  readonly endless: boolean
  /** The last step that was taken; for a function step, what it decided on. */
  readonly lastTaken: StepSummary | undefined
}

/**
 * A model that follows a script, for `generate` and `stream` alike. It is a `MockLanguageModelV4`: that class keeps every
 * raw request in `doGenerateCalls` and `doStreamCalls`, with the app's own objects in it as they are by now, for as long as
 * the model is held. `calls` has copies, and shares what did not change.
 */
export class ScriptedModel extends MockLanguageModelV4 {
  readonly #player: ReplyPlayer

  /** @internal Made by `scriptedModel` and `playReply`. */
  constructor(player: ReplyPlayer) {
    super({
      provider: player.setup.provider ?? 'scripted',
      modelId: player.setup.modelId,
      doGenerate: (request) => player.generate(request),
      doStream: (request) => player.stream(request),
    })
    this.#player = player
  }

  /** What the model was sent, call by call. Later changes to the app's own objects never show in it. */
  get calls(): readonly ModelCall[] {
    return this.#player.calls
  }

  /** How many scripted steps were not asked for. A step of `forever` does not count. */
  get remaining(): number {
    return this.#player.remaining
  }

  /** Where the model is in its script. */
  get position(): ScriptPosition {
    const { reply, taken, remaining, lastTaken } = this.#player
    const { steps, endless } = reply
    return { steps, taken, total: steps.length, remaining, endless, lastTaken }
  }

  /**
   * Throws ScriptFaultError where a call failed by a fault of the script, even if the app caught it, and
   * ScriptUnfinishedError where scripted steps were not asked for.
   */
  assertComplete(): void {
    this.#player.assertComplete()
  }
}

/**
 * A model that plays one checked reply; without a reply, one whose every call fails. One model for one prompt: its steps
 * and its retries stay on it.
 */
export function playReply(reply: ParsedReply | undefined, options: PlayOptions = {}): ScriptedModel {
  const { modelId = 'scripted', label = `Model ${quotedName(modelId)}` } = options
  return play(reply ?? { steps: [], endless: false }, { ...options, modelId, label, scope: 'reply' })
}

/** @internal One way in for a whole script and for a reply. */
export function play(reply: ParsedReply, setup: PlayerSetup): ScriptedModel {
  return new ScriptedModel(new ReplyPlayer(reply, setup))
}
