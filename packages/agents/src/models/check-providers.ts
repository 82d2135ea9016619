/** Checks the providers that `defineAi` is given, where types were ignored. Makes no model. */
import { isRecord, kindOf } from '../kind-of.js'
import { unknownKeys } from '../unknown-keys.js'
import type { ModelKind, ProviderEntry } from './provider-entry.js'

/** A record, so that a kind which is added to the type cannot be left out here. */
const kinds: Readonly<Record<ModelKind, true>> = {
  model: true,
  embeddingModel: true,
  imageModel: true,
  evaluationModel: true,
  rerankingModel: true,
  speechModel: true,
  transcriptionModel: true,
  videoModel: true,
  extractionModel: true,
  translationModel: true,
}
const known: readonly (keyof ProviderEntry)[] = [...(Object.keys(kinds) as ModelKind[]), 'pricing']

/** What is wrong with the providers: each entry is an object of factories, by the kind of their model, and prices. */
export function providerProblems(providers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(providers).flatMap(([name, entry]) => entryProblems(name, entry))
}

function entryProblems(name: string, entry: unknown): string[] {
  if (!isRecord(entry)) {
    const written = `\`providers: { ${name}: { model: () => … } }\``
    return [`Provider "${name}" is ${kindOf(entry)}, and must be an object of factories. Write ${written}.`]
  }
  const problems = unknownKeys(entry, { given: `Provider "${name}"`, known })
  for (const kind of Object.keys(kinds)) {
    const value = entry[kind]
    if (value === undefined || typeof value === 'function') continue
    const written = `\`${name}: { ${kind}: () => … }\``
    problems.push(
      `The \`${kind}\` of provider "${name}" is ${kindOf(value)}, and must be a function. Write ${written}.`,
    )
  }
  if (entry['pricing'] !== undefined && !isPricing(entry['pricing']))
    problems.push(
      `The \`pricing\` of provider "${name}" must be US dollars a million tokens. Write \`pricing: { input: 5, output: 25 }\`.`,
    )
  return problems
}

function isPricing(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { input, output, ...others } = value
  return [input, output, ...Object.values(others).filter((each) => each !== undefined)].every(isPrice)
}

function isPrice(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
