/** A recorded prompt, as a test reads it. */
import type { AgentOutputSpec, AnyAgent, OutputValue, PromptResponse } from '@understudy/agents'
import type { ApprovalState, DenialReason, Principal } from '@understudy/app'
import type { ModelCall } from '@understudy/script'
import type { RecordedToolCall as ToolCallRecord } from '@understudy/script/fake'

/** One tool call of a prompt, in the order asked. */
export interface RecordedToolCall extends ToolCallRecord {
  /** The gate that refused the call; nothing ran. */
  readonly denied?: DenialReason
  /** Where the call stood with the humans who decide about it, when they were asked and had not said yes. */
  readonly approval?: ApprovalState
  /** The route's status, when it was reached. */
  readonly status?: number
  /** The path that was requested. */
  readonly path?: string
}

/** One prompt: recorded when it starts, filled in as it runs. */
export interface AgentCall<A extends AnyAgent = AnyAgent> {
  /** The agent's name. */
  readonly agent: string
  readonly input: string
  readonly principal: Principal | null
  /** The conversation that it belongs to. */
  readonly conversationId?: string
  readonly toolCalls: readonly RecordedToolCall[]
  /** What the model was sent at each step. */
  readonly requests: readonly ModelCall[]
  readonly response?: PromptResponse<OutputValue<AgentOutputSpec<A>>>
  /** What the prompt threw. */
  readonly error?: unknown
}
