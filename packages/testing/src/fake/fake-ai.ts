/**
 * `fakeAi()`: the app's AI binding with scripted models, what it recorded, and what it asserts.
 */
import type { EmbedManyResult, EmbedResult, Experimental_DecisionResult, GenerateImageResult } from 'ai'
import { agentNameOf, AppAi, standsIn } from '@understudy/agents'
import type {
  AgentClass,
  AgentHandle,
  Ai,
  AnyAgent,
  EmbedManyOptions,
  EmbedOptions,
  EvaluateOptions,
  ImageOptions,
  Questions,
} from '@understudy/agents'
import type { InProcessApp } from '@understudy/app'
import { parseReplies } from '@understudy/script'
import { FakeAiError } from '../errors/fake-ai-error.js'
import type { AgentCall, RecordedToolCall } from './agent-call.js'
import { failPrompted, failToolCalled } from './fail-assertion.js'
import { printComplaints, printRun } from './print-run.js'
import { makeSuppressedErrorsReadable } from './suppressed-errors.js'
import type { PromptRecord } from './prompt-record.js'
import { ScriptedModels } from './scripted-models.js'
import type { ReplyOf } from './typed-reply.js'

/** Decides about a prompt by its input and its record. */
export type PromptPredicate<A extends AnyAgent> = (input: string, call: AgentCall<A>) => boolean
/** Decides about a tool call of a prompt. */
export type ToolCallPredicate<A extends AnyAgent> = (toolCall: RecordedToolCall, call: AgentCall<A>) => boolean

/** An AI binding whose models follow a script until it is disposed. Made by `http.fakeAi()`. */
export class FakeAi implements Ai, Disposable {
  readonly #models: ScriptedModels
  readonly #view: AppAi
  readonly #binding: Disposable
  #ended = false

