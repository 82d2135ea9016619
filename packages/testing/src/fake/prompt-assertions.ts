/**
 * What a fake asserts about the prompts of agents. Types them by the agent's class; the checks are those of every fake.
 */
import { agentNameOf } from '@understudy/agents'
import type { AgentClass, AnyAgent } from '@understudy/agents'
import type { DenialReason } from '@understudy/app'
import {
  checkText,
  type CheckedPrompts,
  type FakeEvent,
  printTranscript,
  PromptChecks,
  type Prompted,
  quotedName,
} from '@understudy/script/fake'
import { checkDenial } from '../check-denial.js'
import { refuseNoAgent } from './refuse-no-agent.js'
import type { AgentCall, RecordedToolCall } from './agent-call.js'
import type { AgentRecord } from './agent-record.js'
import type { ToolName } from './typed-reply.js'

/** Decides about a prompt by its input and its record. */
export type PromptPredicate<A extends AnyAgent> = (input: string, call: AgentCall<A>) => boolean
/** Decides about a tool call of a prompt. */
export type ToolCallPredicate<A extends AnyAgent> = (toolCall: RecordedToolCall, call: AgentCall<A>) => boolean

/** Every failure prints the run, with `>>>` at what matters. */
export abstract class PromptAssertions {
  readonly #checks: PromptChecks<AgentRecord>
  readonly #events: readonly FakeEvent[]

  /** The lists are read at each assertion: they grow while prompts and calls run. */
  constructor({ records, events, ambiguous }: Omit<CheckedPrompts<AgentRecord>, 'methods'>) {
    this.#checks = new PromptChecks({ records, events, ambiguous, methods: this })
    this.#events = events
  }

  /** The prompts of an agent, in the order in which they started; also those that threw. */
  calls<A extends AnyAgent>(agent: AgentClass<A>): readonly AgentCall<A>[] {
    return this.#checks.of(promptedOf(agent, 'calls')).map(({ call }) => call)
  }

  /** The readable run, of one agent, or of all and of every call: the same from run to run, fit for a snapshot. */
  transcript(agent?: AgentClass): string {
    return printTranscript(agent === undefined ? this.#events : this.#checks.of(promptedOf(agent, 'transcript')))
  }

  /** The agent was prompted, and the predicate holds for one of its prompts. */
  assertPrompted<A extends AnyAgent>(agent: AgentClass<A>, predicate?: PromptPredicate<A>): void {
    this.#checks.prompted(promptedOf(agent, 'assertPrompted'), predicate)
  }

  /** The predicate holds for none of the agent's prompts. */
  assertNotPrompted<A extends AnyAgent>(agent: AgentClass<A>, predicate: PromptPredicate<A>): void {
    this.#checks.notPrompted(promptedOf(agent, 'assertNotPrompted'), predicate)
  }

  /** The agent was not prompted at all. A prompt that was refused is one all the same. */
  assertNeverPrompted(agent: AgentClass): void {
    this.#checks.neverPrompted(promptedOf(agent, 'assertNeverPrompted'))
  }

  /** The agent was prompted exactly this often. */
  assertPromptedTimes(agent: AgentClass, expected: number): void {
    this.#checks.promptedTimes(promptedOf(agent, 'assertPromptedTimes'), expected)
  }

  /** No agent was prompted. */
  assertNothingPrompted(): void {
    this.#checks.nothingPrompted()
  }

  /** A prompt of the agent called the tool, and the predicate holds for one of the calls. */
  assertToolCalled<A extends AnyAgent>(
    agent: AgentClass<A>,
    name: ToolName<A>,
    predicate?: ToolCallPredicate<A>,
  ): void {
    this.#checks.toolCalled(promptedOf(agent, 'assertToolCalled'), name, predicate)
  }

  /** No prompt of the agent called the tool; with a predicate, not in a way that it holds for. */
  assertToolNotCalled<A extends AnyAgent>(
    agent: AgentClass<A>,
    name: ToolName<A>,
    predicate?: ToolCallPredicate<A>,
  ): void {
    this.#checks.toolNotCalled(promptedOf(agent, 'assertToolNotCalled'), name, predicate)
  }

  /** A prompt of the agent called the tool and a gate refused it: this one, when given. Nothing ran. */
  assertToolDenied<A extends AnyAgent>(agent: AgentClass<A>, name: ToolName<A>, reason?: DenialReason): void {
    const who = promptedOf(agent, 'assertToolDenied')
    checkText('assertToolDenied', name, 'the name of a tool')
    checkDenial('assertToolDenied', reason)
    const isDenied = ({ denied }: RecordedToolCall): boolean =>
      denied !== undefined && (reason === undefined || denied === reason)
    if (this.#checks.findToolCall(who, name, isDenied) !== undefined) return
    const called = this.#checks.findToolCall(who, name, undefined)
    const by = reason === undefined ? '' : ` by ${reason}`
    const known = called === undefined ? 'It was not called.' : 'It was called, with another outcome.'
    const message = `No call of the tool ${quotedName(name)} by agent ${quotedName(agentNameOf(agent))} was denied${by}. ${known}`
    this.#checks.fail('assertToolDenied', message, called ?? this.#checks.of(who)[0])
  }
}

function promptedOf(agent: AgentClass, method: string): Prompted {
  refuseNoAgent(agent, method)
  return { agent: agentNameOf(agent) }
}
