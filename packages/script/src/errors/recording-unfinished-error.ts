/**
 * The error for a recording that ends while streams are unread. Knows how that is told.
 */
import { namedPath } from '../quoted.js'

/** What is known about a recording that misses answers. */
export interface RecordingUnfinishedDetails {
  readonly file: string
  /** The calls whose streams were not read to their end, counted from 1. */
  readonly unread: readonly number[]
}

/** A recording ended before some streams were read to their end: the file has all other answers, and not theirs. */
export class RecordingUnfinishedError extends Error implements RecordingUnfinishedDetails {
  readonly code = 'RECORDING_UNFINISHED'
  readonly file: string
  readonly unread: readonly number[]

  constructor({ file, unread }: RecordingUnfinishedDetails) {
    const [calls, streams] = unread.length === 1 ? ['call', 'stream was'] : ['calls', 'streams were']
    super(
      `The recording of ${namedPath(file)} ended while the ${streams} not read to the end (${calls} ${unread.join(', ')}); ` +
        'every other answer is in the file. Read each stream, or cancel it: `await result.consumeStream()`.',
    )
    this.name = 'RecordingUnfinishedError'
    this.file = file
    this.unread = unread
  }
}
