/** A store over SQL whose tables could not be made. */

/** What {@link SqlMigrationError} knows. */
export interface SqlMigrationErrorDetails {
  /** The names of the migrations that the database lacks. */
  readonly missing: readonly string[]
  /** What the database said. */
  readonly cause: unknown
}

/** Thrown by the first use of a store, or by its `migrate()`, when its tables are missing and cannot be made. Nothing was changed. */
export class SqlMigrationError extends Error {
  override readonly name = 'SqlMigrationError'
  readonly code = 'SQL_MIGRATION'
  readonly missing: readonly string[]

  constructor({ missing, cause }: SqlMigrationErrorDetails) {
    const said = cause instanceof Error ? `: ${cause.message.replace(/\.$/, '')}` : ''
    super(
      `A store over SQL has no tables yet and could not make them${said}. ` +
        `The database lacks ${missing.join(', ')}, and nothing was changed. ` +
        'Make them once with a client that may create tables, before the app starts: `await store.migrate()`.',
      { cause },
    )
    this.missing = missing
  }
}
