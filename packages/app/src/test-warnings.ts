/** How this package's tests hear what is reported as a warning of the process. */
import process from 'node:process'
import { DeliveryError } from './index.js'

/** The failures with this cause that are reported while something runs. */
export async function deliveryErrorsOf(cause: unknown, run: () => Promise<unknown>): Promise<DeliveryError[]> {
  const heard: Error[] = []
  const last = new Error('All warnings of the test are heard.')
  const { promise, resolve } = Promise.withResolvers<void>()
  const hear = (warning: Error): void => {
    heard.push(warning)
    if (warning === last) resolve()
  }
  process.on('warning', hear)
  try {
    await run()
    process.emitWarning(last)
    await promise
  } finally {
    process.off('warning', hear)
  }
  return heard.filter((warning) => warning instanceof DeliveryError).filter((warning) => warning.cause === cause)
}
