/**
 * The calls of one `fakeModels()` of models that are no language models: a model for every id, and for each call of the app
 * an answer of its own. Knows nothing of prompts, nor what differs from kind to kind.
 */
import { AnswerQueue, type DrawnAnswers } from '../fake/answer-queue.js'
import type { CallSite } from '../fake/call-site.js'
import { modelKindNames } from '../fake/model-words.js'
import { parseAnswers, playAnswers } from '../models/kinds.js'
import type { ModelKind } from '../models/model-kind.js'
import { FAKE_PROVIDER } from './fake-language-model.js'
import { type AskedRequest, ModelCallRecord } from './model-call-record.js'

/** What a provider makes models with, and of which kind they are. */
const kindOfFactory: ReadonlyMap<string, ModelKind> = new Map([
  ...modelKindNames.map((kind): [string, ModelKind] => [kind, kind]),
  ['textEmbeddingModel', 'embeddingModel'],
  ['decisionModel', 'evaluationModel'],
  ['speechTranslationModel', 'translationModel'],
])

/** Of these the SDK may ask for one call in several parts, all with the same object of headers. */
const splits: ReadonlySet<ModelKind> = new Set(['imageModel', 'videoModel'])

/** What a fake does with a call. */
export interface ModelCallHost {
  /** Throws where the fake has ended. */
  refuseLate(id: string): void
  /** Writes down a call that starts now. */
  add(record: ModelCallRecord): void
  readonly complain: (complaint: Error, record: ModelCallRecord) => void
}

/** The calls of a fake. */
export class ModelCalls {
  readonly records: ModelCallRecord[] = []
  readonly #host: ModelCallHost
  readonly #answers: Map<ModelKind, AnswerQueue> = new Map()
  /** The calls of the app, by the headers that the SDK made for each. */
  readonly #byHeaders: WeakMap<object, ModelCallRecord> = new WeakMap()

  constructor(host: ModelCallHost) {
    this.#host = host
  }

  /** Queues answers for calls of a kind. Throws InvalidStepError for what is none, and queues nothing of it. */
  add(kind: ModelKind, answers: unknown, site: CallSite): void {
    this.#answersOf(kind).add(parseAnswers(kind, answers), site)
  }

  /** How many answers of a kind no call has taken, and how many were scripted. */
  leftOf(kind: ModelKind): Pick<AnswerQueue, 'unused' | 'scripted'> {
    return this.#answers.get(kind) ?? { unused: 0, scripted: 0 }
  }

  /** The model for an id, called as a provider calls its models; undefined where there is no such kind. */
  modelOf(factory: string, id: string): object | undefined {
    const kind = kindOfFactory.get(factory)
    if (kind === undefined) return undefined
    // It says what a model of its kind says; what it is asked is played call by call.
    const model: object = playAnswers(kind, undefined, { modelId: id, provider: FAKE_PROVIDER })
    return new Proxy(model, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        if (typeof key !== 'string' || !/^do[A-Z]/.test(key) || typeof value !== 'function') return value
        return async (request: AskedRequest) => await this.#recordFor(kind, id, request).ask(key, request)
      },
    })
  }

  #recordFor(kind: ModelKind, id: string, request: AskedRequest): ModelCallRecord {
    this.#host.refuseLate(id)
    const headers = typeof request.headers === 'object' && request.headers !== null ? request.headers : undefined
    const known = headers && this.#byHeaders.get(headers)
    if (known?.kind === kind && known.call.model === id && (known.isOpen || splits.has(kind))) return known
    const isAborted = request.abortSignal?.aborted === true
    const drawn = isAborted ? NOTHING : this.#answersOf(kind).draw(answersFor(kind, request))
    const number = this.records.length + 1
    const record = new ModelCallRecord({ kind, id, number, drawn, complain: this.#host.complain })
    if (headers !== undefined) this.#byHeaders.set(headers, record)
    // As everywhere, what was aborted before it started is no call: its model rejects, and takes nothing.
    if (isAborted) return record
    this.records.push(record)
    this.#host.add(record)
    return record
  }

  #answersOf(kind: ModelKind): AnswerQueue {
    let queue = this.#answers.get(kind)
    if (queue === undefined) this.#answers.set(kind, (queue = new AnswerQueue()))
    return queue
  }
}

const NOTHING: DrawnAnswers = { answers: { entries: [] }, short: false, scripted: 0 }

/** How many answers of the script a call takes: one for each value that is embedded. */
function answersFor(kind: ModelKind, request: object): number {
  if (kind !== 'embeddingModel' || !('values' in request) || !Array.isArray(request.values)) return 1
  return request.values.length
}
