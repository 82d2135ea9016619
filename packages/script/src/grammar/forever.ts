/**
 * The mark of a step that never ends. Knows nothing about the step: the grammar checks it where it is scripted.
 */

// Registered, so that two copies of this package in one project know each other's marks.
const mark: unique symbol = Symbol.for('understudy.script.forever')

/** A step that answers every call from here on. */
export interface Forever<STEP> {
  readonly [mark]: STEP
}

/**
 * Answers every call from here on with this step: for proving that a loop is bounded. Nothing can come after it, and it
 * is never unfinished. A loop that asks more than 500 times in one turn has no bound: the call fails with EndlessLoopError.
 */
export function forever<const STEP>(step: STEP): Forever<STEP> {
  return Object.freeze({ [mark]: step })
}

/** Whether a value was made by `forever`. */
export function isForever(value: unknown): value is Forever<unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, mark)
}

/** The step that is repeated. */
export function repeatedStep(value: Forever<unknown>): unknown {
  return value[mark]
}
