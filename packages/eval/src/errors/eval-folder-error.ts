/** A folder or file of an eval that must not be touched. */

/** Thrown before anything is written there. */
export class EvalFolderError extends Error {
  override readonly name = 'EvalFolderError'
  readonly code = 'EVAL_FOLDER'
  readonly path: string

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path} ${problem}`, options)
    this.path = path
  }
}
