/** Folders that cannot be joined. */
import { oneLine } from '@understudy/app'

/** Thrown with every problem, before anything is written. */
export class MergeError extends Error {
  override readonly name = 'MergeError'
  readonly code = 'MERGE'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The folders cannot be joined, and nothing was written:\n${problems.map((each) => `  - ${oneLine(each, 1_000)}`).join('\n')}\n` +
        'Each attempt belongs to one shard: run all with one count: `{ only: { shard: { index: 1, count: 4 } } }`.',
    )
    this.problems = problems
  }
}
