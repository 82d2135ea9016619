/**
 * The source of models that stands in for a binding's providers while a fake lives. Hands each prompt its own reply and
 * each call its own answer, gathers what is wrong, and never reaches a real model.
 */
import type {
  AgentClass,
  CallKind,
  CallRun,
  CallStart,
  ModelKind,
  ModelSource,
  PromptRun,
  PromptStart,
} from '@understudy/agents'
import { ProviderError } from '@understudy/agents'
import type { ParsedReply } from '@understudy/script'
import {
  AnswerQueue,
  type CallSite,
  type DrawnAnswers,
  FakeEndedError,
  modelKindNames,
  modelWords,
  named,
  parseAnswers,
  Prompts,
  quotedName,
  type ScriptedReply,
  TestSetupError,
  toError,
  UnscriptedPromptError,
  type Unused,
  UnusedAnswerError,
  UnusedReplyError,
  type PromptRecorder,
} from '@understudy/script/fake'
import type { AgentCall } from './agent-call.js'
import { AgentRecord } from './agent-record.js'
import { ModelRecord } from './model-record.js'

const NOTHING: DrawnAnswers = { answers: { entries: [] }, short: false, scripted: 0 }

/** Scripted models for prompts and for calls. */
export class ScriptedModels extends Prompts<AgentRecord, AgentCall> implements ModelSource {
  readonly calls: ModelRecord[] = []
  readonly #answers: Map<CallKind, AnswerQueue> = new Map()
  readonly #recorders: Map<string, PromptRecorder> = new Map()
  readonly #configured: ModelSource
  readonly #classes: Map<string, AgentClass> = new Map()
  readonly #latestCall: Map<CallKind, ModelRecord> = new Map()

  /** `configured` only says which providers there are. */
  constructor(configured: ModelSource) {
    super()
    this.#configured = configured
  }

