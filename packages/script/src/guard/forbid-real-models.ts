/**
 * `forbidRealModels`: the guard for a test preload. Refuses everything; knows no tests.
 */
import { RealModelError } from '../errors/real-model-error.js'
import { guardModels } from './guard-models.js'

/**
 * Makes every call of a real model fail with a RealModelError, until the result is disposed; in a preload, for the whole
 * run. Scripted models and the mocks of `ai/test` answer as ever.
 *
 * A model that answers without the network, where the SDK lets nobody stop the call, is an unhandled rejection with the
 * same error, so that the run fails.
 */
export function forbidRealModels(): Disposable {
  return guardModels({
    allows: () => false,
    refuse: (call) => new RealModelError(call),
    wasMade(refusal) {
      if (refusal instanceof RealModelError) refusal.wasMade()
      // Nobody awaits it: a test runner fails the run.
      void Promise.reject(refusal)
    },
  })
}
