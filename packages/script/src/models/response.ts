/**
 * What a scripted answer says of the response that it came in. Knows no kind of model.
 */

/** When a scripted answer was given: never, and so the same from run to run. */
export function noTime(): Date {
  return new Date(0)
}
