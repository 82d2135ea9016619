/**
 * Waiting that an abort ends, as it ends a provider's request.
 */

/** The promise's value, or the signal's reason as soon as it aborts. */
export async function untilAborted<VALUE>(
  promise: PromiseLike<VALUE>,
  signal: AbortSignal | undefined,
): Promise<VALUE> {
  if (signal === undefined) return promise
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    const value = await Promise.race([promise, aborted])
    // What answers and aborts at once has aborted: a provider's request would not have answered.
    signal.throwIfAborted()
    return value
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
