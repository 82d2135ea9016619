/** Cases that cannot be used. */
import { oneLine } from '@understudy/app'

/** One of them. */
export interface CaseProblem {
  /** The file and line, or the place in the list. */
  readonly where: string
  readonly problem: string
}

/** What else there is to say. */
export interface EvalCaseErrorOptions extends ErrorOptions {
  /** The problems are with what cases were chosen by, and not with cases. */
  readonly chosen?: boolean
}

/** Thrown with every problem of all cases, or of what they were chosen by, before any model is asked. */
export class EvalCaseError extends Error {
  override readonly name = 'EvalCaseError'
  readonly code = 'EVAL_CASE'
  readonly problems: readonly CaseProblem[]
  /** The problems are with what cases were chosen by. */
  readonly chosen: boolean

  constructor(problems: readonly CaseProblem[], { chosen = false, ...options }: EvalCaseErrorOptions = {}) {
    const list = problems.slice(0, 20).map(({ where, problem }) => `  - ${oneLine(where)}: ${oneLine(problem, 1_000)}`)
    if (problems.length > 20) list.push(`  - and ${problems.length - 20} more`)
    const [happened, fix] = chosen
      ? ['No case has what was asked for', "Choose by what there is: `{ only: { ids: ['…'], tags: ['…'] } }`."]
      : [
          `${problems.length === 1 ? 'There is a problem' : `There are ${problems.length} problems`} with the cases`,
          'Each has an id of its own, and what is asked: `{"id":"ticket-7","input":"…"}`.',
        ]
    super(`${happened}, so nothing ran:\n${list.join('\n')}\n${fix}`, options)
    this.problems = problems
    this.chosen = chosen
  }
}
