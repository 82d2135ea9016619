/**
 * The fourth gate, inside the route: a human's yes to one exact call. Speaks after everything else has accepted the
 * call, so that nobody is asked about one that would have been refused.
 *
 * There is no store to file requests in yet, so every call that needs a yes is refused.
 */
import type { Context } from 'hono'
import type { NamedContract } from '../contract/route-tool.js'
import type { AnyToolContract } from '../contract/tool-contract.js'
import { inputAsRead } from '../http/input-as-read.js'
import { callOf, type InProcessCall } from '../in-process-call.js'
import type { DerivedTool } from '../tools/derive-tools.js'

/** Refuses an agent's call that needs a human's yes. Requests from outside need none: they are a human's own click. */
export function checkApproval({ name, contract }: NamedContract, c: Context): Response | undefined {
  const call = callOf(c)
  if (call?.tool === undefined || contract.approval === undefined) return undefined
  // A call of another tool that got here was approved by nobody, and its input means nothing to this contract's rule.
  if (call.tool.name === name && !needsApproval(contract.approval, call.tool, call)) return undefined
  const message = `The tool "${name}" needs a human's approval, and this app has no approval store to ask with.`
  call.denied = { reason: 'approval', message }
  return c.json({ denied: 'approval', message }, 403)
}

function needsApproval(
  rule: NonNullable<AnyToolContract['approval']>,
  tool: DerivedTool,
  call: InProcessCall,
): boolean {
  // Whatever was written in its place, something was meant by it.
  if (typeof rule !== 'function') return true
  // The validator has accepted the input, so it is of the type that the rule declares once read. Only a plain `false` lets it pass.
  return rule(inputAsRead(tool, call.input) as never, call.principal) !== false
}
