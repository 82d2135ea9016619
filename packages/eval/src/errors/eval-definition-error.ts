/** All that keeps an eval from being defined, found together. */
import { oneLine, quoted } from '@understudy/app'

/** Thrown by `defineEval`. */
export class EvalDefinitionError extends Error {
  override readonly name = 'EvalDefinitionError'
  readonly code = 'EVAL_DEFINITION'
  readonly flow: string
  /** Every problem, as a sentence with its fix. */
  readonly problems: readonly string[]

  constructor(flow: string, problems: readonly string[]) {
    const sentences = problems
      .map((each) => oneLine(each, 1_000))
      .map((each) => (each.endsWith('.') ? each : `${each}.`))
    const list = sentences.length === 1 ? ` ${sentences[0]}` : `\n${sentences.map((each) => `  - ${each}`).join('\n')}`
    super(`The eval ${quoted(flow)} cannot be defined:${list}`)
    this.flow = flow
    this.problems = problems
  }
}
