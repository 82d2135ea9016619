/**
 * The error of a stream that breaks, as the SDK sees a provider's: once an answer has begun there is no HTTP status any
 * more, and what arrives is not an APICallError.
 */
import { APICallError, StreamProviderError } from 'ai'

/** A provider's failure in the form it has within a stream, with the scripted one as its cause; any other as it is. */
export function streamError(error: Error): Error {
  if (!APICallError.isInstance(error)) return error
  const { message, statusCode, isRetryable, data } = error
  return new StreamProviderError({
    message,
    isRetryable,
    data,
    cause: error,
    ...(statusCode === undefined ? {} : { statusCode }),
  })
}
