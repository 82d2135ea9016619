/** An app or a fake used in a way that cannot work, found when it is set up. */

/** Thrown when an app is constructed, extended or looked up wrongly. The message says what to write instead. */
export class AppSetupError extends Error {
  override readonly name = 'AppSetupError'
  readonly code = 'APP_SETUP'
}
