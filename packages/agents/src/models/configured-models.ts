/** The models of the providers that `defineAi` was given. */
import { ProviderError } from '../errors/provider-error.js'
import type { ModelSource, PromptRun, PromptStart } from './model-source.js'
import type { ModelByKind, ModelKind, ProviderEntry } from './provider-entry.js'

/** Which provider answers where none is asked for. */
export type DefaultProviders = Readonly<Record<ModelKind, string>>

/** The configured providers as a source. Factories run once, on first use. */
export class ConfiguredModels implements ModelSource {
  readonly #providers: Readonly<Record<string, ProviderEntry>>
  readonly #defaults: DefaultProviders
  readonly #made: Map<string, ModelByKind[ModelKind]> = new Map()

  constructor(providers: Readonly<Record<string, ProviderEntry>>, defaults: DefaultProviders) {
    this.#providers = providers
    this.#defaults = defaults
  }

  startPrompt({ provider }: PromptStart): PromptRun {
    return { model: this.#make('model', provider) }
  }

  model<Kind extends Exclude<ModelKind, 'model'>>(kind: Kind, provider: string | undefined): ModelByKind[Kind] {
    return this.#make(kind, provider)
  }

  /**
   * Checks that a provider is configured, whatever kinds of model it has.
   * @throws ProviderError
   */
  checkProvider(provider: string): void {
    if (!Object.hasOwn(this.#providers, provider)) this.providerOf('model', provider)
  }

  /**
   * The name of the provider that has the kind of model.
   * @throws ProviderError when it is not configured, or has no model of that kind.
   */
  providerOf(kind: ModelKind, asked: string | undefined): string {
    const provider = asked ?? this.#defaults[kind]
    const entry = Object.hasOwn(this.#providers, provider) ? this.#providers[provider] : undefined
    if (entry?.[kind] !== undefined) return provider
    const known = Object.keys(this.#providers)
    const able = known.filter((name) => this.#providers[name]?.[kind] !== undefined)
    throw new ProviderError({ provider, kind, known, able })
  }

  #make<Kind extends ModelKind>(kind: Kind, asked: string | undefined): ModelByKind[Kind] {
    const provider = this.providerOf(kind, asked)
    const key = `${kind} ${provider}`
    const made = this.#made.get(key) ?? this.#providers[provider]?.[kind]?.()
    if (made === undefined) throw new TypeError(`The ${kind} factory of provider "${provider}" returned nothing.`)
    this.#made.set(key, made)
    // What was stored under a kind's key was made by that kind's factory.
    return made as ModelByKind[Kind]
  }
}
