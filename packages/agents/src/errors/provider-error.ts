/** A provider that the binding does not have, or that has no model of the kind asked for. */
import { closest } from 'fastest-levenshtein'
import type { ModelKind } from '../models/provider-entry.js'

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
    super(
      known.includes(provider)
        ? `Provider "${provider}" has no ${kind}. ${ableOnes(kind, able)} ` +
            `Give it one: defineAi({ providers: { ${provider}: { ${kind}: () => … } } }).`
        : `There is no provider "${provider}"${knownOnes(provider, known)}. Add it: defineAi({ providers: { ${provider}: { ${kind}: () => … } } }).`,
    )
    this.provider = provider
    this.kind = kind
    this.known = known
    this.able = able
  }
}

function knownOnes(provider: string, known: readonly string[]): string {
  if (known.length === 0) return '; the binding has none'
  return `; the nearest is "${closest(provider, [...known])}", the binding has ${known.join(', ')}`
}

function ableOnes(kind: ModelKind, able: readonly string[]): string {
  return able.length === 0 ? `No provider has one.` : `Those with one: ${able.join(', ')} (choose with { provider }).`
}
