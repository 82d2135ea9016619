/** Options of a run that mean nothing. */

/** Thrown with every problem, before anything runs. */
export class RunOptionsError extends Error {
  override readonly name = 'RunOptionsError'
  readonly code = 'RUN_OPTIONS'
  /** Every problem, as a sentence with its fix. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `Nothing ran, because of its options:${problems.length === 1 ? ` ${problems[0]}` : `\n${problems.map((each) => `  - ${each}`).join('\n')}`}`,
    )
    this.problems = problems
  }
}
