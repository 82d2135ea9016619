/**
 * The model that stands for an id: hands every call to the fake that made it. Knows no script.
 *
 * The SDK tells of a prompt as it starts, but not which model object it was given. It reads the object's provider to do so,
 * in the same flow; that is how a start is told from another's of the same id.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { SdkLanguageModel, SdkRequest, SdkResult, SdkStreamResult } from '../sdk-types.js'

/** The provider that a fake's models have, by which their prompts are told from others: one that counts as scripted. */
export const FAKE_PROVIDER = 'scripted.models'

/** Who answers for a model. */
export interface ModelOwner {
  generate(model: FakeLanguageModel, request: SdkRequest): Promise<SdkResult>
  stream(model: FakeLanguageModel, request: SdkRequest): Promise<SdkStreamResult>
}

let made = 0

/** The model that this flow read last. */
const readModel = new AsyncLocalStorage<FakeLanguageModel | undefined>()

/** The number of what comes next: a model that is made, or a prompt that starts. */
export function nextPlace(): number {
  return ++made
}

/** A language model of a fake. */
export class FakeLanguageModel implements SdkLanguageModel {
  readonly specificationVersion = 'v4'
  readonly supportedUrls: Record<string, RegExp[]> = {}
  readonly #id: string
  readonly #owner: ModelOwner
  #place: number | undefined = nextPlace()

  constructor(id: string, owner: ModelOwner) {
    this.#id = id
    this.#owner = owner
  }

  get provider(): string {
    readModel.enterWith(this)
    return FAKE_PROVIDER
  }

  get modelId(): string {
    return this.#id
  }

  /** Whose model it is. */
  get owner(): ModelOwner {
    return this.#owner
  }

  /**
   * The place of a prompt that starts now, among all. A string id makes a model for the prompt itself, in the order in
   * which prompts are asked for; the SDK tells of some a little later than of others.
   */
  takePlace(): number {
    const place = this.#place ?? nextPlace()
    this.#place = undefined
    return place
  }

  async doGenerate(request: SdkRequest): Promise<SdkResult> {
    return await this.#owner.generate(this, request)
  }

  async doStream(request: SdkRequest): Promise<SdkStreamResult> {
    return await this.#owner.stream(this, request)
  }
}

/** The model that the running flow read last, if it goes by the id. */
export function modelReadLast(id: string): FakeLanguageModel | undefined {
  const model = readModel.getStore()
  return model?.modelId === id ? model : undefined
}
