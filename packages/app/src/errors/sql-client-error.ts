/** A store over SQL that was given something else than a client of Bun for SQLite or PostgreSQL. */

/** What {@link SqlClientError} knows. */
export interface SqlClientErrorDetails {
  /**
   * `runtime`: this is not Bun. `client`: what was given is no SQL client of Bun. `adapter`: it is one, for another
   * database.
   */
  readonly reason: 'runtime' | 'client' | 'adapter'
  /** What there was instead: the runtime, the type of the value or the name of the adapter. */
  readonly given: string
}

/** Thrown when the subpath is imported or a store is made, before any statement is sent. */
export class SqlClientError extends Error {
  override readonly name = 'SqlClientError'
  readonly code = 'SQL_CLIENT'
  readonly reason: SqlClientErrorDetails['reason']
  readonly given: string

  constructor(details: SqlClientErrorDetails) {
    super(tell(details))
    this.reason = details.reason
    this.given = details.given
  }
}

function tell({ reason, given }: SqlClientErrorDetails): string {
  switch (reason) {
    case 'runtime':
      return (
        `The stores of \`@understudy/app/sql\` and \`@understudy/agents/sql\` need Bun's SQL client, and this is ${given}. ` +
        'Run the app with Bun: `bun src/server.ts`. Everything else of the packages runs here, stores of your own included.'
      )
    case 'client':
      return (
        `A store over SQL needs a client of Bun, and was given ${given}. ` +
        "Make one: `import { SQL } from 'bun'` and `new SQL('sqlite://app.db')` or `new SQL('postgres://…')`."
      )
    case 'adapter':
      return (
        `A store over SQL was given a client for "${given}". It knows sqlite and postgres. Make one of these: ` +
        "`new SQL('sqlite://app.db')` or `new SQL('postgres://…')`."
      )
  }
}
