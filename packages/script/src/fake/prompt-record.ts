/**
 * One prompt under a fake: plays its reply, writes down what happens, and finds what is wrong with how it ended.
 * It owns its reply from the moment it starts; knows nothing of other prompts, nor who asks.
 */
import { NoObjectGeneratedError, type StepResult, type ToolSet } from 'ai'
import type { ModelCall } from '../engine/model-call.js'
import { playReply, type ScriptedModel } from '../engine/scripted-model.js'
import { shareCopy } from '../engine/share-copy.js'
import { PromptRunningError } from '../errors/prompt-running-error.js'
import { RefusedOutputError } from '../errors/refused-output-error.js'
import { UnfinishedReplyError } from '../errors/unfinished-reply-error.js'
import { UnreadStreamError } from '../errors/unread-stream-error.js'
import { describeSite, type CallSite } from './call-site.js'
import { describeStop } from './describe-stop.js'
import { type FakeEvent, type Line, type PrintOptions, printPrompt, showOutcome } from './print-prompt.js'
import { quote } from './printable.js'
import type { Prompted } from './prompted.js'
import { type Content, recordCalls, recordErrors, recordInvalid } from './record-tool-calls.js'
import type { ScriptedReply } from './reply-queues.js'
import { toError } from './to-error.js'
import type { Mutable, RecordedToolCall, ToolOutcome } from './tool-call-record.js'
import { named, quotedName } from '../quoted.js'

/** How a prompt stands. */
export type PromptState = 'running' | 'answered' | 'failed' | 'aborted'

/** What a record is made of. */
export interface PromptRecordSetup {
  readonly noun: 'Agent' | 'Model'
  /** The name of the agent or the id of the model. */
  readonly name: string
  readonly input: string
  readonly streamed: boolean
  /** Its place among all prompts of the fake, from 1. */
  readonly number: number
  /** Its reply, and where that was scripted. */
  readonly taken: ScriptedReply | undefined
  /** Why every model call fails; undefined when a reply is scripted. */
  readonly unscripted: Error | undefined
  /** Where that stands which threw in the place of a reply. */
  readonly unscriptedAt?: CallSite | undefined
  /** An earlier prompt of the name: what is the same in this one's requests is shared with it. */
  readonly earlier: { readonly requests: readonly ModelCall[] } | undefined
  readonly complain: (complaint: Error, record: PromptRecord) => void
}

/** What a prompt ended with. */
export interface PromptEnd {
  readonly text: string
  readonly finishReason: string
  readonly steps: readonly StepResult<ToolSet>[]
}

/** What a test reads of a prompt, as far as every fake writes it. */
interface PromptCall {
  response?: Pick<PromptEnd, 'text' | 'finishReason'>
  error?: unknown
}

/** How many steps a loop has unless it is told otherwise. */
const STEP_LIMIT = {
  Agent: '20 steps unless the class says otherwise',
  Model: 'one step unless the call says otherwise, 20 of a ToolLoopAgent',
}

/** The record of one prompt. */
export abstract class PromptRecord<
  ToolCall extends RecordedToolCall = RecordedToolCall,
  End extends PromptEnd = PromptEnd,
