/**
 * One call of one tool, from the first gate to what the model reads. The order of the gates is the order of this function.
 */
import type { InProcessApp } from '../app-state.js'
import { exactInput } from '../approvals/exact-input.js'
import type { DenialReason, InProcessCall } from '../in-process-call.js'
import { assertPrincipal, copyPrincipal, isPrincipal, type Principal } from '../principal.js'
import { ToolRequestError } from '../errors/tool-request-error.js'
import { createToolRequest } from '../http/create-tool-request.js'
import { readToolResult } from '../http/read-tool-result.js'
import type { DerivedTool } from '../tools/derive-tools.js'
import { audited } from './audited.js'
import { checkBudget, type Budget } from './budget.js'
import { copyInput, type CopiedInput } from './copy-input.js'
import { deniedOutput, type ApprovalState, type Denial } from './denial.js'
import { dispatch } from './dispatch.js'
import { checkScope, type Scope } from './scope.js'

/** A tool call, and who makes it. */
export interface ToolCall {
  readonly tool: DerivedTool
  /** As the model gave it: any JSON value. */
  readonly input: unknown
  readonly agent: string
  readonly principal: Principal | null
  /** What the agent may reach. */
  readonly scopes: readonly Scope[]
  readonly budget: Budget
  readonly signal?: AbortSignal | undefined
}

/** What became of a tool call. */
export interface ToolOutcome {
  /** What the model reads. */
  readonly output: unknown
  /** The gate that refused; nothing ran. */
  readonly denied?: DenialReason
  /** Where the call stands with the humans who decide about it, when they were asked and have not said yes. */
  readonly approval?: ApprovalState
  /** The route's status, when it was reached: the one that the model reads, so 500 where the answer could not be read. */
  readonly status?: number
  readonly method: string
  /** The path that was requested, when a request was made. */
  readonly path?: string
  /** What the handler threw, or why its answer could not be read (a ToolAnswerError, what its body failed with): not for the model. */
  readonly threw?: { readonly error: unknown }
}

/**
 * Calls a tool through every gate, and leaves one record of it where the app keeps any.
 * @throws PrincipalError when the call acts for what is neither a principal nor null; nothing was asked or sent.
 * @throws BudgetStoreError when the app's store of budgets failed; nothing was sent.
 * @throws ApprovalStoreError when the app's store of approvals failed; the handler did not run.
 * @throws AppSetupError when the app's clock says no time; the handler did not run.
 * @throws ToolRequestError when no request can carry the input; nothing was sent. Also when a handler in front of the
 * tool's contract answered in its place: the tool's own did not run.
 * @throws the signal's reason when it is already aborted.
 */
export async function callTool(app: InProcessApp, call: ToolCall): Promise<ToolOutcome> {
  const copied = copyInput(call.input)
  // What cannot be copied is recorded as it was given, and refused; so is what is no principal.
  const principal = isPrincipal(call.principal) ? copyPrincipal(call.principal) : call.principal
  const own: ToolCall = { ...call, principal, input: 'problem' in copied ? call.input : copied.value }
  return audited(app, own, () => passGates(app, own, copied))
}

async function passGates(app: InProcessApp, call: ToolCall, copied: CopiedInput): Promise<ToolOutcome> {
  const { tool } = call
  call.signal?.throwIfAborted()
  assertPrincipal(call.principal)

  const overBudget = checkBudget(call)
  // A budget of the agent's own answers at once, and is not waited for.
  const refused = (overBudget instanceof Promise ? await overBudget : overBudget) ?? checkScope(call)
  if (refused !== undefined) return deny(tool, refused)

  if ('problem' in copied) throw noJson(tool, copied.problem)
  const { request, path } = createToolRequest(tool, call.input, call.signal)
  const { principal, agent, input } = call
  const exact = tool.contract.approval === undefined ? undefined : exactInput(input)
  const inProcess: InProcessCall = { principal, agent, tool, input, app, ...(exact && { exact }) }
  // The entrance refuses a request that another route is known to answer. Authentication, policies, validation and
  // approval speak inside the route, where they always do.
  const response = await dispatch(app, request, inProcess)

  if (inProcess.unreached !== undefined) throw inProcess.unreached
  if (inProcess.unasked !== undefined) throw inProcess.unasked

  if (inProcess.denied !== undefined) return { ...deny(tool, inProcess.denied), status: response.status, path }
  const { output, status } = await readToolResult(response, inProcess, call.signal)
  if (status < 400 && !inProcess.reached && mustReach(tool)) throw answeredElsewhere(tool)
  return {
    output,
    status,
    method: tool.method,
    path,
    ...(inProcess.threw && { threw: inProcess.threw }),
  }
}

function noJson({ name }: DerivedTool, problem: string): ToolRequestError {
  const reason = `its input ${problem}, and must be JSON that a request can carry. Give flat values: \`{ id: '7' }\`.`
  return new ToolRequestError({ tool: name, reason })
}

/** A cache may answer for a tool that only reads. For any other, its answer says that something happened, or was approved. */
function mustReach({ contract, readOnly }: DerivedTool): boolean {
  return contract.approval !== undefined || !readOnly
}

function answeredElsewhere({ name, method, path }: DerivedTool): ToolRequestError {
  const place = `${method} ${path}`
  const reason = `another handler answered in front of its contract. Register ${place} before that handler, or let it call \`next()\`.`
  return new ToolRequestError({ tool: name, reason })
}

function deny(tool: DerivedTool, denial: Denial): ToolOutcome {
  const { reason, approval } = denial
  return { output: deniedOutput(denial), denied: reason, ...(approval && { approval }), method: tool.method }
}
