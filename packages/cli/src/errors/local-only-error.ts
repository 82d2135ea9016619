/** A command for development that was run in production. */

/** Thrown before any file is read. */
export class LocalOnlyError extends Error {
  override readonly name = 'LocalOnlyError'
  readonly code = 'LOCAL_ONLY'
  readonly command: string

  constructor(command: string) {
    super(
      `${command} acts as whomever it is told to, so it is for local development only, and NODE_ENV is "production". ` +
        'There, send the request itself: `curl -H "Authorization: Bearer $TOKEN" …`.',
    )
    this.command = command
  }
}
