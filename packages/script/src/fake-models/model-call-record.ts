/**
 * One call of a model that is no language model, under `fakeModels()`: plays its answer, with the retries and the parts that
 * the SDK makes of it, and finds what is wrong with how it ended.
 */
import { CallRunningError } from '../errors/call-running-error.js'
import { UnfinishedAnswerError } from '../errors/unfinished-answer-error.js'
import { UnscriptedModelError } from '../errors/unscripted-model-error.js'
import type { DrawnAnswers } from '../fake/answer-queue.js'
import { describeSite } from '../fake/call-site.js'
import { withSizes } from '../fake/model-data.js'
import type { CallRecord } from '../fake/model-vocabulary.js'
import { modelWords } from '../fake/model-words.js'
import { type FakeEvent, type Line, type PrintOptions, showFailure } from '../fake/print-prompt.js'
import { quote } from '../fake/printable.js'
import type { PromptState } from '../fake/prompt-record.js'
import { toError } from '../fake/to-error.js'
import type { Mutable } from '../fake/tool-call-record.js'
import { playAnswers } from '../models/kinds.js'
import type { ModelKind } from '../models/model-kind.js'
import { FAKE_PROVIDER } from './fake-language-model.js'
import type { AskedCall } from './model-call.js'
import { watchStream } from './watch-stream.js'
import { named, quotedName } from '../quoted.js'

/** What a record is made of. */
export interface ModelCallSetup {
  readonly kind: ModelKind
  /** The id of the model. */
  readonly id: string
  /** Its place among all calls of the fake, from 1. */
  readonly number: number
  readonly drawn: DrawnAnswers
  readonly complain: (complaint: Error, record: ModelCallRecord) => void
}

/** What a model of whichever kind is asked with. */
export interface AskedRequest {
  readonly abortSignal?: AbortSignal | undefined
  readonly headers?: unknown
}

/** The record of one call. */
export class ModelCallRecord implements CallRecord, FakeEvent {
  readonly kind: ModelKind
  readonly number: number
  readonly call: Mutable<AskedCall>
  state: PromptState = 'running'
  complaint: Error | undefined
  readonly #drawn: DrawnAnswers
  readonly #model: { readonly remaining: number }
  readonly #tell: ModelCallSetup['complain']
  #signal: AbortSignal | undefined

  constructor({ kind, id, number, drawn, complain }: ModelCallSetup) {
    this.kind = kind
    this.number = number
    this.#drawn = drawn
    this.#tell = complain
    this.call = { model: id }
    const { answers, short, scripted } = drawn
    this.#model = playAnswers(kind, answers, {
      keepsCalls: false,
      modelId: id,
      provider: FAKE_PROVIDER,
      // What the model was sent is the record; of a retry it is the same.
      onCall: (sent: object) => void Object.assign(this.call, sent),
      onFault: (fault: unknown) => {
        this.call.error ??= fault
        this.#complain(toError(fault))
      },
      ...(short && {
        exhausted: ({ asked }: { readonly asked: string }) => {
          const { respond } = modelWords[kind]
          return new UnscriptedModelError({ kind, provider: FAKE_PROVIDER, model: id, scripted, asked, respond })
        },
      }),
    })
  }

  get spoken(): string {
    return `Model ${quotedName(this.call.model)}`
  }

  /** Where the function was scripted that answers it. */
  get scriptedAt(): string | undefined {
    const { site } = this.#drawn
    return site && describeSite(site)
  }

  /** Whether a call with the same headers is a retry of this one: its answer was not asked for to the end. */
  get isOpen(): boolean {
    return this.state === 'failed' && this.#model.remaining > 0
  }

  /** Asks its model, by one of the methods that the SDK calls. */
  async ask(method: string, request: AskedRequest): Promise<unknown> {
    this.state = 'running'
    this.#signal = request.abortSignal
    const ask: unknown = Reflect.get(this.#model, method)
    if (typeof ask !== 'function') throw new TypeError(`A ${this.kind} has no ${method}.`)
    try {
      const result: unknown = await Reflect.apply(ask, this.#model, [request])
      if (hasStream(result)) return { ...result, stream: this.#watch(result.stream) }
      this.#ended()
      return result
    } catch (error) {
      this.#failed(error, request.abortSignal?.aborted === true)
      throw error
    }
  }

  lines({ marked, width }: PrintOptions): Line[] {
    const { number, call, state, complaint, kind } = this
    const { model, error } = call
    const end = state === 'answered' ? 'answered' : showFailure({ state, error, complaint }, width)
    return [
      { text: `model call ${number}, ${kind} ${named(model)}: ${this.#shown(width)}`, mark: this === marked },
      { text: `  ${end}`, mark: false },
    ]
  }

  close(): void {
    const { kind, call, state } = this
    const asked = { kind, model: call.model, asked: this.#shown(120) }
    if (this.#signal?.aborted === true) return
    if (state === 'running') this.#complain(new CallRunningError(asked))
    const { remaining } = this.#model
    if (remaining === 0 || state === 'aborted') return
    const scripted = this.#drawn.answers.entries.map(({ description }) => description).join(', ')
    const reason = state === 'failed' ? `it failed with ${named(toError(call.error).name)}` : 'it ended'
    this.#complain(new UnfinishedAnswerError({ ...asked, scripted, remaining, reason }))
  }

  #shown(width?: number): string {
    const {
      model: _model,
      error: _error,
      headers: _headers,
      providerOptions: _options,
      ...sent
    } = { ...this.call } as {
      readonly [key: string]: unknown
    }
    return quote(withSizes(sent), width)
  }

  #watch(stream: ReadableStream<unknown>): ReadableStream<unknown> {
    return watchStream(stream, {
      part: () => undefined,
      ended: () => this.#ended(),
      failed: (error) => this.#failed(error, false),
      cancelled: (reason) => this.#failed(reason ?? new Error('The stream was cancelled.'), true),
    }).stream
  }

  #ended(): void {
    this.state = 'answered'
    // What a retry made good.
    delete this.call.error
  }

  #failed(error: unknown, aborted: boolean): void {
    this.state = aborted ? 'aborted' : 'failed'
    this.call.error = error
  }

  #complain(complaint: Error): void {
    if (this.complaint !== undefined) return
    this.complaint = complaint
    this.#tell(complaint, this)
  }
}

function hasStream(result: unknown): result is { readonly stream: ReadableStream<unknown> } {
  return typeof result === 'object' && result !== null && 'stream' in result && result.stream instanceof ReadableStream
}