  /** Takes the place of the binding `name` of the app, whose own view is `real`. */
  constructor(app: InProcessApp, name: string, real: AppAi) {
    makeSuppressedErrorsReadable()
    this.#models = new ScriptedModels(real.configured)
    this.#view = new AppAi({ app, configured: this.#models })
    standsIn(this, this.#view)
    this.#binding = app.fake(name, this)
  }

  /**
   * Queues one reply for each future prompt of the agent, in order; call it again to add.
   * @throws InvalidStepError, a TypeError, when a reply is outside the grammar.
   */
  respond<A extends AnyAgent>(agent: AgentClass<A>, replies: readonly ReplyOf<A>[]): this {
    this.#models.replies.add(agentNameOf(agent), parseReplies(replies))
    return this
  }

  /** The prompts of an agent, in the order in which they started; also those that threw. */
  calls<A extends AnyAgent>(agent: AgentClass<A>): readonly AgentCall<A>[] {
    return this.#recordsOf(agent)
  }

  /** What is wrong so far; thrown together when the fake ends. */
  get complaints(): readonly Error[] {
    return this.#models.complaints.map(({ error }) => error)
  }

  /** What went on so far, as failures show it: the complaints and the events; undefined when nothing was prompted. */
  report(): string | undefined {
    const { complaints, records } = this.#models
    const marked = complaints[0]?.record ?? records.find((record) => record.state === 'failed')
    if (complaints.length === 0 && records.length === 0) return undefined
    const list = complaints.length === 0 ? '' : `The fake AI complains:\n${printComplaints(this.complaints)}\n\n`
    return `${list}${printRun(records, marked)}`
  }

  /** The agent was prompted, and the predicate holds for one of its prompts. */
  assertPrompted<A extends AnyAgent>(agent: AgentClass<A>, predicate?: PromptPredicate<A>): void {
    const calls = this.calls(agent)
    if (calls.some((call) => predicate?.(call.input, call) ?? true)) return
    const found =
      calls.length === 0 ? 'was never prompted' : `was prompted ${times(calls.length)}, but the predicate held for none`
    failPrompted('assertPrompted', `Agent "${agentNameOf(agent)}" ${found}.`, {
      records: this.#models.records,
      marked: this.#recordsOf(agent)[0],
    })
  }

  /** The predicate holds for none of the agent's prompts. */
  assertNotPrompted<A extends AnyAgent>(agent: AgentClass<A>, predicate: PromptPredicate<A>): void {
    const index = this.calls(agent).findIndex((call) => predicate(call.input, call))
    if (index === -1) return
    const message = `Agent "${agentNameOf(agent)}" was prompted in a way that the predicate holds for.`
    failPrompted('assertNotPrompted', message, { records: this.#models.records, marked: this.#recordsOf(agent)[index] })
  }

  /** The agent was not prompted at all. A prompt that was refused is one all the same. */
  assertNeverPrompted(agent: AgentClass): void {
    this.assertPromptedTimes(agent, 0)
  }

  /** The agent was prompted exactly this often. */
  assertPromptedTimes(agent: AgentClass, expected: number): void {
    const records = this.#recordsOf(agent)
    if (records.length === expected) return
    const message = `Agent "${agentNameOf(agent)}" was prompted ${times(records.length)}, not ${times(expected)}.`
    failPrompted('assertPromptedTimes', message, { records: this.#models.records, marked: records[expected] })
  }

  /** No agent was prompted, and no other model was asked. */
  assertNothingPrompted(): void {
    const { records } = this.#models
    if (records.length === 0) return
    failPrompted('assertNothingPrompted', `${records.length === 1 ? 'A prompt was' : 'Prompts were'} made.`, {
      records,
      marked: records[0],
    })
  }

  /** A prompt of the agent called the tool, and the predicate holds for one of the calls. */
  assertToolCalled<A extends AnyAgent>(agent: AgentClass<A>, name: string, predicate?: ToolCallPredicate<A>): void {
    if (this.#toolCalls(agent, name).some(({ toolCall, call }) => predicate?.(toolCall, call) ?? true)) return
    const made = this.calls(agent).flatMap((call) => call.toolCalls.map((toolCall) => toolCall.name))
    failToolCalled(
      { agent: agentNameOf(agent), tool: name, made, predicate: predicate !== undefined },
      this.#models.records,
    )
  }

  /** No prompt of the agent called the tool; with a predicate, not in a way that it holds for. */
  assertToolNotCalled<A extends AnyAgent>(agent: AgentClass<A>, name: string, predicate?: ToolCallPredicate<A>): void {
    const found = this.#toolCalls(agent, name).find(({ toolCall, call }) => predicate?.(toolCall, call) ?? true)
    if (found === undefined) return
    const message = `Agent "${agentNameOf(agent)}" called the tool "${name}".`
    failPrompted('assertToolNotCalled', message, { records: this.#models.records, marked: found.toolCall })
  }

  /** The agent of a class, with its scripted model. */
  agent<A extends AnyAgent>(Class: AgentClass<A>): AgentHandle<A> {
    return this.#view.agent(Class)
  }

  embed(options: EmbedOptions): Promise<EmbedResult> {
    return this.#view.embed(options)
  }

  embedMany(options: EmbedManyOptions): Promise<EmbedManyResult> {
    return this.#view.embedMany(options)
  }

  image(options: ImageOptions): Promise<GenerateImageResult> {
    return this.#view.image(options)
  }

  evaluate<const Asked extends Questions>(
    options: EvaluateOptions<Asked>,
  ): Promise<Experimental_DecisionResult<Asked>> {
    return this.#view.evaluate(options)
  }

  /**
   * Ends the fake: the real binding is back, and what comes late is refused.
   * @throws FakeAiError with every complaint, since the app may have swallowed each.
   */
  [Symbol.dispose](): void {
    if (this.#ended) return
    this.#ended = true
    this.#binding[Symbol.dispose]()
    this.#models.end()
    const { complaints, records } = this.#models
    if (complaints.length === 0) return
    const errors = this.complaints
    throw new FakeAiError(errors, { list: printComplaints(errors), run: printRun(records, complaints[0]?.record) })
  }

  #recordsOf(agent: AgentClass): readonly PromptRecord[] {
    const name = agentNameOf(agent)
    return this.#models.records.filter((record) => record.agent === name)
  }

  #toolCalls<A extends AnyAgent>(
    agent: AgentClass<A>,
    name: string,
  ): { toolCall: RecordedToolCall; call: AgentCall<A> }[] {
    return this.calls(agent).flatMap((call) =>
      call.toolCalls.filter((toolCall) => toolCall.name === name).map((toolCall) => ({ toolCall, call })),
    )
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
