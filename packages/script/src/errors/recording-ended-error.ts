/**
 * The error for a call of a model whose recording has ended. Knows how that is told.
 */
import { namedPath } from '../quoted.js'

/** A model was asked after its recording was closed. No model was called. */
export class RecordingEndedError extends Error {
  readonly code = 'RECORDING_ENDED'
  readonly file: string

  constructor(file: string) {
    super(
      `A model was asked after the recording of ${namedPath(file)} had ended, and nothing was sent. ` +
        'Await all that the test starts before its block ends: `await using model = recordFixture(…)`.',
    )
    this.name = 'RecordingEndedError'
    this.file = file
  }
}
