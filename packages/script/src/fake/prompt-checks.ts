/**
 * What a fake asserts about the prompts it recorded, for whoever prompts: an agent, or a model by its id. Reads records
 * only; knows nothing of how they came about.
 */
import { AssertionFailedError } from '../errors/assertion-failed-error.js'
import { callSiteOf, pointAt } from './call-site.js'
import { holds } from './holds.js'
import type { FakeEvent } from './print-prompt.js'
import { printRun } from './print-run.js'
import { describePrompted, type Prompted } from './prompted.js'
import type { PromptRecord } from './prompt-record.js'
import type { RecordedToolCall } from './tool-call-record.js'
import { quotedName } from '../quoted.js'
import { nameList } from '../errors/name-list.js'

/** The assertions, by the names that every fake has them under. */
export type PromptAssertion =
  | 'assertPrompted'
  | 'assertNotPrompted'
  | 'assertPromptedTimes'
  | 'assertNothingPrompted'
  | 'assertToolCalled'
  | 'assertToolNotCalled'
  | 'assertToolDenied'

/** What is checked. Both lists are read at each assertion: they grow while prompts and calls run. */
export interface CheckedPrompts<Rec extends PromptRecord> {
  readonly records: readonly Rec[]
  readonly events: readonly FakeEvent[]
  /** The methods that a test calls: failures point behind them. */
  readonly methods: { readonly [Name in PromptAssertion]?: (...args: never[]) => void }
}

type CallOf<Rec extends PromptRecord> = Rec['call']
type ToolCallOf<Rec extends PromptRecord> = Rec['toolCalls'][number]
type PromptTest<Rec extends PromptRecord> = ((input: string, call: CallOf<Rec>) => unknown) | undefined
type ToolCallTest<Rec extends PromptRecord> = ((toolCall: ToolCallOf<Rec>, call: CallOf<Rec>) => unknown) | undefined

/** Every failure prints the run, with `>>>` at what matters. */
export class PromptChecks<Rec extends PromptRecord> {
  readonly #checked: CheckedPrompts<Rec>

  constructor(checked: CheckedPrompts<Rec>) {
    this.#checked = checked
  }

  /** The prompts of a name, in the order in which they started. */
  of(who: Prompted): readonly Rec[] {
    const name = who.agent ?? who.model
    return this.#checked.records.filter((record) => record.name === name)
  }

  prompted(who: Prompted, predicate: PromptTest<Rec>): void {
    const records = this.of(who)
    if (records.some(({ call, input }) => predicate === undefined || holds(predicate(input, call)))) return
    const found =
      records.length === 0
        ? 'was never prompted'
        : `was prompted ${times(records.length)}, but the predicate held for none`
    this.fail('assertPrompted', `${describePrompted(who)} ${found}.`, records[0])
  }

  notPrompted(who: Prompted, predicate: NonNullable<PromptTest<Rec>>): void {
    const found = this.of(who).find(({ call, input }) => holds(predicate(input, call)))
    if (found === undefined) return
    const message = `${describePrompted(who)} was prompted in a way that the predicate holds for.`
    this.fail('assertNotPrompted', message, found)
  }

  promptedTimes(who: Prompted, expected: number): void {
    const records = this.of(who)
    if (records.length === expected) return
    const message = `${describePrompted(who)} was prompted ${times(records.length)}, not ${times(expected)}.`
    this.fail('assertPromptedTimes', message, records[expected])
  }

  nothingPrompted(): void {
    const { records } = this.#checked
    const [first] = records
    if (first === undefined) return
    const message = records.length === 1 ? 'A prompt was made.' : `${records.length} prompts were made.`
    this.fail('assertNothingPrompted', message, first)
  }

  toolCalled(who: Prompted, name: string, predicate: ToolCallTest<Rec>): void {
    if (this.findToolCall(who, name, predicate) !== undefined) return
    const records = this.of(who)
    const made = records.flatMap(({ toolCalls }) => toolCalls.map((toolCall) => toolCall.name))
    const known = made.length === 0 ? 'It called no tool.' : `It called ${nameList(made)}.`
    const message = made.includes(name)
      ? `${describePrompted(who)} called the tool ${quotedName(name)}, but the predicate held for none of the calls.`
      : `${describePrompted(who)} did not call the tool ${quotedName(name)}. ${known}`
    this.fail('assertToolCalled', message, records[0])
  }

  toolNotCalled(who: Prompted, name: string, predicate: ToolCallTest<Rec>): void {
    const found = this.findToolCall(who, name, predicate)
    if (found !== undefined) {
      this.fail('assertToolNotCalled', `${describePrompted(who)} called the tool ${quotedName(name)}.`, found)
    }
    this.#refuseUnknownTool(who, name)
  }

  /** The first call of the tool that the predicate holds for. */
  findToolCall(who: Prompted, name: string, predicate: ToolCallTest<Rec>): ToolCallOf<Rec> | undefined {
    for (const { call, toolCalls } of this.of(who)) {
      const found = toolCalls.find(
        (toolCall) => toolCall.name === name && (predicate === undefined || holds(predicate(toolCall, call))),
      )
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Throws, pointing at the place in the test. */
  fail(assertion: PromptAssertion, message: string, marked: Rec | RecordedToolCall | undefined): never {
    const { events, methods } = this.#checked
    const error = new AssertionFailedError({ assertion, message: `${message}\n\n${printRun(events, marked)}` })
    const method = methods[assertion]
    throw method === undefined ? error : pointAt(callSiteOf(method), error)
  }

  /** That a misspelt tool was not called says nothing. */
  #refuseUnknownTool(who: Prompted, name: string): void {
    const records = this.of(who)
    const requests = records.flatMap((record) => record.requests)
    const known = new Set(requests.flatMap((request) => request.tools.map((tool) => tool.name)))
    const called = records.some(({ toolCalls }) => toolCalls.some((toolCall) => toolCall.name === name))
    if (requests.length === 0 || known.has(name) || called) return
    const message = `${describePrompted(who)} was never offered a tool ${quotedName(name)}, so not calling it proves nothing. It was offered ${nameList([...known]) || 'none'}.`
    this.fail('assertToolNotCalled', message, records[0])
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
