/**
 * What a fake asserts about the prompts it recorded, for whoever prompts: an agent, or a model by its id. Reads records
 * only; knows nothing of how they came about.
 */
import { AssertionFailedError } from '../errors/assertion-failed-error.js'
import { callSiteOf, pointAt } from './call-site.js'
import { checkCount, checkPredicate, checkText } from './check-arguments.js'
import { holds } from './holds.js'
import type { FakeEvent } from './print-prompt.js'
import { printRun, tellAmbiguous } from './print-run.js'
import { describePrompted, type Prompted } from './prompted.js'
import type { PromptRecord } from './prompt-record.js'
import type { RecordedToolCall } from './tool-call-record.js'
import { quotedName } from '../quoted.js'
import { nameList } from '../errors/name-list.js'

/** The assertions, by the names that every fake has them under. */
export type PromptAssertion =
  | 'assertPrompted'
  | 'assertNotPrompted'
  | 'assertNeverPrompted'
  | 'assertPromptedTimes'
  | 'assertNothingPrompted'
  | 'assertToolCalled'
  | 'assertToolNotCalled'
  | 'assertToolDenied'

/** What is checked. The lists are read at each assertion: they grow while prompts and calls run. */
export interface CheckedPrompts<Rec extends PromptRecord> {
  readonly records: readonly Rec[]
  readonly events: readonly FakeEvent[]
  /** Calls that were refused since they could have been for another fake as well. */
  readonly ambiguous: readonly Error[]
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
    checkPredicate('assertPrompted', predicate, ABOUT_PROMPTS)
    const records = this.of(who)
    if (records.some(({ call, input }) => predicate === undefined || holds(predicate(input, call), ABOUT_PROMPTS)))
      return
    const found =
      records.length === 0
        ? 'was never prompted'
        : `was prompted ${times(records.length)}, but the predicate held for none`
    this.fail('assertPrompted', `${describePrompted(who)} ${found}.`, records[0])
  }

  notPrompted(who: Prompted, predicate: NonNullable<PromptTest<Rec>>): void {
    checkPredicate('assertNotPrompted', predicate ?? null, ABOUT_PROMPTS)
    const found = this.of(who).find(({ call, input }) => holds(predicate(input, call), ABOUT_PROMPTS))
    if (found === undefined) return this.#refuseAmbiguous('assertNotPrompted')
    const message = `${describePrompted(who)} was prompted in a way that the predicate holds for.`
    this.fail('assertNotPrompted', message, found)
  }

  neverPrompted(who: Prompted): void {
    const records = this.of(who)
    const [first] = records
    if (first === undefined) return this.#refuseAmbiguous('assertNeverPrompted')
    this.fail('assertNeverPrompted', `${describePrompted(who)} was prompted ${times(records.length)}.`, first)
  }

  promptedTimes(who: Prompted, expected: number): void {
    checkCount('assertPromptedTimes', expected)
    const records = this.of(who)
    if (records.length === expected) return this.#refuseAmbiguous('assertPromptedTimes')
    const message = `${describePrompted(who)} was prompted ${times(records.length)}, not ${times(expected)}.`
    this.fail('assertPromptedTimes', message, records[expected])
  }

  nothingPrompted(): void {
    const { records } = this.#checked
    const [first] = records
    if (first === undefined) return this.#refuseAmbiguous('assertNothingPrompted')
    const message = records.length === 1 ? 'A prompt was made.' : `${records.length} prompts were made.`
    this.fail('assertNothingPrompted', message, first)
  }

  toolCalled(who: Prompted, name: string, predicate: ToolCallTest<Rec>): void {
    checkToolArguments('assertToolCalled', name, predicate)
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
    checkToolArguments('assertToolNotCalled', name, predicate)
    const found = this.findToolCall(who, name, predicate)
    if (found !== undefined) {
      this.fail('assertToolNotCalled', `${describePrompted(who)} called the tool ${quotedName(name)}.`, found)
    }
    this.#refuseUnknownTool(who, name)
    this.#refuseAmbiguous('assertToolNotCalled')
  }

  /** The first call of the tool that the predicate holds for. */
  findToolCall(who: Prompted, name: string, predicate: ToolCallTest<Rec>): ToolCallOf<Rec> | undefined {
    for (const { call, toolCalls } of this.of(who)) {
      const found = toolCalls.find(
        (toolCall) =>
          toolCall.name === name && (predicate === undefined || holds(predicate(toolCall, call), ABOUT_TOOLS)),
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

  /** A call that nobody could be given may have been the one that the assertion denies. */
  #refuseAmbiguous(assertion: PromptAssertion): void {
    const { ambiguous } = this.#checked
    if (ambiguous.length > 0) this.fail(assertion, tellAmbiguous(ambiguous), undefined)
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

const ABOUT_PROMPTS = "(input, call) => input.includes('…')"
const ABOUT_TOOLS = '({ status }, call) => status === 200'

function checkToolArguments(assertion: PromptAssertion, name: unknown, predicate: unknown): void {
  checkText(assertion, name, 'the name of a tool')
  checkPredicate(assertion, predicate, ABOUT_TOOLS)
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
