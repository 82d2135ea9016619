/**
 * The error for a fixture that cannot be read. Knows how that is told.
 */
import { named, namedPath, quoted } from '../quoted.js'

/** A fixture is to be replayed, and there is no such file, or it cannot be read. The cause is the file system's error. */
export class FixtureNotFoundError extends Error {
  readonly code = 'FIXTURE_NOT_FOUND'
  readonly file: string

  constructor(file: string, options: ErrorOptions = {}) {
    super(
      `Fixture ${namedPath(file)} cannot be read${reasonOf(options.cause)}. It is replayed, and no real model is asked instead. ` +
        `Record it, with \`RECORD=1\` and \`replayFixture(${quoted(file, 300)}, { record: model })\`.`,
      options,
    )
    this.name = 'FixtureNotFoundError'
    this.file = file
  }
}

function reasonOf(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined
  if (code === undefined) return ''
  return code === 'ENOENT' ? ': there is no such file' : ` (${named(code)})`
}
