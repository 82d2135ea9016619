/**
 * Waiting for a time. Knows the clock of the runner alone: where fake timers took its place, they decide.
 */
import { untilAborted } from './until-aborted.js'

/** Resolves after so many milliseconds, or rejects with the signal's reason as soon as it aborts. */
export async function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  try {
    await untilAborted(promise, signal)
  } finally {
    clearTimeout(timer)
  }
}
