/** Time as a run sees it, so that tests bring their own. */

/** The time, and a call in the future. */
export interface Clock {
  /** Milliseconds since 1970, as of `Date.now()`. */
  now(): number
  /** Calls `run` after so many milliseconds, unless the function that it returns is called before. */
  after(milliseconds: number, run: () => void): () => void
}

/** The machine's own. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Waits, or throws the signal's reason as soon as it is aborted. */
export async function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const cancel = clock.after(milliseconds, resolve)
  try {
    await untilAborted(promise, signal)
  } finally {
    cancel()
  }
}

/**
 * What the work resolves to, or the signal's reason as soon as it is aborted: work that ignores its signal keeps nobody
 * waiting. What it does afterwards is nobody's.
 */
export async function untilAborted<T>(work: T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
