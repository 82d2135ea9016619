/** A provider that the binding does not have, or that has no model of the kind asked for. */
import { closest } from 'fastest-levenshtein'
import type { ModelKind } from '../models/provider-entry.js'
import { codeKey, codeText, nameList, quoted } from '@understudy/app'

/** What {@link ProviderError} knows. */
export interface ProviderErrorDetails {
  readonly provider: string
  readonly kind: ModelKind
  /** The providers of the binding. */
  readonly known: readonly string[]
  /** Those of them that have a model of the kind. */
  readonly able: readonly string[]
}

/** Thrown before any model is asked. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code = 'PROVIDER'
  readonly provider: string
  readonly kind: ModelKind
  readonly known: readonly string[]
  readonly able: readonly string[]

  constructor({ provider, kind, known, able }: ProviderErrorDetails) {
    super(tell({ provider, kind, known, able }))
    this.provider = provider
    this.kind = kind
    this.known = known
    this.able = able
  }
}

function tell({ provider, kind, known, able }: ProviderErrorDetails): string {
  const entry = `\`defineAi({ providers: { ${codeKey(provider)}: { ${kind}: () => … } } })\``
  if (known.includes(provider)) {
    const [first] = able
    const [others, choose] =
      first === undefined
        ? ['No provider has one.', 'Give it one']
        : [`Those with one: ${nameList(able)}.`, `Choose: \`{ provider: ${codeText(first)} }\`, or give it one`]
    return `Provider ${quoted(provider)} has no ${inWords(kind)}. ${others} ${choose}: ${entry}.`
  }
  if (known.length === 0) return `There is no provider ${quoted(provider)}, nor any other. Add it: ${entry}.`
  // Comparing what is very long would take minutes.
  const nearest = provider.length > 200 ? (known[0] ?? '') : closest(provider, [...known])
  return (
    `There is no provider ${quoted(provider)}. The binding has ${nameList(known)}. ` +
    `Write \`{ provider: ${codeText(nearest)} }\`, or add it: ${entry}.`
  )
}

/** `embeddingModel` is an embedding model, and `model` a language model. */
function inWords(kind: ModelKind): string {
  return kind === 'model' ? 'language model' : kind.replace(/Model$/, ' model')
}
