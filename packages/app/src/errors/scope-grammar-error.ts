/** A scope that is outside the grammar. */

/** Thrown when an agent's scope is none of the four forms. */
export class ScopeGrammarError extends Error {
  override readonly name = 'ScopeGrammarError'
  readonly code = 'SCOPE_GRAMMAR'
  readonly scope: string

  constructor(scope: string) {
    super(
      `${JSON.stringify(scope)} is not a scope. ` +
        'A scope is `tool:<name>`, `tools:<prefix>*`, `tools:read` or `tools:*`. Write `tool:tickets_index` for one tool.',
    )
    this.scope = scope
  }
}
