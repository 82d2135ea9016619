/**
 * The error for a fixture that is not written. Knows how that is told; the disk knows when.
 */
import { namedPath } from '../quoted.js'

/** Why a fixture is not written. */
export interface FixtureWriteDetails {
  readonly file: string
  /**
   * The file is JSON of something else; another recording in this process has it; something else has written it since;
   * or the file system refused, and its error is the cause.
   */
  readonly reason: 'no-fixture' | 'in-use' | 'changed' | 'failed'
}

/** A fixture is not written, and the file is as it was. */
export class FixtureWriteError extends Error implements FixtureWriteDetails {
  readonly code = 'FIXTURE_WRITE'
  readonly file: string
  readonly reason: FixtureWriteDetails['reason']

  constructor({ file, reason }: FixtureWriteDetails, options: ErrorOptions = {}) {
    super(`Fixture ${namedPath(file)} is not written: ${reasons[reason]}`, options.cause === undefined ? {} : options)
    this.name = 'FixtureWriteError'
    this.file = file
    this.reason = reason
  }
}

const otherPath = "`recordFixture(model, 'fixtures/other.json')`"

const reasons = {
  'no-fixture': `the file holds other JSON, with no "turns". Give a path of its own, ${otherPath}, or remove the file.`,
  'in-use':
    'another recording has it open. Give each recording its own file, and end the first: `await model.close()`.',
  changed:
    'something else has written it since the last turn. Give each recording a file of its own, and record again with `RECORD=1`.',
  failed: `the file system refused it. Make the folder writable, or give another path: ${otherPath}.`,
} as const
