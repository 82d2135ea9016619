/** Makes the requests of a `TestApp`. */
import { checkText, describeGiven, TestSetupError } from '@understudy/script/fake'

/** The host is never looked up: requests go to the app's own `fetch`. */
const ORIGIN = 'http://localhost'

/** What may be sent as a body: plain objects and lists as JSON, all else (text, forms, bytes, streams) as it is. */
export type TestBody = string | object | null | undefined

/** Headers, as `new Headers()` takes them. */
export type TestHeaders = Headers | Readonly<Record<string, string>> | [string, string][]

/** Options of one request. */
export interface TestRequestOptions {
  readonly headers?: TestHeaders
  readonly body?: TestBody
  readonly signal?: AbortSignal
}

/**
 * A request to the app. A full URL keeps its host.
 * @throws TestSetupError for a body that no request can carry, such as a promise of one.
 */
export function createTestRequest(
  method: string,
  path: string,
  options: TestRequestOptions & { base: Headers },
): Request {
  const { base, body, signal } = options
  refusePath(method, path)
  const headers = new Headers(base)
  for (const [name, value] of new Headers(options.headers)) headers.set(name, value)
  const isJson = isPlain(body)
  if (!isJson) refuseBody(body)
  if (isJson && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const sent = isJson ? JSON.stringify(body) : (body as BodyInit | null | undefined)
  const url = new URL(path, ORIGIN)
  return new Request(url, {
    method,
    headers,
    ...(sent !== null && sent !== undefined && { body: sent }),
    ...(signal && { signal }),
  })
}

function refusePath(method: unknown, path: unknown): void {
  checkText('request', method, 'a method')
  if (typeof path === 'string') return
  throw new TestSetupError(
    `A request was given ${describeGiven(path)} in the place of its path. Give a text: \`http.get('/tickets')\`.`,
  )
}

/** What would be sent as `[object Promise]`, and whatever else says nothing of itself as text. */
function refuseBody(body: TestBody): void {
  if (typeof body !== 'object' || body === null) return
  if (CARRIED.some((type) => body instanceof type) || ArrayBuffer.isView(body)) return
  const isPromise = body instanceof Promise
  const tag = Object.prototype.toString.call(body).slice(8, -1)
  const name = (tag === 'Object' && body.constructor?.name) || tag
  const fix = isPromise ? 'Await it' : 'Give a plain object, which is sent as JSON: `{ ...value }`'
  throw new TestSetupError(
    `A request was given a body that is ${isPromise ? 'a promise' : `an object of ${name}`}. ${fix}.`,
  )
}

/** What a request carries as it is. */
const CARRIED = [Blob, FormData, URLSearchParams, ArrayBuffer, ReadableStream]

function isPlain(body: TestBody): body is object {
  if (typeof body !== 'object' || body === null) return false
  const prototype: unknown = Object.getPrototypeOf(body)
  return Array.isArray(body) || prototype === Object.prototype || prototype === null
}
