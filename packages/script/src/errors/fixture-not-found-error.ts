/**
 * The error for a fixture that is not there. Knows how that is told.
 */
import { namedPath, quoted } from '../quoted.js'

/** What is known about a fixture that is not there. */
export interface FixtureNotFoundDetails {
  readonly file: string
  /** What replays it: a model of its own, or a fake by prompt, whose `replay()` records too. */
  readonly replayedBy: 'model' | 'prompt'
}

/** A fixture is to be replayed, and there is no such file. The cause is the file system's error. */
export class FixtureNotFoundError extends Error implements FixtureNotFoundDetails {
  readonly code = 'FIXTURE_NOT_FOUND'
  readonly file: string
  readonly replayedBy: FixtureNotFoundDetails['replayedBy']

  constructor({ file, replayedBy }: FixtureNotFoundDetails, options: ErrorOptions = {}) {
    super(
      `Fixture ${namedPath(file)} cannot be read: there is no such file. It is replayed, and no real model is asked instead. ` +
        fixes[replayedBy](file),
      options,
    )
    this.name = 'FixtureNotFoundError'
    this.file = file
    this.replayedBy = replayedBy
  }
}

const fixes: Readonly<Record<FixtureNotFoundDetails['replayedBy'], (file: string) => string>> = {
  model: (file) => `Record it, with \`RECORD=1\` and \`replayFixture(${quoted(file, 300)}, { record: model })\`.`,
  prompt: (file) =>
    `Run this test once with \`RECORD=1\`, and the same \`replay(…, ${quoted(file, 300)})\` asks the real model and records it.`,
}
