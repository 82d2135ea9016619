/** All that is wrong with an app's tools, found together. */
import { escaped } from '../quoted.js'

/** One thing wrong with a route: why its contract cannot be a tool, or what else keeps the app from having any. */
export interface ToolProblem {
  /** `GET /tickets/:id` */
  readonly route: string
  /** Absent when the problem is the route's own, whatever tool it carries. */
  readonly tool?: string
  readonly problem: string
}

/** Thrown by the first derivation of an app's tools; nothing has been sent. */
export class ToolDerivationError extends Error {
  override readonly name = 'ToolDerivationError'
  readonly code = 'TOOL_DERIVATION'
  /** Every problem of every route. */
  readonly problems: readonly ToolProblem[]

  constructor(problems: readonly ToolProblem[]) {
    const lines = problems.map(({ route, tool, problem }) => {
      const carried = tool === undefined ? '' : ` (tool ${escaped(JSON.stringify(tool))})`
      return `  - ${route}${carried}: ${problem}`
    })
    super(
      `The app's routes cannot be tools, and nothing was sent: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.\n${lines.join('\n')}`,
    )
    this.problems = problems
  }
}
