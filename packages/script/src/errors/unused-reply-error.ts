/** A scripted reply that no prompt has drawn. */

import { describePrompted, fakeWordsOf, promptedOf, type Prompted } from '../fake/prompted.js'

/** Thrown by `assertComplete()`, and when a strict fake ends. */
export class UnusedReplyError extends Error {
  override readonly name = 'UnusedReplyError'
  readonly code = 'UNUSED_REPLY'
  /** The agent that was prompted; absent where a model was, by its id. */
  declare readonly agent?: string
  /** The id of the model that was prompted, with no agent. */
  declare readonly model?: string
  /** How many replies were left. */
  readonly count: number

  /** `who` is an agent's name, or what was to be prompted; `scripted` is how many replies there were. */
  constructor(who: string | Prompted, count: number, scripted: number = count) {
    const prompted = typeof who === 'string' ? { agent: who } : who
    const it = prompted.agent === undefined ? 'the model' : 'the agent'
    super(
      `${describePrompted(prompted)} has ${count} of ${scripted} scripted ${scripted === 1 ? 'reply' : 'replies'} left, for which it was not prompted. ` +
        `Take ${count === 1 ? 'it' : 'them'} out of \`${fakeWordsOf(prompted).variable}.respond(…, […])\`, or prompt ${it} ${count === 1 ? 'once' : `${count} times`} more.`,
    )
    Object.assign(this, promptedOf(prompted))
    this.count = count
  }
}
