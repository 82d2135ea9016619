/**
 * The hook for what the SDK's own hooks cannot stop, or never hear of: a request of the SDK that is about to leave by the
 * global `fetch` or `WebSocket`. Every other request passes untouched.
 */
import { refusalOf } from './live-guards.js'
import type { GuardedCall } from './model-guard.js'
import { wrapGlobal } from './replaced-global.js'
import { type OutgoingRequest, readSdkRequest } from './sdk-request.js'
import { refusalOfRunningCall } from './telemetry-hook.js'

type Fetch = typeof globalThis.fetch
type WebSocketClass = typeof globalThis.WebSocket

/**
 * The mark by which the gateway's provider knows its own errors. Whatever else is thrown beneath it becomes a failure of
 * the server, and the SDK waits and tries again.
 */
const GATEWAY_ERROR = Symbol.for('vercel.ai.gateway.error')

/** Guards both ways out. The result ends that. */
export function guardNetwork(): () => void {
  const restoreFetch = wrapGlobal<Fetch>('fetch', guardFetch)
  const restoreWebSocket = wrapGlobal<WebSocketClass>('WebSocket', guardWebSocket)
  return () => {
    restoreFetch()
    restoreWebSocket()
  }
}

function guardFetch(fetch: Fetch): Fetch {
  return new Proxy(fetch, {
    apply(target, self, args: Parameters<Fetch>): unknown {
      const error = refuse('fetch', () => fetchRequest(...args))
      return error === undefined ? Reflect.apply(target, self, args) : Promise.reject(error)
    },
  })
}

function guardWebSocket(WebSocket: WebSocketClass): WebSocketClass {
  const guarded: WebSocketClass = new Proxy(WebSocket, {
    construct(target, args: unknown[], newTarget): object {
      const error = refuse('websocket', () => socketRequest(args))
      if (error !== undefined) throw error
      const socket: unknown = Reflect.construct(target, args, newTarget === guarded ? target : newTarget)
      // A constructor makes an object, whatever it is called on.
      return socket as object
    },
  })
  return guarded
}

function refuse(way: GuardedCall['way'], read: () => OutgoingRequest): Error | undefined {
  const error = refusalOfRunningCall() ?? refusalOfRequest(way, read())
  if (error !== undefined) Reflect.defineProperty(error, GATEWAY_ERROR, { value: true })
  return error
}

function refusalOfRequest(way: GuardedCall['way'], outgoing: OutgoingRequest): Error | undefined {
  const request = readSdkRequest(outgoing)
  return request && refusalOf({ ...request, kind: undefined, way })?.error
}

function fetchRequest(...[input, init]: Parameters<Fetch>): OutgoingRequest {
  const request = input instanceof Request ? input : undefined
  const address = input instanceof URL ? input.href : input
  return {
    url: typeof address === 'string' ? address : (request?.url ?? ''),
    method: init?.method ?? request?.method ?? 'GET',
    headers: readHeaders(init?.headers ?? request?.headers),
    body: init?.body,
  }
}

/** Providers give the socket their headers, as the `ws` package takes them; the platform's own class ignores them. */
function socketRequest([url, , options]: readonly unknown[]): OutgoingRequest {
  const headers: unknown = typeof options === 'object' && options !== null ? Reflect.get(options, 'headers') : undefined
  return { url: String(url), method: 'WebSocket', headers: readHeaders(headers), body: undefined }
}

/** What is wrong with a request is for whoever sends it to say. */
function readHeaders(headers: unknown): Headers {
  try {
    // Anything else than headers makes the constructor throw.
    return new Headers(headers as HeadersInit | undefined)
  } catch {
    return new Headers()
  }
}
