/**
 * One prompt under the fake: plays its reply, writes down what happens, and finds what is wrong with how it ended.
 * It owns its reply from the moment it starts; knows nothing of other prompts.
 */
import { NoObjectGeneratedError } from 'ai'
import type { PromptResponse, PromptRun, PromptStart, ToolEnd } from '@understudy/agents'
import type { Principal } from '@understudy/app'
import { playReply, shareCopy, telemetryOfScripted, type ModelCall, type ScriptedModel } from '@understudy/script'
import { describeSite, type CallSite } from '../call-site.js'
import { PromptRunningError } from '../errors/prompt-running-error.js'
import { RefusedOutputError } from '../errors/refused-output-error.js'
import { UnfinishedReplyError } from '../errors/unfinished-reply-error.js'
import { UnreadStreamError } from '../errors/unread-stream-error.js'
import { quote } from '../printable.js'
import type { AgentCall } from './agent-call.js'
import { describeStop } from './describe-stop.js'
import { recordCalls, recordErrors, recordInvalid, type MutableToolCall } from './record-tool-calls.js'
import type { ScriptedReply } from './reply-queues.js'
import { toError } from './to-error.js'

/** How a prompt stands. */
export type PromptState = 'running' | 'answered' | 'failed' | 'aborted'

/** What a record is made of. */
export interface PromptRecordSetup {
  readonly start: PromptStart
  /** Its place among all prompts of the fake, from 1. */
  readonly number: number
  /** Its reply, and where that was scripted. */
  readonly taken: ScriptedReply | undefined
  /** Why every model call fails; undefined when a reply is scripted. */
  readonly unscripted: Error | undefined
  /** An earlier prompt of the agent: what is the same in this one's requests is shared with it. */
  readonly earlier: PromptRecord | undefined
  readonly complain: (complaint: Error, record: PromptRecord) => void
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The record of one prompt, which is also what hears of it while it runs. */
export class PromptRecord implements PromptRun {
  readonly agent: string
  readonly number: number
  readonly input: string
  readonly principal: Principal | null
  /** What a test reads: filled in as the prompt runs, with nothing in it but what it says it has. */
  readonly call: Mutable<AgentCall<never>>
  readonly model: ScriptedModel
  /** Its model is known to be scripted: the guard against real ones need not be asked. */
  readonly telemetry: ReturnType<typeof telemetryOfScripted> = telemetryOfScripted()
  readonly requests: ModelCall[] = []
  readonly toolCalls: MutableToolCall[] = []
  state: PromptState = 'running'
  /** What is wrong with the prompt: the first fault, since what follows from it is not another. */
  complaint: Error | undefined
  readonly #complain: (complaint: Error) => void
  readonly #site: CallSite | undefined
  /** Whether it is a stream whose body nobody has begun to read. */
  #unread: boolean
  readonly #streamed: boolean
  #answers = 0

  constructor({ start, number, taken, unscripted, earlier, complain }: PromptRecordSetup) {
    this.agent = start.agentName
    this.number = number
    this.input = start.input
    this.principal = start.principal
    this.#unread = start.streamed
    this.#streamed = start.streamed
    const { requests, toolCalls } = this
    const { agentName: agent, input, principal, conversationId } = start
    this.call = {
      agent,
      input,
      principal,
      ...(conversationId !== undefined && { conversationId }),
      toolCalls,
      requests,
    }
    this.#complain = (complaint) => {
      if (this.complaint !== undefined) return
      this.complaint = complaint
      complain(complaint, this)
    }
    const [shareWith] = earlier?.requests ?? []
    this.#site = taken?.site
    this.model = playReply(taken?.reply, {
      label: `Agent ${JSON.stringify(start.agentName)}`,
      modelId: start.agentName,
      onCall: (call) => {
        this.requests.push(call)
        recordErrors(this.toolCalls, call)
      },
      onAnswer: (content) => {
        this.#answers++
        recordCalls(this.toolCalls, { content, step: this.requests.length })
      },
      onFault: (fault) => this.#complain(toError(fault)),
      scriptedAt: () => this.scriptedAt,
      ...(unscripted && { exhausted: () => unscripted }),
      ...(shareWith && { shareWith }),
    })
    if (unscripted !== undefined) this.#complain(unscripted)
  }