  startPrompt(start: PromptStart): PromptRun {
    if (this.hasEnded) throw new FakeEndedError(`Agent ${quotedName(start.agentName)} was prompted`)
    const drawn = this.#draw(start)
    const record = new AgentRecord({
      start,
      noun: 'Agent',
      name: start.agentName,
      input: start.input,
      streamed: start.streamed,
      number: this.records.length + 1,
      taken: drawn.taken,
      unscripted: drawn.unscripted,
      ...('unscriptedAt' in drawn && { unscriptedAt: drawn.unscriptedAt }),
      earlier: this.latestOf(start.agentName),
      complain: this.complain,
    })
    this.addRecord(record)
    if (this.#recorders.size > 0) this.#record(start, record, drawn.taken?.reply)
    if (!drawn.refused) return record
    record.refuse(drawn.unscripted)
    throw drawn.unscripted
  }

  /** Answers the prompts of an agent with its real model, and records that. */
  recordAgent(agentName: string, recorder: PromptRecorder): void {
    this.#recorders.set(agentName, recorder)
  }

  override end(): void {
    super.end()
    for (const recorder of this.#recorders.values()) recorder.close()
  }

  startCall<Kind extends CallKind>(start: CallStart<Kind>): CallRun<Kind> {
    // What is scripted for a kind is a model of that kind.
    return this.#startCall(start) as CallRun<Kind>
  }

  /** Queues answers for calls of a kind. Throws InvalidStepError for what is none, and queues nothing of it. */
  addAnswers(kind: CallKind, answers: unknown, site: CallSite): void {
    if (this.hasEnded) throw new FakeEndedError('An answer was scripted')
    this.#answersOf(kind).add(parseAnswers(kind, answers), site)
  }

  providerOf(kind: ModelKind, asked: string | undefined): string {
    return this.#configured.providerOf(kind, asked)
  }

  /**
   * Ties a name to the class that goes by it.
   * @throws TestSetupError when another class does already: they would draw from each other's script.
   */
  claim(agentName: string, agent: AgentClass): void {
    const owner = this.#classes.get(agentName)
    if (owner === undefined) this.#classes.set(agentName, agent)
    if (owner === undefined || owner === agent) return
    throw new TestSetupError(
      `Two agent classes go by the name ${quotedName(agentName)}: ${named(owner.name)} and ${named(agent.name)}. ` +
        "Give each its own: `static override agentName = '…'`.",
      'name-taken',
    )
  }

  /** The reply for a prompt, or why it has none. */
  #draw(start: PromptStart): Draw {
    const refusal = this.#refusal('model', start.provider)
    if (refusal !== undefined) return { taken: undefined, unscripted: refusal, refused: true }
    const { agent, agentName, input, principal, hasOutput } = start
    try {
      this.claim(agentName, agent)
      const { taken, thrown, conditional, scripted, prompt } = this.replies.draw(agentName, () => ({
        agent: agentName,
        input,
        principal,
        toolCalls: [],
        requests: [],
      }))
      if (taken !== undefined) return { taken, unscripted: undefined, refused: false }
      if (thrown !== undefined) {
        return { taken, unscripted: toError(thrown.error), unscriptedAt: thrown.site, refused: false }
      }
      const scriptedAgents = this.replies.names
      const details = {
        agent: agentName,
        className: agent.name,
        scripted,
        conditional,
        prompt,
        input,
        scriptedAgents,
        hasOutput,
      }
      return { taken, unscripted: new UnscriptedPromptError(details), refused: false }
    } catch (error) {
      // A name that is taken.
      return { taken: undefined, unscripted: toError(error), refused: false }
    }
  }

  protected override unusedAnswers(): Error[] {
    return modelKindNames.flatMap((kind) => {
      const { unused: count = 0, scripted = 0 } = this.#answers.get(kind) ?? {}
      return count === 0 ? [] : [new UnusedAnswerError(kind, { count, scripted }, modelWords[kind].respond)]
    })
  }

  protected override unusedReply({ name, count, scripted }: Unused): Error {
    return new UnusedReplyError(name, count, scripted)
  }

  #record(start: PromptStart, { name, model }: AgentRecord, reply: ParsedReply | undefined): void {
    this.#recorders.get(name)?.attach(model, reply, () => this.#configured.startPrompt(start).model)
  }

  #startCall(start: CallStart): CallRun {
    const { kind, call, options } = start
    if (this.hasEnded) throw new FakeEndedError(`ai.${call}() was called`)
    const { provider, refusal } = this.#providerFor(kind, start.provider)
    const number = this.calls.length + 1
    const earlier = this.#latestCall.get(kind)
    const record = new ModelRecord({ start, provider, number, earlier, complain: this.complain })
    // As with prompts, what was aborted before it started is no call: its model rejects, and takes nothing.
    if (options.abortSignal?.aborted === true) return record.play(NOTHING)
    this.#latestCall.set(kind, record)
    this.calls.push(record)
    this.events.push(record)
    if (refusal === undefined) return record.play(this.#answersOf(kind).draw(record.takes))
    record.refuse(refusal)
    throw refusal
  }

  #answersOf(kind: CallKind): AnswerQueue {
    let queue = this.#answers.get(kind)
    if (queue === undefined) this.#answers.set(kind, (queue = new AnswerQueue()))
    return queue
  }

  #providerFor(kind: CallKind, asked: string | undefined): { readonly provider: string; readonly refusal?: Error } {
    try {
      return { provider: this.providerOf(kind, asked) }
    } catch (error) {
      return { provider: error instanceof ProviderError ? error.provider : String(asked), refusal: toError(error) }
    }
  }

  #refusal(kind: ModelKind, provider: string | undefined): Error | undefined {
    try {
      this.providerOf(kind, provider)
      return undefined
    } catch (error) {
      return toError(error)
    }
  }
}

type Draw =
  | { readonly taken: ScriptedReply; readonly unscripted: undefined; readonly refused: false }
  | {
      readonly taken: undefined
      readonly unscripted: Error
      readonly unscriptedAt?: CallSite | undefined
      readonly refused: boolean
    }
