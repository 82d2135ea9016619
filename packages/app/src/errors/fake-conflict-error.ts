/** A call that could belong to two live fakes, or belongs to one that has ended. */

/** Thrown instead of guessing which fake a call belongs to. */
export class FakeConflictError extends Error {
  override readonly name = 'FakeConflictError'
  readonly code = 'FAKE_CONFLICT'
  /** The faked binding. */
  readonly binding: string
  readonly reason: 'ambiguous' | 'ended'
  /** Where the fakes were made that the call could belong to, as far as that is known. */
  readonly madeAt: readonly string[]

  constructor(binding: string, reason: 'ambiguous' | 'ended', places: readonly (string | undefined)[] = []) {
    const madeAt = [...new Set(places.flatMap((place) => place ?? []))]
    super(
      reason === 'ambiguous'
        ? `Binding "${binding}" has several live fakes${placesOf(madeAt)} and this call could belong to any of them. ` +
            'Fakes made in a hook, or in an async helper after its first await, are not tied to a test. ' +
            'Make the fake in each test itself: `using ai = http.fakeAi()`.'
        : `Binding "${binding}" was faked when this work began, and the fake has ended, so the real one is not asked. ` +
            'It is late work of a test; or it follows an async helper that made a fake of its own, which reaches its caller too. ' +
            'Make the fake in the test itself, and await the work in its block: `using ai = http.fakeAi(); await work`.',
    )
    this.binding = binding
    this.reason = reason
    this.madeAt = madeAt
  }
}

function placesOf(madeAt: readonly string[]): string {
  return madeAt.length === 0 ? '' : ` (made at ${madeAt.join(' and at ')})`
}
