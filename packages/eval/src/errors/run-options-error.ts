/** Options of a run that mean nothing. */
import { oneLine } from '@understudy/app'

/** Thrown with every problem, before anything runs. */
export class RunOptionsError extends Error {
  override readonly name = 'RunOptionsError'
  readonly code = 'RUN_OPTIONS'
  /** Every problem, as a sentence with its fix. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `Nothing ran, because of its options:${problems.length === 1 ? ` ${oneLine(problems[0] ?? '', 1_000)}` : `\n${problems.map((each) => `  - ${oneLine(each, 1_000)}`).join('\n')}`}`,
    )
    this.problems = problems
  }
}
