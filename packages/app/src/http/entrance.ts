/**
 * The first handler of every request: sets the principal and the bindings, and opens the request's scope.
 * The only place where a principal comes into being.
 */
import type { MiddlewareHandler } from 'hono'
import { runInRequest, type InProcessApp } from '../app-state.js'
import { openCall, type InProcessCall } from '../in-process-call.js'

/** The entrance of an app; see {@link EntranceRouter} for how it comes first. */
export function createEntrance(app: InProcessApp): MiddlewareHandler {
  const { authenticate } = app.options
  const names = app.bindingNames
  return async (c, next) => {
    const call = openCall(c)
    const enter = async (): Promise<void> => {
      for (const name of names) c.set(name, app.make(name))
      // In process the caller says who it is; `authenticate` is for those who have to prove it.
      c.set('principal', call ? call.principal : ((await authenticate?.(c)) ?? null))
      await next()
    }
    await runInRequest({ app, c }, () => (call ? recordThrown(call, enter) : enter()))
    if (call && c.error) call.threw ??= { error: c.error }
  }
}

async function recordThrown(call: InProcessCall, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    call.threw = { error }
    throw error
  }
}
