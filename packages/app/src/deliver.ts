/**
 * Hands things to functions of the app that a call must not depend on: a sink of records, a notification.
 */
import process from 'node:process'
import { runOutsideRequests } from './request-scope.js'
import { DeliveryError } from './errors/delivery-error.js'

/** Makes something and hands it on; never throws and never waits. */
export type Deliver<Value> = (make: () => Value) => void

/**
 * A delivery to a function of the app. The first failure, be it thrown or rejected, becomes a warning of the process; the
 * others are silent, so that a broken sink does not fill the log. `file` is where the function writes, when that is known.
 */
export function createDelivery<Value>(
  option: DeliveryError['option'],
  receive: (value: Value) => unknown,
  file?: string,
): Deliver<Value> {
  let isReported = false
  const report = (cause: unknown): void => {
    if (!isReported) process.emitWarning(new DeliveryError(option, cause, file))
    isReported = true
  }
  return (make) => {
    try {
      // It is the app's own work, and no longer part of the call that caused it.
      const answer = runOutsideRequests(() => receive(make()))
      Promise.resolve(answer).catch(report)
    } catch (error) {
      report(error)
    }
  }
}
