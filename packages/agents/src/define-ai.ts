/**
 * `defineAi`: declares the providers, and returns the one object that is the AI binding wherever it is imported.
 */
import { bindToApp, currentRequest, type BindsToApp, type InProcessApp } from '@understudy/app'
import type { AgentClass, AnyAgent } from './agent.js'
import type { AgentHandle, Ai } from './ai.js'
import { AppAi, type AppAiSetup } from './app-ai.js'
import type { StreamErrorListener } from './bound-agent.js'
import { optionProblems, type OptionNames } from './check-ai-options.js'
import type { ConversationStore } from './conversations/conversation-store.js'
import { AiBindingError } from './errors/ai-binding-error.js'
import { ProviderError } from './errors/provider-error.js'
import { isRecord } from './kind-of.js'
import type { AiCalls } from './models/ai-calls.js'
import { ConfiguredModels } from './models/configured-models.js'
import type { ModelSource } from './models/model-source.js'
import type { CallKind, ProviderEntry } from './models/provider-entry.js'
import { handOnCalls } from './models/sdk-calls.js'

/** Options of `defineAi`. */
export interface AiOptions<Providers extends Readonly<Record<string, ProviderEntry>>> {
  readonly providers: Providers
  /** The provider that answers where none is asked for. */
  readonly default: keyof Providers & string
  /** The same for `embed()` and `embedMany()`. */
  readonly defaultEmbedding?: keyof Providers & string
  /** The same for `image()`. */
  readonly defaultImage?: keyof Providers & string
  /** The same for `evaluate()`. */
  readonly defaultEvaluation?: keyof Providers & string
  /** The same for `rerank()`. */
  readonly defaultReranking?: keyof Providers & string
  /** The same for `speech()` and `streamSpeech()`. */
  readonly defaultSpeech?: keyof Providers & string
  /** The same for `transcribe()` and `streamTranscribe()`. */
  readonly defaultTranscription?: keyof Providers & string
  /** The same for `video()`. */
  readonly defaultVideo?: keyof Providers & string
  /** The same for `extract()`. */
  readonly defaultExtraction?: keyof Providers & string
  /** The same for `translate()`. */
  readonly defaultTranslation?: keyof Providers & string
  /** Where conversations are kept. Without it no prompt can have one. */
  readonly conversations?: ConversationStore
  /**
   * Hears of errors in streams, of whose reason their readers are told nothing: for the app's own log. An agent with an
   * `onError` of its own is heard by that alone. Without either, they are logged with `console.error`.
   */
  readonly onError?: StreamErrorListener
}

type DefaultOption = Extract<keyof AiOptions<Record<never, ProviderEntry>>, `default${string}`>

/** The option that names the default provider of each kind. */
const defaultOptions: Readonly<Record<CallKind, DefaultOption>> = {
  embeddingModel: 'defaultEmbedding',
  imageModel: 'defaultImage',
  evaluationModel: 'defaultEvaluation',
  rerankingModel: 'defaultReranking',
  speechModel: 'defaultSpeech',
  transcriptionModel: 'defaultTranscription',
  videoModel: 'defaultVideo',
  extractionModel: 'defaultExtraction',
  translationModel: 'defaultTranslation',
}

const optionNames: OptionNames = {
  defaults: Object.values(defaultOptions),
  all: ['default', 'providers', ...Object.values(defaultOptions), 'conversations', 'onError'],
}

/**
 * Declares the app's AI binding.
 * @throws AiBindingError with all that is wrong with the options.
 * @throws ProviderError when nothing is wrong but one default: it names a provider that is not there, or that has no model
 * of its kind.
 */
export function defineAi<const Providers extends Readonly<Record<string, ProviderEntry>>>(
  options: AiOptions<Providers>,
): Ai {
  const problems = optionProblems(options, optionNames)
  // What is no record of providers can have no defaults among them.
  if (!isRecord(options) || !isRecord(options.providers)) throw new AiBindingError(problems, 'options')
  const kinds = Object.keys(defaultOptions) as CallKind[]
  const defaults = kinds.map((kind) => [kind, options[defaultOptions[kind]] ?? options.default])
  // Every kind is among the keys of the table.
  const models = new ConfiguredModels(options.providers, {
    ...(Object.fromEntries(defaults) as Record<CallKind, string>),
    model: options.default,
  })
  const missing = missingProviders(models, options)
  const [first, ...others] = missing
  if (problems.length === 0 && first !== undefined && others.length === 0) throw first
  problems.push(...missing.map(({ message }) => message))
  if (problems.length > 0) throw new AiBindingError(problems, 'options')
  return new ImportedAi(models, { store: options.conversations, onError: options.onError })
}

