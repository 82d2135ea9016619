/**
 * The error for a fixture of which some turns were not used. Knows how that is told.
 */
import { wordList } from './name-list.js'
import { namedPath } from '../quoted.js'

/** What is known about a fixture whose turns were not all used. */
export interface FixtureUnfinishedDetails {
  readonly file: string
  /** How many turns were used. */
  readonly used: number
  /** The turns that were not, in words. */
  readonly unused: readonly string[]
}

/** Some turns of a replayed fixture were never asked for. */
export class FixtureUnfinishedError extends Error implements FixtureUnfinishedDetails {
  readonly code = 'FIXTURE_UNFINISHED'
  readonly file: string
  readonly used: number
  readonly unused: readonly string[]

  constructor({ file, used, unused }: FixtureUnfinishedDetails) {
    const total = used + unused.length
    super(
      `Fixture ${namedPath(file)} was asked for ${used} of its ${total} ${total === 1 ? 'turn' : 'turns'}. ` +
        `Never asked for: ${wordList(unused)}. Let the code ask for them, or record again what it asks now, with \`RECORD=1\`.`,
    )
    this.name = 'FixtureUnfinishedError'
    this.file = file
    this.used = used
    this.unused = unused
  }
}
