/** An app or a fake used in a way that cannot work. */

/**
 * Why: `option`: what a function of this package was given means nothing; `plain-app`: a Hono app without an entrance is used
 * as one with; `extended`: an app was extended before; `mounted`: one with options was to be mounted in another;
 * `no-approvals`: approvals are asked for where none are kept.
 */
export type AppSetupReason = 'option' | 'plain-app' | 'extended' | 'mounted' | 'no-approvals'

/** Thrown when an app is constructed, extended, mounted or looked up wrongly, or guards a route that it cannot. The message says what to write instead. */
export class AppSetupError extends Error {
  override readonly name = 'AppSetupError'
  readonly code = 'APP_SETUP'
  readonly reason: AppSetupReason

  constructor(message: string, reason: AppSetupReason = 'option') {
    super(message)
    this.reason = reason
  }
}
