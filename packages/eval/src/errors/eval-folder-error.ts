/** A folder or file of an eval that must not be touched. */
import { named, oneLine } from '@understudy/app'

/** Thrown before anything is written there. */
export class EvalFolderError extends Error {
  override readonly name = 'EvalFolderError'
  readonly code = 'EVAL_FOLDER'
  readonly path: string

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${named(path, 300)} ${oneLine(problem, 1_000)}`, options)
    this.path = path
  }
}
