/** What `fakeModels()` asserts about the prompts of models, by their ids. The checks are those of every fake. */
import { checkText } from '../fake/check-arguments.js'
import type { Prompted } from '../fake/prompted.js'
import type { FakeEvent } from '../fake/print-prompt.js'
import { printTranscript } from '../fake/print-run.js'
import { type CheckedPrompts, PromptChecks } from '../fake/prompt-checks.js'
import type { RecordedToolCall } from '../fake/tool-call-record.js'
import type { ModelPrompt } from './model-prompt.js'
import type { ModelPromptRecord } from './model-prompt-record.js'

/** Decides about a prompt by its input and its record. */
export type ModelPromptPredicate = (input: string, call: ModelPrompt) => boolean
/** Decides about a tool call of a prompt. */
export type ModelToolCallPredicate = (toolCall: RecordedToolCall, call: ModelPrompt) => boolean

/** Every failure prints the run, with `>>>` at what matters. */
export abstract class ModelAssertions {
  readonly #checks: PromptChecks<ModelPromptRecord>
  readonly #events: readonly FakeEvent[]

  /** The lists are read at each assertion: they grow while prompts run. */
  constructor({ records, events, ambiguous }: Omit<CheckedPrompts<ModelPromptRecord>, 'methods'>) {
    this.#checks = new PromptChecks({ records, events, ambiguous, methods: this })
    this.#events = events
  }

  /** The prompts of a model, in the order in which they started; also those that threw. */
  calls(id: string): readonly ModelPrompt[] {
    return this.#checks.of(modelOf(id, 'calls')).map(({ call }) => call)
  }

  /** The readable run, of one model, or of all and of every call: the same from run to run, fit for a snapshot. */
  transcript(id?: string): string {
    return printTranscript(id === undefined ? this.#events : this.#checks.of(modelOf(id, 'transcript')))
  }

  /** The model was prompted, and the predicate holds for one of its prompts. */
  assertPrompted(id: string, predicate?: ModelPromptPredicate): void {
    this.#checks.prompted(modelOf(id, 'assertPrompted'), predicate)
  }

  /** The predicate holds for none of the model's prompts. */
  assertNotPrompted(id: string, predicate: ModelPromptPredicate): void {
    this.#checks.notPrompted(modelOf(id, 'assertNotPrompted'), predicate)
  }

  /** The model was not prompted at all. A prompt that was refused is one all the same. */
  assertNeverPrompted(id: string): void {
    this.#checks.neverPrompted(modelOf(id, 'assertNeverPrompted'))
  }

  /** The model was prompted exactly this often. */
  assertPromptedTimes(id: string, expected: number): void {
    this.#checks.promptedTimes(modelOf(id, 'assertPromptedTimes'), expected)
  }

  /** No model was prompted. */
  assertNothingPrompted(): void {
    this.#checks.nothingPrompted()
  }

  /** A prompt of the model called the tool, and the predicate holds for one of the calls. */
  assertToolCalled(id: string, name: string, predicate?: ModelToolCallPredicate): void {
    this.#checks.toolCalled(modelOf(id, 'assertToolCalled'), name, predicate)
  }

  /** No prompt of the model called the tool; with a predicate, not in a way that it holds for. */
  assertToolNotCalled(id: string, name: string, predicate?: ModelToolCallPredicate): void {
    this.#checks.toolNotCalled(modelOf(id, 'assertToolNotCalled'), name, predicate)
  }
}

/** An id that is missing would find the prompts of nobody. */
function modelOf(id: unknown, method: string): Prompted {
  checkText(method, id, 'the id of a model')
  return { model: String(id) }
}
