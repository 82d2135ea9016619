/** One prompt of an agent under the fake: what every prompt's record has, and what the gate did. */
import type { PromptResponse, PromptRun, PromptStart, ToolEnd } from '@understudy/agents'
import { describePrincipal, type ApprovalState, type Principal } from '@understudy/app'
import {
  type Mutable,
  named,
  printableName,
  PromptRecord,
  type PromptRecordSetup,
  quote,
  showOutcome,
  telemetryOfScripted,
} from '@understudy/script/fake'
import type { AgentCall, RecordedToolCall } from './agent-call.js'

/** What a record is made of. */
export interface AgentRecordSetup extends PromptRecordSetup {
  readonly start: PromptStart
}

/** The record of one prompt, which is also what hears of it while it runs. */
export class AgentRecord extends PromptRecord<RecordedToolCall, PromptResponse<unknown>> implements PromptRun {
  readonly principal: Principal | null
  override readonly call: Mutable<AgentCall<never>>
  /** Its model is known to be scripted: the guard against real ones need not be asked. */
  readonly telemetry: ReturnType<typeof telemetryOfScripted> = telemetryOfScripted()

  constructor(setup: AgentRecordSetup) {
    super(setup)
    const { agentName: agent, input, principal, conversationId } = setup.start
    const { toolCalls, requests } = this
    this.principal = principal
    this.call = {
      agent,
      input,
      principal,
      ...(conversationId !== undefined && { conversationId }),
      toolCalls,
      requests,
    }
    if (setup.unscripted !== undefined) this.complain(setup.unscripted)
  }

  override title(width?: number): string {
    return `${named(this.name)} as ${printableName(describePrincipal(this.principal))}: ${quote(this.input, width)}`
  }

  override outcomeOf(call: RecordedToolCall, width?: number): string {
    const route = call.path === undefined ? '' : `${call.status} ${quote(call.path, width)} `
    if (call.denied !== undefined) return `${route}denied by ${call.denied}${standingOf(call.approval, width)}`
    return `${route}${showOutcome(call, width)}`
  }

  toolEnded(toolCallId: string, end: ToolEnd): void {
    const recorded = this.recordOutcome(toolCallId, end)
    if (recorded === undefined || 'error' in end) return
    const { denied, approval, status, path, threw } = end.outcome ?? {}
    if (denied !== undefined) recorded.denied = denied
    if (approval !== undefined) recorded.approval = approval
    if (status !== undefined) recorded.status = status
    if (path !== undefined) recorded.path = path
    if (threw !== undefined) recorded.error = threw.error
  }
}

/** What is the same from run to run: the request's id and its time are not. */
function standingOf(approval: ApprovalState | undefined, width: number | undefined): string {
  if (approval === undefined) return ''
  return `, ${approval.status}${approval.reason === undefined ? '' : ` ${quote(approval.reason, width)}`}`
}