  /** Where its reply was scripted: `tests/triage.test.ts:14`. */
  get scriptedAt(): string | undefined {
    return this.#site && describeSite(this.#site)
  }

  toolEnded(toolCallId: string, end: ToolEnd): void {
    // The newest first: a model that repeats an id means the call that it just made.
    const recorded = this.toolCalls.findLast((toolCall) => toolCall.id === toolCallId)
    if (recorded === undefined) return
    if ('error' in end) {
      recorded.error = end.error
      return
    }
    recorded.output = shareCopy(end.output)
    const { denied, approval, status, path, threw } = end.outcome ?? {}
    if (denied !== undefined) recorded.denied = denied
    if (approval !== undefined) recorded.approval = approval
    if (status !== undefined) recorded.status = status
    if (path !== undefined) recorded.path = path
    if (threw !== undefined) recorded.error = threw.error
  }

  readingStarted(): void {
    this.#unread = false
  }

  ended(response: PromptResponse<unknown>): void {
    if (!this.#settle('answered')) return
    // The record's type says what its agent's class says; here it is any agent's.
    this.call.response = response as PromptResponse<never>
    recordInvalid(this.toolCalls, response.steps)
    this.#checkFinished(() => ({
      reason: describeStop(response, this.toolCalls),
      fix: 'If it must stop there, end the reply there: leave out the `then`.',
    }))
  }

  failed(error: unknown, aborted: boolean): void {
    if (!this.#settle(aborted ? 'aborted' : 'failed')) return
    this.call.error = error
    if (aborted) return
    if (NoObjectGeneratedError.isInstance(error) && this.model.position.lastTaken?.kind === 'output') {
      this.#complain(new RefusedOutputError(this.agent, error))
    }
    this.#checkFinished(() => {
      const { name, message } = toError(error)
      return { reason: `the prompt failed with ${name}`, fix: `Mend what it failed with: ${quote(message)}.` }
    })
  }

  /** A prompt that is refused before it has a model. */
  refuse(error: Error): void {
    this.state = 'failed'
    this.call.error = error
    this.#complain(error)
  }

  /** Complains of a prompt that is still running when its fake ends. */
  close(): void {
    if (this.state !== 'running') return
    const { agent, input } = this
    this.#complain(
      this.#unread
        ? new UnreadStreamError(agent, input)
        : new PromptRunningError({ agent, input, waitsFor: this.#waitsFor() }),
    )
  }

  /** What a prompt that runs is waiting for, as far as its record tells. */
  #waitsFor(): string | undefined {
    const open = this.toolCalls.find((call) => !('output' in call) && !('error' in call))
    if (open !== undefined) return `the tool ${open.name} to return`
    if (this.#answers === this.requests.length) {
      return this.#streamed ? 'a gate of its script, or for whoever reads its stream' : undefined
    }
    const step = this.model.position.lastTaken?.description
    return step && `its scripted step ${this.requests.length} (${step}): a gate, a delay or a function that is not over`
  }

  /** Whether this is how it ended: a stream that is cancelled may hear of its end twice, and the first one counts. */
  #settle(state: PromptState): boolean {
    if (this.state !== 'running') return false
    this.state = state
    // The mock keeps every raw request; the snapshots in `requests` are what a test reads.
    this.model.doGenerateCalls.length = 0
    this.model.doStreamCalls.length = 0
    return true
  }

  #checkFinished(explain: () => { readonly reason: string; readonly fix: string }): void {
    const { remaining } = this.model
    if (remaining === 0) return
    const { steps, taken, total } = this.model.position
    const unreached = steps.slice(taken, taken + remaining).map((step) => step.description)
    const { agent, input } = this
    this.#complain(new UnfinishedReplyError({ agent, input, taken, total, unreached, ...explain() }))
  }
}
