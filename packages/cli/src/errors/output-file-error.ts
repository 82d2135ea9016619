/** A file that cannot be written. */

/** Thrown before anything runs where it can be known by then. Its `cause` is the system's error. */
export class OutputFileError extends Error {
  override readonly name = 'OutputFileError'
  readonly code = 'OUTPUT_FILE'
  readonly path: string

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(
      `${path} cannot be written (${reason}). Its folder has to be there, and be one that this user can write to: ` +
        `\`mkdir -p reports\`, or name another file: \`reports/report.xml\`.`,
      options,
    )
    this.path = path
  }
}
