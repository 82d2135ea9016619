/**
 * Finds the app whose entrance a request came through. Without one nobody has said who the request acts for,
 * which is a mistake in how the app was put together and not in the request.
 */
import type { InProcessApp } from '../app-state.js'
import { AppSetupError } from '../errors/app-setup-error.js'
import { currentRequest } from '../request-scope.js'

/**
 * The app that a guard decides for.
 * @throws AppSetupError when the request's own Hono app has no entrance.
 */
export function enteredApp(c: object, label: string): InProcessApp {
  const scope = currentRequest()
  // An app that asks another in process lends it neither its principal nor its policies.
  if (scope?.c === c) return scope.app
  throw new AppSetupError(
    `${label} guards a route of a plain Hono app, where nothing says who a request acts for. ` +
      'An app of createApp() keeps its entrance only as the outermost one: mounted in a plain Hono app, it has none. ' +
      'Extend the outermost app, and mount plain ones in it: ' +
      '`const app = extendApp(honoApp, { authenticate, policies })`.',
    'plain-app',
  )
}
