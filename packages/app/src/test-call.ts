/**
 * How this package's tests call a tool: as an agent would, by name, with everything granted unless a test says less.
 */
import { callTool, createBudget, inProcess, type Principal, type ToolCall, type ToolOutcome } from './index.js'

/** A principal that nothing narrows. */
export const operator: Principal = { kind: 'user', id: 1 }

/** Calls a tool of the app through every gate. */
export function call(
  app: object,
  name: string,
  { input = {}, ...options }: Partial<Omit<ToolCall, 'tool'>> = {},
): Promise<ToolOutcome> {
  const inside = inProcess(app)
  const tool = inside.tools().get(name)
  if (tool === undefined) throw new Error(`The test's app has no tool "${name}".`)
  const caller = { agent: 'triager', principal: operator, scopes: ['tools:*'], budget: createBudget(60) } as const
  return callTool(inside, { tool, input, ...caller, ...options })
}
