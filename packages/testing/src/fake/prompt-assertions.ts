/**
 * What a fake asserts about the prompts it recorded. Reads records only; knows nothing of how they came about.
 */
import { agentNameOf } from '@understudy/agents'
import type { AgentClass, AnyAgent } from '@understudy/agents'
import type { DenialReason } from '@understudy/app'
import { AssertionFailedError } from '../errors/assertion-failed-error.js'
import { callSiteOf, pointAt } from '../call-site.js'
import type { AgentCall, RecordedToolCall } from './agent-call.js'
import { printableName } from '../printable.js'
import { holds } from './holds.js'
import { printRun, printTranscript } from './print-run.js'
import type { PromptRecord } from './prompt-record.js'
import type { FakeEvent } from './scripted-models.js'
import type { ToolName } from './typed-reply.js'

/** Decides about a prompt by its input and its record. */
export type PromptPredicate<A extends AnyAgent> = (input: string, call: AgentCall<A>) => boolean
/** Decides about a tool call of a prompt. */
export type ToolCallPredicate<A extends AnyAgent> = (toolCall: RecordedToolCall, call: AgentCall<A>) => boolean

type AssertionName = Extract<keyof PromptAssertions, `assert${string}`>

/** Every failure prints the run, with `>>>` at what matters. */
export abstract class PromptAssertions {
  readonly #records: readonly PromptRecord[]
  readonly #events: readonly FakeEvent[]

  /** Both lists are read at each assertion: they grow while prompts and calls run. */
  constructor({ records, events }: { records: readonly PromptRecord[]; events: readonly FakeEvent[] }) {
    this.#records = records
    this.#events = events
  }

  /** The prompts of an agent, in the order in which they started; also those that threw. */
  calls<A extends AnyAgent>(agent: AgentClass<A>): readonly AgentCall<A>[] {
    return this.#recordsOf(agent).map(({ call }) => call)
  }

  /** The readable run, of one agent, or of all and of every call: the same from run to run, fit for a snapshot. */
  transcript(agent?: AgentClass): string {
    return printTranscript(agent === undefined ? this.#events : this.#recordsOf(agent))
  }

  /** The agent was prompted, and the predicate holds for one of its prompts. */
  assertPrompted<A extends AnyAgent>(agent: AgentClass<A>, predicate?: PromptPredicate<A>): void {
    const calls = this.calls(agent)
    if (calls.some((call) => predicate === undefined || holds(predicate(call.input, call)))) return
    const found =
      calls.length === 0 ? 'was never prompted' : `was prompted ${times(calls.length)}, but the predicate held for none`
    this.#fail('assertPrompted', `Agent "${agentNameOf(agent)}" ${found}.`, this.#recordsOf(agent)[0])
  }

  /** The predicate holds for none of the agent's prompts. */
  assertNotPrompted<A extends AnyAgent>(agent: AgentClass<A>, predicate: PromptPredicate<A>): void {
    const index = this.calls(agent).findIndex((call) => holds(predicate(call.input, call)))
    if (index === -1) return
    const message = `Agent "${agentNameOf(agent)}" was prompted in a way that the predicate holds for.`
    this.#fail('assertNotPrompted', message, this.#recordsOf(agent)[index])
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
    this.#fail('assertPromptedTimes', message, records[expected])
  }

  /** No agent was prompted. */
  assertNothingPrompted(): void {
    const [first] = this.#records
    if (first === undefined) return
    const message = this.#records.length === 1 ? 'A prompt was made.' : `${this.#records.length} prompts were made.`
    this.#fail('assertNothingPrompted', message, first)
  }

  /** A prompt of the agent called the tool, and the predicate holds for one of the calls. */
  assertToolCalled<A extends AnyAgent>(
    agent: AgentClass<A>,
    name: ToolName<A>,
    predicate?: ToolCallPredicate<A>,
  ): void {
    if (this.#findToolCall(agent, name, predicate) !== undefined) return
    const made = this.calls(agent).flatMap((call) => call.toolCalls.map((toolCall) => toolCall.name))
    const known = made.length === 0 ? 'It called no tool.' : `It called ${made.map(printableName).join(', ')}.`
    const message = made.includes(name)
      ? `Agent "${agentNameOf(agent)}" called the tool "${name}", but the predicate held for none of the calls.`
      : `Agent "${agentNameOf(agent)}" did not call the tool "${name}". ${known}`
    this.#fail('assertToolCalled', message, this.#recordsOf(agent)[0])
  }

  /** No prompt of the agent called the tool; with a predicate, not in a way that it holds for. */
  assertToolNotCalled<A extends AnyAgent>(
    agent: AgentClass<A>,
    name: ToolName<A>,
    predicate?: ToolCallPredicate<A>,
  ): void {
    const found = this.#findToolCall(agent, name, predicate)
    if (found !== undefined) {
      this.#fail('assertToolNotCalled', `Agent "${agentNameOf(agent)}" called the tool "${name}".`, found)
    }
    this.#refuseUnknownTool(agent, name)
  }

  /** A prompt of the agent called the tool and a gate refused it: this one, when given. Nothing ran. */
  assertToolDenied<A extends AnyAgent>(agent: AgentClass<A>, name: ToolName<A>, reason?: DenialReason): void {
    const isDenied = ({ denied }: RecordedToolCall): boolean =>
      denied !== undefined && (reason === undefined || denied === reason)
    if (this.#findToolCall(agent, name, isDenied) !== undefined) return
    const called = this.#findToolCall(agent, name, () => true)
    const by = reason === undefined ? '' : ` by ${reason}`
    const known = called === undefined ? 'It was not called.' : 'It was called, with another outcome.'
    const message = `No call of the tool "${name}" by agent "${agentNameOf(agent)}" was denied${by}. ${known}`
    this.#fail('assertToolDenied', message, called ?? this.#recordsOf(agent)[0])
  }

  #findToolCall<A extends AnyAgent>(
    agent: AgentClass<A>,
    name: string,
    predicate: ToolCallPredicate<A> | undefined,
  ): RecordedToolCall | undefined {
    for (const call of this.calls(agent)) {
      const found = call.toolCalls.find(
        (toolCall) => toolCall.name === name && (predicate === undefined || holds(predicate(toolCall, call))),
      )
      if (found !== undefined) return found
    }
    return undefined
  }

  /** That a misspelt tool was not called says nothing. */
  #refuseUnknownTool(agent: AgentClass, name: string): void {
    const requests = this.calls(agent).flatMap((call) => call.requests)
    const known = new Set(requests.flatMap((request) => request.tools.map((tool) => tool.name)))
    const called = this.calls(agent).some((call) => call.toolCalls.some((toolCall) => toolCall.name === name))
    if (requests.length === 0 || known.has(name) || called) return
    const message = `Agent "${agentNameOf(agent)}" was never offered a tool "${name}", so not calling it proves nothing. It was offered ${[...known].join(', ') || 'none'}.`
    this.#fail('assertToolNotCalled', message, this.#recordsOf(agent)[0])
  }

  #recordsOf(agent: AgentClass): readonly PromptRecord[] {
    const name = agentNameOf(agent)
    return this.#records.filter((record) => record.agent === name)
  }

  #fail(assertion: AssertionName, message: string, marked: PromptRecord | RecordedToolCall | undefined): never {
    const text = `${message}\n\n${printRun(this.#events, marked)}`
    throw pointAt(callSiteOf(this[assertion]), new AssertionFailedError({ assertion, message: text }))
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
