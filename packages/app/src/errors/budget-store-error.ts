/** A store of budgets that failed. */

/**
 * Thrown by a tool call whose budget could not be asked; nothing was sent. What the store failed with is the `cause` alone:
 * a model reads the message of what a tool throws.
 */
export class BudgetStoreError extends Error {
  override readonly name = 'BudgetStoreError'
  readonly code = 'BUDGET_STORE'
  /** The agent whose call it was. */
  readonly agent: string

  constructor(agent: string, cause: unknown) {
    super(
      `Agent "${agent}" called a tool, and nothing was sent: the store in \`limits.budgets\` failed to say whether a call is ` +
        'left. Its own error is the `cause`. Let the store answer each call with true or false: `take: (name, limit, now) => true`.',
      { cause },
    )
    this.agent = agent
  }
}