> implements FakeEvent {
  readonly name: string
  readonly number: number
  readonly input: string
  readonly model: ScriptedModel
  readonly requests: ModelCall[] = []
  readonly toolCalls: Mutable<ToolCall>[] = []
  state: PromptState = 'running'
  /** What is wrong with the prompt: the first fault, since what follows from it is not another. */
  complaint: Error | undefined
  /** What a test reads: filled in as the prompt runs, with nothing in it but what it says it has. */
  abstract readonly call: PromptCall
  readonly #noun: 'Agent' | 'Model'
  readonly #complain: (complaint: Error, record: PromptRecord) => void
  readonly #site: CallSite | undefined
  /** Whether it is a stream whose body nobody has begun to read. */
  #unread: boolean
  readonly #streamed: boolean
  #answers = 0

  constructor({
    noun,
    name,
    input,
    streamed,
    number,
    taken,
    unscripted,
    unscriptedAt,
    earlier,
    complain,
  }: PromptRecordSetup) {
    this.#noun = noun
    this.name = name
    this.number = number
    this.input = input
    this.#unread = streamed
    this.#streamed = streamed
    this.#complain = complain
    const [shareWith] = earlier?.requests ?? []
    this.#site = taken?.site ?? unscriptedAt
    this.model = playReply(taken?.reply, {
      label: `${noun} ${quotedName(name)}`,
      modelId: name,
      onCall: (call) => this.called(call),
      onAnswer: (content) => this.answeredWith(content),
      onFault: (fault) => this.complain(toError(fault)),
      scriptedAt: () => this.scriptedAt,
      ...(unscripted && { exhausted: () => unscripted }),
      ...(shareWith && { shareWith }),
    })
  }

  /** Who is prompted. */
  get prompted(): Prompted {
    return this.#noun === 'Agent' ? { agent: this.name } : { model: this.name }
  }

  /** How failures show it, after its number. */
  abstract title(width?: number): string

  /** Where its reply was scripted: `tests/triage.test.ts:14`. */
  get scriptedAt(): string | undefined {
    return this.#site && describeSite(this.#site)
  }

  /** Its events, as a failure prints them. */
  lines(options: PrintOptions): Line[] {
    return printPrompt(this, options)
  }

  /** What became of one of its tool calls, as a failure shows it. */
  outcomeOf(call: ToolCall, width?: number): string {
    return showOutcome(call, width)
  }

  /** Hears of the end of a tool; undefined where no such call is recorded. */
  recordOutcome(toolCallId: string, end: ToolOutcome): Mutable<ToolCall> | undefined {
    // The newest first: a model that repeats an id means the call that it just made.
    const recorded = this.toolCalls.findLast((toolCall) => toolCall.id === toolCallId)
    if (recorded === undefined) return undefined
    if ('error' in end) recorded.error = end.error
    else recorded.output = shareCopy(end.output)
    return recorded
  }

  readingStarted(): void {
    this.#unread = false
  }

  ended(response: End): void {
    if (!this.#settle('answered')) return
    this.call.response = response
    recordInvalid(this.toolCalls, response.steps)
    this.checkFinished(() => ({
      reason: describeStop(response, { toolCalls: this.toolCalls, stepLimit: STEP_LIMIT[this.#noun] }),
      fix: 'If it must stop there, end the reply there: leave out the `then`.',
    }))
  }

  failed(error: unknown, aborted: boolean): void {
    if (!this.#settle(aborted ? 'aborted' : 'failed')) return
    this.call.error = error
    if (aborted) return
    this.checkOutput(error)
    this.checkFinished(() => {
      const { name, message } = toError(error)
      return { reason: `the prompt failed with ${named(name)}`, fix: `Mend what it failed with: ${quote(message)}.` }
    })
  }

  /** A prompt that is refused before it has a model. */
  refuse(error: Error): void {
    this.state = 'failed'
    this.call.error = error
    this.complain(error)
  }

  /** Complains of a prompt that is still running when its fake ends. */
  close(): void {
    if (this.state !== 'running') return
    const { prompted, input } = this
    this.complain(
      this.#unread
        ? new UnreadStreamError(prompted, input)
        : new PromptRunningError({ ...prompted, input, waitsFor: this.waitsFor() }),
    )
  }

  /** Hears of a call of its model, before it is answered. */
  protected called(call: ModelCall): void {
    this.requests.push(call)
    recordErrors(this.toolCalls, call)
  }

  /** Hears of an answer of its model. */
  protected answeredWith(content: Content): void {
    this.#answers++
    recordCalls(this.toolCalls, { content, step: this.requests.length })
  }

  /** Keeps the first complaint, and tells it. */
  protected complain(complaint: Error): void {
    if (this.complaint !== undefined) return
    this.complaint = complaint
    this.#complain(complaint, this)
  }

  /** Complains where the error is the refusal of a scripted output. */
  protected checkOutput(error: unknown): void {
    if (NoObjectGeneratedError.isInstance(error) && this.model.position.lastTaken?.kind === 'output') {
      this.complain(new RefusedOutputError(this.prompted, error))
    }
  }

  /** Complains where steps of the reply were not reached. */
  protected checkFinished(explain: () => { readonly reason: string; readonly fix: string }): void {
    const { remaining } = this.model
    if (remaining === 0) return
    const { steps, taken, total } = this.model.position
    const unreached = steps.slice(taken, taken + remaining).map((step) => step.description)
    const { prompted, input } = this
    this.complain(new UnfinishedReplyError({ ...prompted, input, taken, total, unreached, ...explain() }))
  }

  /** What a prompt that runs is waiting for, as far as its record tells. */
  protected waitsFor(): string | undefined {
    const open = this.toolCalls.find((call) => !('output' in call) && !('error' in call))
    if (open !== undefined) return `the tool ${named(open.name)} to return`
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
}
