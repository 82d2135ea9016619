/** A scope that is outside the grammar. */
import { nameOf } from '../name-of.js'
import { quoted } from '../quoted.js'

/** Thrown when an agent's scope is none of the four forms. */
export class ScopeGrammarError extends Error {
  override readonly name = 'ScopeGrammarError'
  readonly code = 'SCOPE_GRAMMAR'
  /** As it was given: a string, unless types were ignored. */
  readonly scope: unknown

  constructor(scope: unknown) {
    super(
      `${typeof scope === 'string' ? quoted(scope) : capitalized(nameOf(scope))} is not a scope. ` +
        'A scope is `tool:<name>`, `tools:<prefix>*`, `tools:read` or `tools:*`. Write `tool:tickets_index` for one tool.',
    )
    this.scope = scope
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
