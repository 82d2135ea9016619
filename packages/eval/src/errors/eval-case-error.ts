/** Cases that cannot be used. */

/** One of them. */
export interface CaseProblem {
  /** The file and line, or the place in the list. */
  readonly where: string
  readonly problem: string
}

/** Thrown with every problem of all cases, before any model is asked. */
export class EvalCaseError extends Error {
  override readonly name = 'EvalCaseError'
  readonly code = 'EVAL_CASE'
  readonly problems: readonly CaseProblem[]

  constructor(problems: readonly CaseProblem[], options?: ErrorOptions) {
    const list = problems.slice(0, 20).map(({ where, problem }) => `  - ${where}: ${problem}`)
    if (problems.length > 20) list.push(`  - and ${problems.length - 20} more`)
    super(
      `${problems.length} of the cases cannot be used, so nothing ran:\n${list.join('\n')}\n` +
        'A case is one JSON object a line: {"id":"…","input":"…"}.',
      options,
    )
    this.problems = problems
  }
}
