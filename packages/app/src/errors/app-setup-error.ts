/** An app or a fake used in a way that cannot work. */

/** Thrown when an app is constructed, extended, mounted or looked up wrongly, or guards a route that it cannot. The message says what to write instead. */
export class AppSetupError extends Error {
  override readonly name = 'AppSetupError'
  readonly code = 'APP_SETUP'
}
