/**
 * `guardModels`: lets a guard decide about every call of a real model until it is disposed. Puts the hooks in with the
 * first guard and takes them out with the last; what each hook notices is its own file's business.
 */
import { guardDefaultProvider } from './default-provider-hook.js'
import { addGuard, isGuarded } from './live-guards.js'
import type { ModelGuard } from './model-guard.js'
import { guardNetwork } from './network-hook.js'
import { guardTelemetry } from './telemetry-hook.js'

let removeHooks: readonly (() => void)[] = []

/**
 * Asks the guard about every call of a real model until the result is disposed. Several may live, nested or side by side,
 * and end in any order; with the last every global is as it was.
 *
 * A call is noticed where it goes first: as the SDK resolves a string id; as it tells its telemetry; as its request is
 * about to leave by the global `fetch` or `WebSocket`.
 */
export function guardModels(guard: ModelGuard): Disposable {
  if (!isGuarded()) removeHooks = [guardDefaultProvider(), guardTelemetry(), guardNetwork()]
  const remove = addGuard(guard)
  return {
    [Symbol.dispose]() {
      remove()
      if (isGuarded()) return
      for (const removeHook of removeHooks) removeHook()
      removeHooks = []
    },
  }
}
