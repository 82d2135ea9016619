/**
 * The error for a path that cannot be a fixture's. Knows how that is told.
 */
import { quoted } from '../quoted.js'

/** A path cannot be a fixture's: it is no path of a file (`no-file`), or not one of a JSON file (`no-json`). */
export class FixturePathError extends TypeError {
  readonly code = 'FIXTURE_PATH'
  readonly file: string
  readonly reason: 'no-file' | 'no-json'

  constructor(file: string, reason: 'no-file' | 'no-json') {
    const why = reason === 'no-file' ? 'it is no path of a file' : 'its name does not end in ".json"'
    super(
      `${quoted(file, 300)} cannot be a fixture: ${why}. Give a path or a file URL: \`replayFixture('fixtures/triage.json')\`.`,
    )
    this.name = 'FixturePathError'
    this.file = file
    this.reason = reason
  }
}
