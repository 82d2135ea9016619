/** Interrupts of a run: the first asks for its end, the second ends it at once. Knows nothing of what runs. */
import type { Surroundings } from './surroundings.js'

/** What a run listens to. */
export interface Interrupts extends Disposable {
  /** Aborted by the first interrupt. */
  readonly stop: AbortSignal
  /** Aborted by the second. */
  readonly signal: AbortSignal
}

/** Listens until disposed, and says what each interrupt does. */
export function listenForInterrupts(
  { onInterrupt }: Pick<Surroundings, 'onInterrupt'>,
  say: (message: string) => void,
): Interrupts {
  const stop = new AbortController()
  const end = new AbortController()
  const forget = onInterrupt(() => {
    if (stop.signal.aborted) {
      say('Ending at once.')
      end.abort(new Error('The run was interrupted.'))
      // A hook that hears of nothing cannot hold a third one up.
      forget()
    } else {
      say('Interrupted: running cases finish, no other starts. Interrupt again to end at once.')
      stop.abort()
    }
  })
  return { stop: stop.signal, signal: end.signal, [Symbol.dispose]: forget }
}
