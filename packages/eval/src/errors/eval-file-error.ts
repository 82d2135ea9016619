/** A file that is none of an eval. */
import { named, oneLine } from '@understudy/app'

/** What else {@link EvalFileError} can be told. */
export interface EvalFileErrorOptions extends ErrorOptions {
  /** What to do, as a sentence. */
  readonly fix?: string
}

const FIX = 'Write `export default defineEval({ … })`.'

/** Names the file that cannot be read; its `cause` is what it threw. */
export class EvalFileError extends Error {
  override readonly name = 'EvalFileError'
  readonly code = 'EVAL_FILE'
  readonly file: string

  constructor(file: string, problem: string, { fix = FIX, ...options }: EvalFileErrorOptions = {}) {
    super(
      `${named(file, 300)} is no file of an eval: ${oneLine(problem.replace(/\.$/, ''), 1_000)}. The other files are read all the same. ${oneLine(fix)}`,
      options,
    )
    this.file = file
  }
}
