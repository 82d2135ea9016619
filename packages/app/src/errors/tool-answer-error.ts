/** An answer of a tool that no model can be given. */

/** What {@link ToolAnswerError} knows. */
export interface ToolAnswerErrorDetails {
  readonly tool: string
  /** The status that the route answered with. */
  readonly status: number
  /** How many bytes of it were read, and no more. */
  readonly limit: number
}

/**
 * The `threw` of a call whose route answered more JSON than is read. The handler ran; the model reads a 500 that says so.
 * Never thrown by the gate.
 */
export class ToolAnswerError extends Error {
  override readonly name = 'ToolAnswerError'
  readonly code = 'TOOL_ANSWER'
  readonly tool: string
  readonly status: number
  readonly limit: number

  constructor({ tool, status, limit }: ToolAnswerErrorDetails) {
    super(
      `Tool "${tool}" ran, and answered ${status} with more than ${limit} bytes of JSON, of which the model was given nothing. ` +
        'Part of a JSON text means nothing, and all of it is more than a model reads. ' +
        'Let the route answer less: `c.json(rows.slice(0, 100))`.',
    )
    this.tool = tool
    this.status = status
    this.limit = limit
  }
}
