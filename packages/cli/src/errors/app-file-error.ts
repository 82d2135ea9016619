/** A file that has no app. */

/** Names the file, and what it exports instead; its `cause` is what it threw. */
export class AppFileError extends Error {
  override readonly name = 'AppFileError'
  readonly code = 'APP_FILE'
  readonly file: string

  constructor(file: string, problem: string, options?: ErrorOptions) {
    super(
      `${file} has no app to call: ${problem}. Write \`export default app\` or \`export default () => buildApp(…)\`, ` +
        'or name another file: `--app src/app.ts`.',
      options,
    )
    this.file = file
  }
}
