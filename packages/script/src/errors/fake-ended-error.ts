/** A call that reached a fake after it had ended. */

import { type FakeWords, fakeAiWords } from '../fake/prompted.js'
import { oneLine } from '../quoted.js'

/** Thrown by a fake that has ended: late work never meets a real model, nor the next test's fake. */
export class FakeEndedError extends Error {
  override readonly name = 'FakeEndedError'
  readonly code = 'FAKE_ENDED'
  /** What came too late: `Agent "triager" was prompted`. */
  readonly what: string

  constructor(what: string, { fake, make, variable }: FakeWords = fakeAiWords) {
    super(
      `${oneLine(what)} after its ${fake} had ended, and nothing was answered: no real model, and no later fake. ` +
        `Script and await all of it before the block of the fake ends: \`using ${variable} = ${make}; ${variable}.respond(…); await work\`.`,
    )
    this.what = what
  }
}
