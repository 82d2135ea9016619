/** A tool input that no request can carry to the tool. */

/** What {@link ToolRequestError} knows. */
export interface ToolRequestErrorDetails {
  readonly tool: string
  /** The input key at fault; absent when the input as a whole is. */
  readonly key?: string
  /** What is wrong, what is known and what would be right: whole sentences. */
  readonly reason: string
}

/**
 * The request for a tool call could not be made, so nothing was sent; or another handler answered it, so that the tool's
 * own did not run. Thrown by the gate, so that the AI SDK reports a tool error to the model; the message therefore names
 * the field and the fix, and never a secret.
 */
export class ToolRequestError extends Error {
  override readonly name = 'ToolRequestError'
  readonly code = 'TOOL_REQUEST'
  readonly tool: string
  readonly key: string | undefined

  constructor({ tool, key, reason }: ToolRequestErrorDetails) {
    super(`Tool "${tool}" was not called: ${reason}`)
    this.tool = tool
    this.key = key
  }
}
