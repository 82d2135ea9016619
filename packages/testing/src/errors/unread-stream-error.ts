/** A streamed answer whose body nobody read. */
import { quote } from '../printable.js'

/** Thrown when the fake ends: the loop of a streamed prompt runs as its body is read, so this one never ran. */
export class UnreadStreamError extends Error {
  override readonly name = 'UnreadStreamError'
  readonly code = 'UNREAD_STREAM'
  readonly agent: string
  readonly input: string

  constructor(agent: string, input: string) {
    super(
      `Agent "${agent}" (prompt ${quote(input, 120)}) was answered with a stream, and nobody read its body. ` +
        'A streamed prompt runs as it is read, so its tools have not run to the end. ' +
        'Read it before the block of the fake ends: `await response.text()`.',
    )
    this.agent = agent
    this.input = input
  }
}
