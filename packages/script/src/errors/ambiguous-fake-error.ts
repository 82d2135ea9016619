/** A string id that could be for several live fakes. */
import { quotedName } from '../quoted.js'

/** Thrown where a model is asked for by its id and two fakes could answer, instead of guessing; and again when they end. */
export class AmbiguousFakeError extends Error {
  override readonly name = 'AmbiguousFakeError'
  readonly code = 'AMBIGUOUS_FAKE'
  /** The id that was asked for. */
  readonly model: string

  constructor(model: string) {
    super(
      `Model ${quotedName(model)} was asked for, and several fake providers live that it could be for. ` +
        'Fakes made in a hook, or in an async helper after its first await, are not tied to a test. ' +
        'Make the fake in each test itself: `using models = fakeModels()`.',
    )
    this.model = model
  }
}
