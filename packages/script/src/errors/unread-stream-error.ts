/** A streamed answer that nobody read. */
import { quote } from '../fake/printable.js'
import { describePrompted, promptedOf, type Prompted } from '../fake/prompted.js'

/** Thrown when the fake ends: the loop of a streamed prompt runs as it is read, so this one never ran. */
export class UnreadStreamError extends Error {
  override readonly name = 'UnreadStreamError'
  readonly code = 'UNREAD_STREAM'
  /** The agent that was prompted; absent where a model was, by its id. */
  declare readonly agent?: string
  /** The id of the model that was prompted, with no agent. */
  declare readonly model?: string
  readonly input: string

  /** `who` is an agent's name, or what was prompted. */
  constructor(who: string | Prompted, input: string) {
    const prompted = typeof who === 'string' ? { agent: who } : who
    const { what, how } = prompted.agent === undefined ? ofTheSdk : ofAnAgent
    super(
      `${describePrompted(prompted)} (prompt ${quote(input, 120)}) was answered with a stream, and nobody read ${what}. ` +
        'A streamed prompt runs as it is read, so its tools have not run to the end. ' +
        `Read it before the block of the fake ends: \`${how}\`.`,
    )
    Object.assign(this, promptedOf(prompted))
    this.input = input
  }
}

const ofAnAgent = { what: 'its body', how: 'await response.text()' }
const ofTheSdk = {
  what: 'it to its end',
  how: 'await result.text`, or abort it where its reader goes away: `streamText({ abortSignal, … })',
}
