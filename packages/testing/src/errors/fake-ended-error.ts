/** A call that reached a fake after it had ended. */

/** Thrown by a fake that has ended: late work never meets a real model, nor the next test's fake. */
export class FakeEndedError extends Error {
  override readonly name = 'FakeEndedError'
  readonly code = 'FAKE_ENDED'

  constructor(what: string) {
    super(
      `${what}, but the fake AI that it belongs to has ended. Nothing was answered. ` +
        'Await the work before the block of the fake ends.',
    )
  }
}
