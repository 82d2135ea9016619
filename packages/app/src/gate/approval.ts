/**
 * The fourth gate, inside the route: a human's yes to one exact call. Speaks after everything else has accepted the
 * call, so that nobody is asked about one that would have been refused.
 *
 * There is no store to file requests in yet, so every call that needs a yes is refused.
 */
import type { Context } from 'hono'
import type { NamedContract } from '../contract/route-tool.js'
import type { AnyToolContract } from '../contract/tool-contract.js'
import { validatedValues } from '../http/validated-values.js'
import { callOf } from '../in-process-call.js'
import type { Principal } from '../principal.js'

/** Refuses an agent's call that needs a human's yes. Requests from outside need none: they are a human's own click. */
export function checkApproval({ name, contract }: NamedContract, c: Context): Response | undefined {
  const call = callOf(c)
  if (call?.tool === undefined || contract.approval === undefined) return undefined
  const { tool, principal } = call
  // A call of another tool that got here was approved by nobody, and its input means nothing to this contract's rule.
  const isOwn = tool.contract === contract
  if (isOwn && !needsApproval(contract.approval, () => [validatedValues(tool, c) as never, principal])) return undefined
  const message = `The tool "${name}" needs a human's approval, and this app has no approval store to ask with.`
  call.denied = { reason: 'approval', message }
  return c.json({ denied: 'approval', message }, 403)
}

type Rule = NonNullable<AnyToolContract['approval']>

// The validator has filled the values, so they are of the type that the rule declares.
function needsApproval(rule: Rule, asked: () => [values: never, principal: Principal | null]): boolean {
  // Whatever was written in its place, something was meant by it.
  if (typeof rule !== 'function') return true
  const answer: unknown = rule(...asked())
  // The gate does not wait for a promise: it is no plain `false`. What it fails with is nobody's to catch, then.
  if (answer instanceof Promise) answer.catch(() => undefined)
  return answer !== false
}
