/**
 * The first handler of every request: sets the principal and the bindings, and opens the request's scope.
 * The only place where a principal comes into being.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { checkReaches } from './check-reaches.js'
import type { InProcessApp } from '../app-state.js'
import { openCall } from '../in-process-call.js'
import { copyPrincipal } from '../principal.js'
import { currentRequest, runInRequest } from '../request-scope.js'
import { noteAnswers } from './whole-answers.js'

type Authenticate = InProcessApp['options']['authenticate']

/** The entrance of an app; see {@link EntranceRouter} for how it comes first. */
export function createEntrance(app: InProcessApp): MiddlewareHandler {
  const { authenticate } = app.options
  const names = app.bindingNames
  return async (c, next) => {
    const call = openCall(c)
    const unreached = call?.tool && checkReaches(call.tool, matchedRoutes(c))
    if (call && unreached) {
      call.unreached = unreached
      return c.body(null, 404)
    }
    if (call?.tool) noteAnswers(c)
    const enter = async (): Promise<void> => {
      try {
        for (const name of names) c.set(name, app.make(name))
        // In process the caller says who it is; `authenticate` is for those who have to prove it.
        // Handlers may write to what they are given, and it is this request's alone.
        c.set('principal', copyPrincipal(call ? call.principal : await authenticated(authenticate, c)))
        await next()
      } catch (error) {
        if (call) call.threw = { error }
        throw error
      }
    }
    // What a tool call of an agent sets off is the agent's doing, through however many requests.
    const byAgent = call?.tool !== undefined || (currentRequest()?.byAgent ?? false)
    await runInRequest({ app, c, byAgent }, enter)
    if (call && c.error) call.threw ??= { error: c.error }
    // Hono finds this out only after the last handler, and lets the error handler word it.
    if (call && !c.finalized) call.threw ??= { error: new TypeError('No handler returned a Response.') }
    return undefined
  }
}

/** Whom `authenticate` found, which from JavaScript is anything. */
async function authenticated(authenticate: Authenticate, c: Context): Promise<unknown> {
  return (await authenticate?.(c)) ?? null
}
