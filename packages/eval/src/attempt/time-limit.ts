/** A signal that is aborted when its time is up, or when an outer one is. Lets go of both when disposed. */
import type { Clock } from '../clock.js'
import { AttemptTimeoutError } from '../errors/attempt-timeout-error.js'

/** How long something may take. */
export class TimeLimit implements Disposable {
  readonly #controller = new AbortController()
  readonly #letGo: () => void

  constructor(clock: Clock, milliseconds: number, outer?: AbortSignal) {
    const end = (): void => this.#controller.abort(outer?.reason)
    if (outer?.aborted) end()
    outer?.addEventListener('abort', end, { once: true })
    const cancel = clock.after(milliseconds, () => this.#controller.abort(new AttemptTimeoutError(milliseconds)))
    this.#letGo = () => {
      cancel()
      outer?.removeEventListener('abort', end)
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  [Symbol.dispose](): void {
    this.#letGo()
  }
}
