/**
 * Listens to the models of one attempt: what they answered, and so what was paid, even where the attempt then fails.
 * Passes everything on unchanged; knows no prices.
 */
import { gateway, wrapLanguageModel, type LanguageModel } from 'ai'
import type { ModelSource, PromptRun, PromptStart } from '@understudy/agents'
import type { GenerateOptions, GenerateResult } from './sdk-types.js'

/** Which model a call is of. */
export interface ModelOfCall {
  readonly provider: string
  /** The model that was asked for. */
  readonly configuredId: string
}

/** One call that a model answered. */
export interface MeteredCall extends ModelOfCall {
  /** The one that the response says answered, where it says. */
  readonly servedId: string | undefined
  readonly result: GenerateResult
}

/** Hears of each call. What it returns is awaited before the loop goes on, so that what was paid is known before more is. */
export interface CallListener {
  /** A call is about to be made; its id is for what is said of it later. */
  begun(call: ModelOfCall, sent: GenerateOptions): Promise<string>
  answered(id: string, call: MeteredCall): Promise<void>
  failed(id: string, error: unknown): Promise<void>
}

/**
 * Carries what a model threw through the SDK, which would by itself ask again, and wait, where it knows the error: how
 * often an attempt is tried, and how long one try takes, is the eval's to say.
 */
class ModelCallFailure extends Error {
  override readonly name = 'ModelCallFailure'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'A model call failed.', { cause })
  }
}

/** What the models of one attempt did. */
export class Meter {
  readonly calls: MeteredCall[] = []
  /** What the app's own routes threw when they were called as tools. */
  readonly routeErrors: unknown[] = []
  /** What the first call was sent. */
  first: GenerateOptions | undefined
  readonly #listener: CallListener

  constructor(listener: CallListener) {
    this.#listener = listener
  }

  /** What a model threw, where that is what a prompt failed with. */
  failureIn(error: unknown): { readonly thrown: unknown } | undefined {
    for (let at = error, depth = 0; at instanceof Error && depth < 10; depth += 1) {
      if (at instanceof ModelCallFailure) return { thrown: at.cause }
      at = at.cause
    }
    return undefined
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
          return await this.#ask(doGenerate, params, { provider, configuredId: wrapped.modelId })
        },
      },
    })
  }

  async #ask(
    ask: () => PromiseLike<GenerateResult>,
    sent: GenerateOptions,
    model: ModelOfCall,
  ): Promise<GenerateResult> {
    const id = await this.#listener.begun(model, sent)
    let result: GenerateResult
    try {
      result = await ask()
    } catch (error) {
      await this.#listener.failed(id, error)
      // What was aborted the SDK must know for that, and tries no second time.
      throw isAbort(error) ? error : new ModelCallFailure(error)
    }
    const call = { ...model, servedId: result.response?.modelId, result }
    this.calls.push(call)
    await this.#listener.answered(id, call)
    return result
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && ['AbortError', 'TimeoutError', 'ResponseAborted'].includes(error.name)
}

/** The model of a string id, as the SDK finds it. */
function byId(id: string): Exclude<LanguageModel, string> {
  return (globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway).languageModel(id)
}
