/**
 * The error for a fixture that is there and cannot be read. Knows how that is told.
 */
import { named, namedPath } from '../quoted.js'

/** The file system does not give a fixture out: it is a folder, or may not be read. Its error is the cause. */
export class FixtureReadError extends Error {
  readonly code = 'FIXTURE_READ'
  readonly file: string
  /** The file system's code, such as `EACCES`; undefined where it has none. */
  readonly reason: string | undefined

  constructor(file: string, options: ErrorOptions = {}) {
    const reason = codeOf(options.cause)
    super(
      `Fixture ${namedPath(file)} cannot be read: ${words(reason)}. It is replayed, and no real model is asked instead. ${fix(file, reason)}`,
      options,
    )
    this.name = 'FixtureReadError'
    this.file = file
    this.reason = reason
  }
}

function codeOf(cause: unknown): string | undefined {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined
}

function words(reason: string | undefined): string {
  if (reason === 'EISDIR') return 'it is a folder'
  if (reason === 'EACCES' || reason === 'EPERM') return `this process may not read it (${reason})`
  if (reason === 'ENOTDIR') return 'a part of its path is a file, where a folder should be'
  return `the file system refused it (${reason === undefined ? 'it does not say why' : named(reason)})`
}

function fix(file: string, reason: string | undefined): string {
  if (reason === 'EACCES' || reason === 'EPERM') return `Let it be read: \`chmod u+r ${namedPath(file)}\`.`
  return "Give the path of the file itself: `replayFixture('fixtures/triage.json')`."
}
