/** The models of the providers that `defineAi` was given. */
import { AiBindingError } from '../errors/ai-binding-error.js'
import { ProviderError } from '../errors/provider-error.js'
import type { CallRun, CallStart, ModelSource, PromptRun, PromptStart } from './model-source.js'
import type { CallKind, ModelByKind, ModelKind, Pricing, ProviderEntry } from './provider-entry.js'
import { codeKey, quoted } from '@understudy/app'

/** Which provider answers where none is asked for. */
export type DefaultProviders = Readonly<Record<ModelKind, string>>

/** The configured providers as a source. Factories run once, on first use. */
export class ConfiguredModels implements ModelSource {
  readonly #providers: Readonly<Record<string, ProviderEntry>>
  readonly #defaults: DefaultProviders
  readonly #made: { [Kind in ModelKind]?: Map<string, ModelByKind[Kind]> } = {}

  constructor(providers: Readonly<Record<string, ProviderEntry>>, defaults: DefaultProviders) {
    this.#providers = providers
    this.#defaults = defaults
  }

  startPrompt({ provider }: PromptStart): PromptRun {
    return { model: this.#make('model', provider) }
  }

  startCall<Kind extends CallKind>({ kind, provider }: CallStart<Kind>): CallRun<Kind> {
    return { model: this.#make(kind, provider) }
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

  pricingOf(provider: string): Pricing | undefined {
    return Object.hasOwn(this.#providers, provider) ? this.#providers[provider]?.pricing : undefined
  }

  #make<Kind extends ModelKind>(kind: Kind, asked: string | undefined): ModelByKind[Kind] {
    const provider = this.providerOf(kind, asked)
    const made: Map<string, ModelByKind[Kind]> = (this.#made[kind] ??= new Map())
    const known = made.get(provider)
    if (known !== undefined) return known
    const factories: { readonly [Each in ModelKind]?: () => ModelByKind[Each] } = this.#providers[provider] ?? {}
    const model: ModelByKind[Kind] | undefined = factories[kind]?.()
    if (model === undefined) {
      const fix = `Return the model: \`${codeKey(provider)}: { ${kind}: () => … }\`.`
      throw new AiBindingError(
        `The \`${kind}\` factory of provider ${quoted(provider)} returned nothing. ${fix}`,
        'options',
      )
    }
    made.set(provider, model)
    return model
  }
}
