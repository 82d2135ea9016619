/**
 * Gates: the promises among the parts of a stream, at which it waits until the test opens them.
 */

/** Whether a value is a promise, of any kind. */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** A gate that fails before its stream gets there fails the stream then, and not the process now. */
export function gateOf(gate: PromiseLike<unknown>): Promise<unknown> {
  const promise = Promise.resolve(gate)
  promise.catch(() => undefined)
  return promise
}
