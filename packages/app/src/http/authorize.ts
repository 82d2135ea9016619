/** `authorize`: a route for those whom a policy lets in. */
import type { Env, MiddlewareHandler } from 'hono'
import { AppSetupError } from '../errors/app-setup-error.js'
import { nameOf } from '../name-of.js'
import { plainText } from '../quoted.js'
import type { Principal } from '../principal.js'
import { missingPolicy } from '../tools/derive-tools.js'
import { enteredApp } from './entered-app.js'
import { markGuard } from './guard.js'

/**
 * Answers 403 as JSON unless the app's policy for the ability lets the principal in. Nobody is never let in.
 *
 * An ability that `createApp({ policies })` does not have is reported when the tools are derived, and a request that
 * meets it fails with an `UnknownNameError`: it is never allowed. On an app without an entrance it fails with an
 * `AppSetupError`.
 * @throws AppSetupError when the ability is no name.
 */
export function authorize(ability: string): MiddlewareHandler<Env> {
  // From JavaScript, anything can be here.
  const given: unknown = ability
  if (typeof given !== 'string' || given === '') {
    const what = given === '' ? 'an empty string' : nameOf(given)
    throw new AppSetupError(
      `authorize() takes the name of an ability, and was given ${what}. Name one that has a policy: \`authorize('close-ticket')\`.`,
    )
  }
  const label = `authorize('${plainText(ability)}')`
  const handler: MiddlewareHandler<Env> = async (c, next) => {
    const policies = enteredApp(c, label).options.policies ?? {}
    const policy = Object.hasOwn(policies, ability) ? policies[ability] : undefined
    if (policy === undefined) throw missingPolicy(ability, Object.keys(policies))
    const principal = c.get('principal' as never) as Principal | null | undefined
    if (!principal || (await policy(principal, c)) !== true) {
      return c.json({ error: 'forbidden', ability, message: `This needs the ability "${ability}".` }, 403)
    }
    await next()
    return undefined
  }
  return markGuard(handler, { label, ability })
}
