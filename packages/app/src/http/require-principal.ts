/** `requirePrincipal`: a route for somebody, not for anybody. */
import type { MiddlewareHandler } from 'hono'
import type { Principal } from '../principal.js'
import { enteredApp } from './entered-app.js'
import { markGuard } from './guard.js'

const LABEL = 'requirePrincipal()'

/**
 * Answers 401 as JSON when nobody stands behind the request; behind it `c.var.principal` is never null.
 * On an app without an entrance the request fails with an `AppSetupError`.
 */
export function requirePrincipal(): MiddlewareHandler<{ Variables: { principal: Principal } }> {
  const handler: MiddlewareHandler<{ Variables: { principal: Principal } }> = async (c, next) => {
    enteredApp(c, LABEL)
    // The type says that it is there because this handler makes it true.
    const principal = c.get('principal') as Principal | null | undefined
    if (!principal) return c.json({ error: 'unauthenticated', message: 'This needs a signed-in principal.' }, 401)
    await next()
    return undefined
  }
  return markGuard(handler, { label: LABEL })
}
