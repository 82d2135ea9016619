/**
 * The prompts of one `fakeModels()`: hands each its own reply as it starts, and finds for every call of a model the prompt
 * that it belongs to. Never reaches a real model.
 */
import { FakeEndedError } from '../errors/fake-ended-error.js'
import { UnscriptedPromptError } from '../errors/unscripted-prompt-error.js'
import { UnusedAnswerError } from '../errors/unused-answer-error.js'
import { UnusedReplyError } from '../errors/unused-reply-error.js'
import { type CallSite, describeSite } from '../fake/call-site.js'
import type { ScriptedCalls } from '../fake/model-vocabulary.js'
import { modelKindNames, modelWords } from '../fake/model-words.js'
import { isRecordedCall, type PromptRecorder } from '../fake/prompt-recorder.js'
import type { PromptRecordSetup } from '../fake/prompt-record.js'
import { Prompts } from '../fake/prompts.js'
import { fakeModelsWords } from '../fake/prompted.js'
import type { Unused } from '../fake/reply-queues.js'
import { toError } from '../fake/to-error.js'
import type { StandIn } from '../guard/model-guard.js'
import type { ModelKind } from '../models/model-kind.js'
import type { SdkRequest, SdkResult, SdkStreamResult } from '../sdk-types.js'
import { FakeLanguageModel, type ModelOwner, nextPlace } from './fake-language-model.js'
import { findContinued } from './goes-on.js'
import type { ModelCallRecord } from './model-call-record.js'
import { ModelCalls } from './model-calls.js'
import type { ModelPrompt } from './model-prompt.js'
import { ModelPromptRecord, type PromptBeginning } from './model-prompt-record.js'
import { readPrompt } from './read-prompt.js'
import { type PromptWatcher, type StartedPrompt, toldCallId, watchPrompts } from './watch-prompts.js'
import { quotedName } from '../quoted.js'

/** A prompt that has started, and has not asked its model. */
interface StartedLately {
  readonly beginning: PromptBeginning
  /** Its place among all prompts, by which replies are drawn. */
  readonly place: number
}

