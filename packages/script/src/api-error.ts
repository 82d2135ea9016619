/**
 * A provider's failure, as the SDK sees one. Knows what the SDK reads to decide on a retry; knows no script.
 */
import { APICallError } from 'ai'
import { describeValue } from './grammar/describe-value.js'
import { quotedName } from './quoted.js'

/** What a scripted provider failure says. */
export interface ApiErrorOptions {
  /** The HTTP status the provider answered, 100 to 599. */
  readonly status: number
  readonly message?: string
  /** Whether the SDK may retry. By default it may for 408, 409, 429 and 500 and above, as for a real provider. */
  readonly retryable?: boolean
  /** How long the SDK is told to wait before it retries, in milliseconds. Not at all unless given. */
  readonly retryAfterMs?: number
}

const optionNames = ['status', 'message', 'retryable', 'retryAfterMs']

/**
 * The error a provider's HTTP failure becomes, for `{ error: apiError({ status: 429 }) }`. The SDK's own retry sees it,
 * and retries without waiting. Throws a TypeError for options that are not one.
 */
export function apiError(options: ApiErrorOptions): APICallError {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`apiError was given ${describeValue(options)}. Give options: \`apiError({ status: 429 })\`.`)
  }
  const { status, message, retryable, retryAfterMs } = options
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name)) {
      throw new TypeError(`apiError has no option ${quotedName(name)}. Its options are ${optionNames.join(', ')}.`)
    }
  }
  if (!Number.isInteger(status) || status < 100 || status > 599) {
    throw new TypeError(
      `apiError was given the status ${String(status)}. Give an HTTP status: \`apiError({ status: 429 })\`.`,
    )
  }
  if (retryAfterMs !== undefined && !(Number.isFinite(retryAfterMs) && retryAfterMs >= 0)) {
    throw new TypeError(`apiError was given retryAfterMs ${String(retryAfterMs)}. Give milliseconds, or leave it out.`)
  }
  if (retryable !== undefined && typeof retryable !== 'boolean') {
    throw new TypeError(
      `apiError was given retryable ${describeValue(retryable)}. Give true or false, or leave it out.`,
    )
  }
  const isRetryable = retryable ?? retriedStatus(status)
  const wait = retryAfterMs ?? (isRetryable ? 0 : undefined)
  return new APICallError({
    message: message ?? `The scripted provider answered with status ${status}.`,
    url: 'https://scripted.invalid',
    requestBodyValues: {},
    statusCode: status,
    isRetryable,
    ...(wait === undefined ? {} : { responseHeaders: { 'retry-after-ms': String(wait) } }),
  })
}

// The SDK's own rule for a provider's answer.
function retriedStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/**
 * The same error told to retry at once, where it is retryable and says nothing about waiting: the SDK would sleep for
 * seconds. Any other error is returned as it is.
 */
export function withoutRetryWait(error: Error): Error {
  if (!APICallError.isInstance(error) || !error.isRetryable) return error
  const headers = error.responseHeaders ?? {}
  if ('retry-after-ms' in headers || 'retry-after' in headers) return error
  const copy = new APICallError({
    message: error.message,
    url: error.url,
    requestBodyValues: error.requestBodyValues,
    responseHeaders: { ...headers, 'retry-after-ms': '0' },
    isRetryable: true,
    cause: error.cause,
    data: error.data,
    ...(error.statusCode === undefined ? {} : { statusCode: error.statusCode }),
    ...(error.responseBody === undefined ? {} : { responseBody: error.responseBody }),
  })
  if (error.stack !== undefined) copy.stack = error.stack
  return copy
}
