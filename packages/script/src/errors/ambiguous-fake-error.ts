/** A string id that could be for several live fakes. */
import { quotedName } from '../quoted.js'

/** Thrown where a model is asked for by its id and two fakes could answer, instead of guessing; and again when they end. */
export class AmbiguousFakeError extends Error {
  override readonly name = 'AmbiguousFakeError'
  readonly code = 'AMBIGUOUS_FAKE'
  /** The id that was asked for. */
  readonly model: string
  /** Where the fakes were made, as far as that is known. */
  readonly madeAt: readonly string[]

  constructor(model: string, places: readonly (string | undefined)[] = []) {
    const madeAt = [...new Set(places.flatMap((place) => place ?? []))]
    const where = madeAt.length === 0 ? '' : ` (made at ${madeAt.join(' and at ')})`
    super(
      `Model ${quotedName(model)} was asked for, and several fake providers live${where} that it could be for. ` +
        'Fakes made in a hook, or in an async helper after its first await, are not tied to a test. ' +
        'Make the fake in each test itself: `using models = fakeModels()`.',
    )
    this.model = model
    this.madeAt = madeAt
  }
}
