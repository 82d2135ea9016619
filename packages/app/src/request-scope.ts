/**
 * The request that the running code belongs to, found through whatever is awaited. Convenient, and never what a refusal
 * depends on alone: code may lose its async context.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from 'hono'
import type { InProcessApp } from './app-state.js'

/** A request on its way through an app. */
export interface RequestScope {
  readonly app: InProcessApp
  readonly c: Context
  /** Whether a tool call of an agent made this request, or set off the work that did. */
  readonly byAgent: boolean
}

const requests = new AsyncLocalStorage<RequestScope | undefined>()

/** Runs the rest of a request so that {@link currentRequest} finds it. */
export function runInRequest<T>(scope: RequestScope, run: () => T): T {
  return requests.run(scope, run)
}

/** Runs what belongs to no request, whoever caused it. */
export function runOutsideRequests<T>(run: () => T): T {
  return requests.run(undefined, run)
}

/** The request that the running code belongs to, if it is one's. */
export function currentRequest(): RequestScope | undefined {
  return requests.getStore()
}
