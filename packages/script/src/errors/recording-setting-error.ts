/**
 * The error for a word in `RECORD` that says neither yes nor no. Knows how that is told.
 */
import { quoted } from '../quoted.js'

/** The environment's `RECORD` is neither yes nor no. Nothing was recorded, and nothing replayed. */
export class RecordingSettingError extends TypeError {
  readonly code = 'RECORDING_SETTING'
  /** What `RECORD` is. */
  readonly value: string

  constructor(value: string) {
    super(
      `RECORD is ${quoted(value)}, and whether to record was not understood; no model was asked. ` +
        'To record over the file with the real model it is 1 or true, to replay it is 0, false or not set. ' +
        'Write `RECORD=1`, or `unset RECORD`.',
    )
    this.name = 'RecordingSettingError'
    this.value = value
  }
}
