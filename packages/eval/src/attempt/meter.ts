/**
 * Listens to the models of one attempt: what they answered, and so what was paid, even where the attempt then fails.
 * Passes everything on unchanged; knows no prices.
 */
import { gateway, wrapLanguageModel, type LanguageModel } from 'ai'
import type { ModelSource, PromptRun, PromptStart } from '@understudy/agents'
import type { GenerateOptions, GenerateResult } from './sdk-types.js'

/** One call that a model answered. */
export interface MeteredCall {
  readonly provider: string
  /** The model that was asked for. */
  readonly configuredId: string
  /** The one that the response says answered, where it says. */
  readonly servedId: string | undefined
  readonly result: GenerateResult
}

/** What the models of one attempt did. */
export class Meter {
  readonly calls: MeteredCall[] = []
  /** What models threw. */
  readonly modelErrors: Set<unknown> = new Set()
  /** What the app's own routes threw when they were called as tools. */
  readonly routeErrors: unknown[] = []
  /** What the first call was sent. */
  first: GenerateOptions | undefined
  readonly #heard: (call: MeteredCall) => Promise<void>

  /** `heard` is awaited before the loop goes on, so that what was paid is known before more is. */
  constructor(heard: (call: MeteredCall) => Promise<void>) {
    this.#heard = heard
  }

  /** The same source, listened to. */
  listenTo(source: ModelSource): ModelSource {
    return new Proxy(source, {
      get: (target, key) => {
        if (key === 'startPrompt') return (start: PromptStart) => this.#startPrompt(target, start)
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  #startPrompt(source: ModelSource, start: PromptStart): PromptRun {
    const provider = source.providerOf('model', start.provider)
    const run = source.startPrompt(start)
    return {
      model: this.#wrap(run.model, provider),
      telemetry: run.telemetry,
      toolEnded: (toolCallId, end) => {
        const { threw, status = 500 } = 'output' in end ? (end.outcome ?? {}) : {}
        // What the app's own error handler made a 4xx of is its answer.
        if (threw && status >= 500) this.routeErrors.push(threw.error)
        run.toolEnded?.(toolCallId, end)
      },
      readingStarted: () => run.readingStarted?.(),
      ended: (response) => run.ended?.(response),
      failed: (error, aborted) => run.failed?.(error, aborted),
    }
  }

  #wrap(model: LanguageModel, provider: string): LanguageModel {
    const wrapped = typeof model === 'string' ? byId(model) : model
    return wrapLanguageModel({
      model: wrapped,
      middleware: {
        specificationVersion: 'v4',
        wrapGenerate: async ({ doGenerate, params }) => {
          this.first ??= params
          const result = await this.#listen(doGenerate)
          const call = { provider, configuredId: wrapped.modelId, servedId: result.response?.modelId, result }
          this.calls.push(call)
          await this.#heard(call)
          return result
        },
      },
    })
  }

  async #listen(ask: () => PromiseLike<GenerateResult>): Promise<GenerateResult> {
    try {
      return await ask()
    } catch (error) {
      this.modelErrors.add(error)
      throw error
    }
  }
}

/** The model of a string id, as the SDK finds it. */
function byId(id: string): Exclude<LanguageModel, string> {
  return (globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway).languageModel(id)
}
