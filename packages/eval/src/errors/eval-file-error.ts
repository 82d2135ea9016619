/** A file that is none of an eval. */
import { named, oneLine } from '@understudy/app'

/** Names the file that cannot be read; its `cause` is what it threw. */
export class EvalFileError extends Error {
  override readonly name = 'EvalFileError'
  readonly code = 'EVAL_FILE'
  readonly file: string

  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(
      `${named(file, 300)} is no file of an eval: ${oneLine(problem.replace(/\.$/, ''), 1_000)}. The other files are read all the same. ` +
        'Write `export default defineEval({ … })`.',
      options,
    )
    this.file = file
  }
}