/** The prompts of a fake, and the models that ask. */
export class ModelPrompts
  extends Prompts<ModelPromptRecord, ModelPrompt>
  implements StandIn, ModelOwner, PromptWatcher, ScriptedCalls
{
  readonly #started: Map<string, StartedLately> = new Map()
  readonly #recorders: Map<string, PromptRecorder> = new Map()
  readonly #byCall: Map<string, ModelPromptRecord> = new Map()
  /** The prompts that the SDK does not tell of, as far as they may run, with the models that asked. */
  #untold: readonly Untold[] = []
  readonly #unwatch: () => void
  readonly #calls: ModelCalls = new ModelCalls({
    refuseLate: (id) => this.#refuseLate(id),
    add: (record) => void this.events.push(record),
    complain: this.complain,
  })

  readonly #madeAt: CallSite

  constructor(madeAt: CallSite) {
    super()
    this.#madeAt = madeAt
    this.#unwatch = watchPrompts(this)
  }

  override end(): void {
    this.#unwatch()
    for (const { beginning } of this.#started.values()) this.#record(beginning, NOTHING)
    super.end()
    for (const recorder of this.#recorders.values()) recorder.close()
  }

  /** The model that goes by an id. */
  languageModel(id: string): FakeLanguageModel {
    return new FakeLanguageModel(id, this)
  }

  modelOf(factory: string, id: string): object | undefined {
    // What is recorded is the real one.
    if (isRecordedCall()) return undefined
    return factory === 'languageModel' ? this.languageModel(id) : this.#calls.modelOf(factory, id)
  }

  get madeAt(): string | undefined {
    return describeSite(this.#madeAt)
  }

  /** The calls of models that are no language models. */
  get calls(): readonly ModelCallRecord[] {
    return this.#calls.records
  }

  addAnswers(kind: ModelKind, answers: unknown, site: CallSite): void {
    if (this.hasEnded) throw new FakeEndedError('An answer was scripted', fakeModelsWords)
    this.#calls.add(kind, answers, site)
  }

  /** Answers the prompts of a model with the default provider's own, and records that. */
  record(id: string, { recorder, site }: { readonly recorder: PromptRecorder; readonly site: CallSite }): void {
    this.#recorders.set(id, recorder)
    this.replies.makeEach(id, { site, make: () => ({ reply: recorder.reply(), site }) })
  }

  refuse(error: Error): void {
    this.refuseAmbiguous(error)
  }

  started(beginning: StartedPrompt, model: FakeLanguageModel): void {
    if (model.owner === this) this.#started.set(beginning.callId, { beginning, place: model.takePlace() })
  }

  promptOf(callId: string): ModelPromptRecord | undefined {
    const started = this.#started.get(callId)
    if (started === undefined) return this.#byCall.get(callId)
    // It has ended before it asked its model, and has drawn nothing.
    return this.#record(started.beginning, NOTHING)
  }

  async generate(model: FakeLanguageModel, request: SdkRequest): Promise<SdkResult> {
    return await this.#promptOf(model, { request, streamed: false }).generate(model.modelId, request)
  }

  async stream(model: FakeLanguageModel, request: SdkRequest): Promise<SdkStreamResult> {
    return await this.#promptOf(model, { request, streamed: true }).stream(model.modelId, request)
  }

  protected override unusedReply({ name, count, scripted }: Unused): Error {
    return new UnusedReplyError({ model: name }, count, scripted)
  }

  protected override unusedAnswers(): Error[] {
    return modelKindNames.flatMap((kind) => {
      const { unused: count, scripted } = this.#calls.leftOf(kind)
      const { respond } = modelWords[kind]
      return count === 0 ? [] : [new UnusedAnswerError(kind, { count, scripted }, { respond, words: fakeModelsWords })]
    })
  }

  #refuseLate(id: string): void {
    if (this.hasEnded) throw new FakeEndedError(`Model ${quotedName(id)} was asked`, fakeModelsWords)
  }

  /** The prompt that a call of a model belongs to. */
  #promptOf(model: FakeLanguageModel, { request, streamed }: Asked): ModelPromptRecord {
    const { modelId } = model
    this.#refuseLate(modelId)
    const callId = toldCallId()
    const known = callId === undefined ? this.#findContinued(model, request) : this.#byCall.get(callId)
    if (known !== undefined) return known
    const started = callId === undefined ? undefined : this.#started.get(callId)
    const beginning = started?.beginning ?? { ...readPrompt(request.prompt), callId, model: modelId, streamed }
    // As everywhere, what was aborted before it started takes nothing.
    if (request.abortSignal?.aborted === true) return this.#record(beginning, NOTHING)
    this.#beginBefore(beginning.model, started?.place)
    const record = this.#record(beginning, this.#draw(beginning, request))
    if (callId === undefined) this.#untold = [...this.#untold, { record, model }]
    return record
  }

  /** Among prompts of one id replies go by the order in which they started, whichever asks first. */
  #beginBefore(id: string, place: number = nextPlace()): void {
    if (this.#started.size < 2) return
    const earlier = [...this.#started.values()].filter((each) => each.beginning.model === id && each.place < place)
    for (const { beginning } of earlier.toSorted((one, other) => one.place - other.place)) {
      this.#record(beginning, this.#draw(beginning))
    }
  }

  /** What a call goes on with that the SDK does not tell of: of the same model object, else of the same id. */
  #findContinued(model: FakeLanguageModel, request: SdkRequest): ModelPromptRecord | undefined {
    if (this.#untold.length === 0) return undefined
    this.#untold = this.#untold.filter(({ record }) => record.state === 'running')
    const own = this.#untold.filter((untold) => untold.model === model)
    const among = own.length > 0 ? own : this.#untold.filter(({ record }) => record.name === model.modelId)
    return findContinued(
      among.map(({ record }) => record),
      request,
    )
  }

  #record(beginning: PromptBeginning, { taken, unscripted, unscriptedAt }: Draw): ModelPromptRecord {
    const { model, callId } = beginning
    const record = new ModelPromptRecord({
      beginning,
      taken,
      unscripted,
      unscriptedAt,
      number: this.records.length + 1,
      earlier: this.latestOf(model),
      complain: this.complain,
    })
    this.addRecord(record)
    this.#recorders.get(model)?.attach(record.model, taken?.reply, () => model)
    if (callId === undefined) return record
    this.#started.delete(callId)
    this.#byCall.set(callId, record)
    return record
  }

  /** The reply for a prompt, or why it has none. */
  #draw({ model, input, instructions }: PromptBeginning, request?: SdkRequest): Draw {
    const call: ModelPrompt = { model, input, instructions, toolCalls: [], requests: [], askedModels: [] }
    const { taken, thrown, scripted, conditional, prompt } = this.replies.draw(model, () => call)
    if (taken !== undefined) return { taken, unscripted: undefined }
    // What a condition or a function of the script threw: there is no reply because of it.
    if (thrown !== undefined) return { taken, unscripted: toError(thrown.error), unscriptedAt: thrown.site }
    const scriptedModels = this.replies.names
    const hasOutput = request?.responseFormat?.type === 'json'
    const details = { model, scripted, conditional, prompt, input, scriptedModels, hasOutput }
    return { taken, unscripted: new UnscriptedPromptError(details) }
  }
}

interface Asked {
  readonly request: SdkRequest
  readonly streamed: boolean
}

interface Untold {
  readonly record: ModelPromptRecord
  readonly model: FakeLanguageModel
}

type Draw = Pick<PromptRecordSetup, 'taken' | 'unscripted' | 'unscriptedAt'>

const NOTHING: Draw = { taken: undefined, unscripted: undefined }
