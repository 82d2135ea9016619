/**
 * The fourth gate, inside the route: a human's yes to one exact call. Speaks after everything else has accepted the
 * call, so that nobody is asked about one that would have been refused, and just before the handler.
 */
import type { Context } from 'hono'
import type { NamedContract } from '../contract/route-tool.js'
import type { AnyToolContract } from '../contract/tool-contract.js'
import { validatedValues } from '../http/validated-values.js'
import { ApprovalStoreError } from '../errors/approval-store-error.js'
import { callOf, type InProcessCall } from '../in-process-call.js'
import { currentRequest } from '../request-scope.js'
import { copyPrincipal, type Principal } from '../principal.js'
import { askApproval } from './ask-approval.js'
import { deniedOutput, type Denial } from './denial.js'

/**
 * Refuses an agent's call that waits for a human's yes. Requests from outside need none: they are a human's own click.
 * A request that a tool call set off is no click, and no call of this tool that a human could say yes to.
 * A yes is spent here, before the handler runs, whatever then becomes of it.
 */
export async function checkApproval({ name, contract }: NamedContract, c: Context): Promise<Response | undefined> {
  if (contract.approval === undefined) return undefined
  const call = callOf(c)
  const denial = call?.tool === undefined ? checkClick(name) : await checkCall(call, { name, contract }, c)
  if (denial === undefined) return undefined
  if (call) call.denied = denial
  return c.json(deniedOutput(denial), 403)
}

async function checkCall(
  call: InProcessCall,
  { name, contract }: NamedContract,
  c: Context,
): Promise<Denial | undefined> {
  const { tool, principal } = call
  if (tool?.contract !== contract) {
    // It can be approved by nobody, and its input means nothing to this contract's rule.
    return refuse(`The tool "${name}" needs a human's approval, and the call was of "${tool?.name}".`)
  }
  if (!needsApproval(contract.approval, () => [validatedValues(tool, c) as never, copyPrincipal(principal)]))
    return undefined
  return askForCall(call, name)
}

/** Refuses a request of no call when a call made it all the same: in its handler, or in work that it left behind. */
function checkClick(name: string): Denial | undefined {
  if (currentRequest()?.byAgent !== true) return undefined
  const fix = `Call "${name}" itself, or give what both routes do to a function of its own: \`refund(ticket)\`.`
  return refuse(`The tool "${name}" needs a human's approval, and another tool's call sent this request. ${fix}`)
}

async function askForCall(call: InProcessCall, name: string): Promise<Denial | undefined> {
  const { app, tool, agent, principal, input, exact } = call
  const options = app?.options.approvals
  if (!app || !options || !tool || agent === undefined || !exact) {
    const none = 'this app has no approval store to ask with: `createApp({ approvals: { store } })`'
    return refuse(`The tool "${name}" needs a human's approval, and ${none}.`)
  }
  if ('problem' in exact) {
    return refuse(`The tool "${name}" needs a human's approval, and nobody can be asked: ${exact.problem}.`)
  }
  try {
    return await askApproval(app, options, { tool, agent, principal, input, text: exact.text })
  } catch (error) {
    // It is thrown on, for the app to log; what its error handler makes of it is not what the model reads.
    if (error instanceof ApprovalStoreError) call.unasked = error
    throw error
  }
}

function refuse(message: string): Denial {
  return { reason: 'approval', message }
}

type Rule = AnyToolContract['approval']

// The validator has filled the values, so they are of the type that the rule declares.
function needsApproval(rule: Rule, asked: () => [values: never, principal: Principal | null]): boolean {
  // Whatever was written in its place, something was meant by it.
  if (typeof rule !== 'function') return true
  const answer: unknown = rule(...asked())
  // The gate does not wait for a promise: it is no plain `false`. What it fails with is nobody's to catch, then.
  if (answer instanceof Promise) answer.catch(() => undefined)
  return answer !== false
}
