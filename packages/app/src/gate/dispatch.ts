/**
 * The third gate: a real request through the app's own `fetch`, with the principal in process.
 */
import type { InProcessApp } from '../app-state.js'
import { attachCall, type InProcessCall } from '../in-process-call.js'
import { nameOf } from '../name-of.js'
import { assertPrincipal } from '../principal.js'
import { currentRequest } from '../request-scope.js'

/**
 * Sends a request through the app as somebody. `authenticate` is not asked. The environment and the execution context
 * are those of the request that the running code belongs to, if it belongs to one of this app.
 *
 * Whatever a handler throws becomes a 500, also what Hono's error handler does not take; so does what is no Response.
 * @throws PrincipalError when the call acts for what is neither a principal nor null; nothing was sent.
 */
export async function dispatch(app: InProcessApp, request: Request, call: InProcessCall): Promise<Response> {
  assertPrincipal(call.principal)
  attachCall(request, call)
  const { env, executionCtx } = surroundings(app)
  try {
    // Untyped handlers return what they like, and Hono hands it on.
    const answer: unknown = await app.hono.fetch(request, env, executionCtx)
    if (isResponse(answer)) return answer
    throw answer instanceof Error
      ? answer
      : new TypeError(`A handler returned ${nameOf(answer)}, which is no Response.`)
  } catch (error) {
    // An error that no handler threw (in the app's own 404 or error handler, say) is not hidden as one.
    call.threw ??= { error }
    return new Response('Internal Server Error', { status: 500 })
  }
}

/** By what it can do: a runtime's adapter may bring a Response class of its own. */
function isResponse(answer: unknown): answer is Response {
  if (typeof answer !== 'object' || answer === null) return false
  const { status, headers, text } = answer as Partial<Response>
  return typeof status === 'number' && typeof headers?.get === 'function' && typeof text === 'function'
}

function surroundings(app: InProcessApp): { env?: unknown; executionCtx?: unknown } {
  const scope = currentRequest()
  if (scope?.app !== app) return {}
  const { c } = scope
  try {
    return { env: c.env, executionCtx: c.executionCtx }
  } catch {
    // Hono throws for an execution context that the runtime does not have.
    return { env: c.env }
  }
}
