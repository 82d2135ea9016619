/** All that is wrong with an app's tools, found together. */

/** One route whose contract cannot be a tool, and why. */
export interface ToolProblem {
  /** `GET /tickets/:id` */
  readonly route: string
  readonly tool: string
  readonly problem: string
}

/** Thrown by the first derivation of an app's tools; nothing has been sent. */
export class ToolDerivationError extends Error {
  override readonly name = 'ToolDerivationError'
  readonly code = 'TOOL_DERIVATION'
  /** Every problem of every route. */
  readonly problems: readonly ToolProblem[]

  constructor(problems: readonly ToolProblem[]) {
    const lines = problems.map(({ route, tool, problem }) => `  - ${route} (tool ${JSON.stringify(tool)}): ${problem}`)
    super(
      `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in the app's tools:\n${lines.join('\n')}`,
    )
    this.problems = problems
  }
}