/** What the defaults name and the providers have not. What is no name at all is told as an option of the wrong kind. */
function missingProviders(
  models: ConfiguredModels,
  options: AiOptions<Record<string, ProviderEntry>>,
): ProviderError[] {
  const checks: (() => unknown)[] = []
  const named: unknown = options.default
  if (typeof named === 'string') checks.push(() => models.checkProvider(named))
  for (const [kind, option] of Object.entries(defaultOptions)) {
    const provider: unknown = options[option]
    // The keys of the table are the kinds.
    if (typeof provider === 'string') checks.push(() => models.providerOf(kind as CallKind, provider))
  }
  return checks.flatMap((check) => {
    try {
      check()
      return []
    } catch (error) {
      if (error instanceof ProviderError) return [error]
      throw error
    }
  })
}

/** The views that a defined binding made, by what holds them; for packages that stand in for its models. */
const views = new WeakMap<object, AppAi>()

/** The app's own view behind a binding's value, if it is one; a fake's is the view that it answers with. */
export function viewOf(value: unknown): AppAi | undefined {
  if (value instanceof AppAi) return value
  return typeof value === 'object' && value !== null ? views.get(value) : undefined
}

/** Says that a stand-in for the binding answers with this view. */
export function standsIn(value: object, view: AppAi): void {
  views.set(value, view)
}

/** What every view of a binding is given. */
type Kept = Pick<AppAiSetup, 'store' | 'onError'>

/** What `defineAi` returns: finds the app that the running code belongs to, and is that app's view. */
// The calls are the table's of sdk-calls.ts; the prototype gets them in the static block.
interface ImportedAi extends AiCalls {}
class ImportedAi implements Ai, BindsToApp<Ai> {
  readonly #models: ConfiguredModels
  readonly #kept: Kept
  readonly #unbound: AppAi
  #first: WeakRef<InProcessApp> | undefined
  #several = false
  readonly #names: WeakMap<InProcessApp, string> = new WeakMap()

  constructor(models: ConfiguredModels, kept: Kept) {
    this.#models = models
    this.#kept = kept
    this.#unbound = new AppAi({ app: undefined, configured: models, ...kept })
  }

  static {
    handOnCalls(this, (ai) => ai.#here())
  }

  [bindToApp](app: InProcessApp, name: string): Ai {
    this.#several ||= this.#first !== undefined
    this.#first ??= new WeakRef(app)
    this.#names.set(app, name)
    const source = (): ModelSource => {
      const live = viewOf(app.make(name))
      if (live !== undefined && live !== view) return live.source
      app.refuseAfterFake(name)
      return this.#models
    }
    const view: AppAi = new AppAi({ app, configured: this.#models, ...this.#kept, source })
    return view
  }

  agent<A extends AnyAgent>(Class: AgentClass<A>): AgentHandle<A> {
    return this.#here().agent(Class)
  }

  conversations(): ConversationStore {
    return this.#here().conversations()
  }

  /** The app of the request that this runs in, else the only app there is. */
  #here(): Ai {
    const current = currentRequest()
    const name = current && this.#names.get(current.app)
    // What the request was given when it began, so that work it left behind never meets the next test's fake.
    if (current !== undefined && name !== undefined) return current.c.get(name) as Ai
    if (this.#several) throw ambiguous()
    const only = this.#first?.deref()
    return only === undefined ? this.#unbound : (only.make(this.#names.get(only) as string) as Ai)
  }
}

function ambiguous(): AiBindingError {
  return new AiBindingError(
    'The imported AI binding serves several apps, and this code runs in a request of none of them, so it cannot know which is meant. ' +
      "Use `c.var.ai` in a handler, or `app.make('ai')` outside of one.",
    'ambiguous',
  )
}
