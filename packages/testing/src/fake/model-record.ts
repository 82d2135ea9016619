/**
 * One call of a model under the fake: plays its answer, writes down what happens, and finds what is wrong with how it
 * ended. It owns its answer from the moment it starts; knows nothing of other calls, nor what differs from kind to kind.
 */
import { InvalidResponseDataError } from 'ai'
import type { CallKind, CallName, CallRun, CallStart } from '@understudy/agents'
import type { PlayAnswersOptions } from '@understudy/script'
import {
  CallRunningError,
  type CallSite,
  describeSite,
  type DrawnAnswers,
  type FakeEvent,
  type Line,
  modelWords,
  type Mutable,
  named,
  playAnswers,
  type PrintOptions,
  type PromptState,
  quote,
  quotedName,
  shareCopy,
  showFailure,
  telemetryOfScripted,
  toError,
  UnfinishedAnswerError,
  UnscriptedModelError,
} from '@understudy/script/fake'
import type { RecordedCall } from './model-calls.js'
import { type AnyModelKindRow, rowOf } from './model-kinds.js'

/** What a record is made of. */
export interface ModelRecordSetup {
  readonly start: CallStart
  readonly provider: string
  /** Its place among all calls of the fake, from 1. */
  readonly number: number
  /** An earlier call of the kind: what is the same in this one is shared with it. */
  readonly earlier: ModelRecord | undefined
  readonly complain: (complaint: Error, record: ModelRecord) => void
}

/** The record of one call. */
export class ModelRecord implements FakeEvent {
  readonly kind: CallKind
  readonly name: CallName
  readonly number: number
  /** What a test reads. */
  readonly call: Mutable<RecordedCall> & { answers?: unknown }
  state: PromptState = 'running'
  /** What is wrong with the call: the first fault, since what follows from it is not another. */
  complaint: Error | undefined
  /** What is kept of what it was called with, for failures and for later calls to share. */
  kept: object
  readonly #row: AnyModelKindRow
  readonly #tell: (complaint: Error, record: ModelRecord) => void
  readonly #earlier: ModelRecord['call'] | undefined
  #result: unknown
  #site: CallSite | undefined

  constructor({ start, provider, number, earlier, complain }: ModelRecordSetup) {
    const { kind, call, options } = start
    this.kind = kind
    this.name = call
    this.number = number
    this.#row = rowOf(kind)
    this.kept = shareCopy(this.#row.keep(options), earlier?.kept)
    this.#earlier = earlier?.call
    this.call = { ...this.kept, provider }
    this.#tell = complain
  }

  /** How it is spoken of. */
  get spoken(): string {
    return `ai.${this.name}()`
  }

  /** Where the function was scripted that answers it. */
  get scriptedAt(): string | undefined {
    return this.#site && describeSite(this.#site)
  }

  /** How many answers of the script it takes. */
  get takes(): number {
    return this.#row.takes?.(this.kept) ?? 1
  }

  /** What it was called with as failures show it, on one line and cut to a width. */
  shown(width?: number): string {
    return quote(this.#row.show(this.kept), width)
  }

  /** What it answered as failures show it; undefined where it was a stream. */
  shownResult(width?: number): string | undefined {
    const { showResult } = this.#row
    return this.#result === undefined || showResult === undefined ? undefined : quote(showResult(this.#result), width)
  }

  /** Its events, as a failure prints them. */
  lines({ marked, width }: PrintOptions): Line[] {
    const { number, name, call, state, complaint } = this
    const answer = this.shownResult(width) ?? '(its stream was read to the end)'
    const end = state === 'answered' ? `answer ${answer}` : showFailure({ state, error: call.error, complaint }, width)
    return [
      {
        text: `model call ${number}, ${name}() of ${quote(call.provider, width)}: ${this.shown(width)}`,
        mark: this === marked,
      },
      { text: `  ${end}`, mark: false },
    ]
  }

  /** Plays what it took of the script. */
  play({ answers, site, short, scripted }: DrawnAnswers): CallRun {
    this.#site = site
    const { kind, name: call } = this
    const { provider } = this.call
    const { tell, hear } = this.#row
    const options: Mutable<PlayAnswersOptions<CallKind>> = {
      // The record is what is kept.
      keepsCalls: false,
      label: `ai.${call}() of provider ${quotedName(provider)}`,
      onFault: (fault) => {
        // Of a stream that nobody reads, the record would not hear.
        this.call.error ??= fault
        this.#complain(toError(fault))
      },
    }
    if (tell) Object.assign(options, tell(this.kept))
    if (hear) options.onCall = (sent) => this.#learn(hear(sent))
    if (short) {
      options.exhausted = ({ asked }) =>
        new UnscriptedModelError({ kind, provider, call, scripted, asked, respond: modelWords[kind].respond })
    }
    const model = playAnswers(kind, answers, options)
    const checkTaken = (reason: string): void => {
      const { remaining } = model
      if (remaining === 0) return
      const taken = answers.entries.map(({ description }) => description).join(', ')
      this.#complain(
        new UnfinishedAnswerError({ kind, call, asked: this.shown(120), scripted: taken, remaining, reason }),
      )
    }
    return {
      model,
      // It is known to be scripted: the guard against real models need not be asked.
      telemetry: telemetryOfScripted(),
      ended: (result) => {
        this.#end(result)
        checkTaken('it ended')
      },
      failed: (error, aborted) => {
        this.#fail(error, aborted)
        if (!aborted) checkTaken(`it failed with ${named(toError(error).name)}`)
      },
    }
  }

  /** A call that is refused before it has a model. */
  refuse(error: Error): void {
    this.state = 'failed'
    this.call.error = error
    this.#complain(error)
  }

  /** Complains of a call that is still running when its fake ends. */
  close(): void {
    if (this.state !== 'running') return
    this.#complain(new CallRunningError({ kind: this.kind, call: this.name, asked: this.shown(120) }))
  }

  #learn(heard: object): void {
    this.kept = { ...this.kept, ...heard }
    Object.assign(this.call, heard)
  }

  #end(result: unknown): void {
    this.state = 'answered'
    this.#result = result
    if (this.#row.keepsAnswers !== true) return
    // Of a kind whose record has answers, the SDK's result has them.
    const { answers } = result as { readonly answers: unknown }
    this.call.answers = shareCopy(answers, this.#earlier?.answers)
  }

  #fail(error: unknown, aborted: boolean): void {
    this.state = aborted ? 'aborted' : 'failed'
    this.call.error = error
    // The SDK's own word for an answer that no model may give.
    if (InvalidResponseDataError.isInstance(error)) this.#complain(error)
  }

  #complain(complaint: Error): void {
    if (this.complaint !== undefined) return
    this.complaint = complaint
    this.#tell(complaint, this)
  }
}
