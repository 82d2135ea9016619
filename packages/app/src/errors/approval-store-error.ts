/** A store of approvals that failed. */

/** What {@link ApprovalStoreError} knows. */
export interface ApprovalStoreErrorDetails {
  readonly tool: string
  /** The agent whose call it was. */
  readonly agent: string
  /** What the store failed with. */
  readonly cause: unknown
}

/**
 * Thrown by a tool call about which no human could be asked; its handler did not run. What the store failed with is the
 * `cause` alone: a model reads the message of what a tool throws.
 */
export class ApprovalStoreError extends Error {
  override readonly name = 'ApprovalStoreError'
  readonly code = 'APPROVAL_STORE'
  readonly tool: string
  readonly agent: string

  constructor({ tool, agent, cause }: ApprovalStoreErrorDetails) {
    super(
      `Agent "${agent}" called the tool "${tool}", and nothing ran: the store in \`approvals.store\` failed to say whether ` +
        'a human agreed. Its own error is the `cause`. A store of your own passes the cases that the package has: ' +
        '`for (const { run } of approvalStoreCases) await run(createStore)`.',
      { cause },
    )
    this.tool = tool
    this.agent = agent
  }
}
