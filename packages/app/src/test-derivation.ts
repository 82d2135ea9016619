/** How this package's tests make small routes and read what deriving finds wrong with them. */
import { ToolDerivationError, type ToolProblem } from './index.js'

/** A handler with nothing to tell. */
export const ok = (c: { json: (value: string) => Response }): Response => c.json('ok')

/** The least contract there is. */
export const plain = { description: 'Does it.' }

/** The problems that deriving finds; none when it succeeds. */
export function problemsOf(app: { tools: () => unknown }): readonly ToolProblem[] {
  try {
    app.tools()
    return []
  } catch (error) {
    if (error instanceof ToolDerivationError) return error.problems
    throw error
  }
}
