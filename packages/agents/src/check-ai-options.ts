/** Checks the options of `defineAi`, where types were ignored. Makes no model, and asks no store. */
import { isRecord, kindOf } from './kind-of.js'
import { providerProblems } from './models/check-providers.js'
import { unknownKeys } from './unknown-keys.js'

/** The options that there are. */
export interface OptionNames {
  /** Those that name the default provider of a kind. */
  readonly defaults: readonly string[]
  readonly all: readonly string[]
}

const STORE_METHODS = ['find', 'create', 'append']
const example = "`defineAi({ default: 'main', providers: { main: { model: () => openai('…') } } })`"

/** What is wrong with the options, but for defaults that name a provider which is not there. */
export function optionProblems(options: unknown, { defaults, all }: OptionNames): string[] {
  if (!isRecord(options)) {
    return [`defineAi() was given ${kindOf(options)}, and needs its providers. Write ${example}.`]
  }
  return [
    ...unknownKeys(options, { given: 'defineAi()', known: all }),
    ...providersProblems(options),
    ...defaults.flatMap((name) => (options[name] === undefined ? [] : defaultProblems(name, options))),
    ...storeProblems(options['conversations']),
    ...listenerProblems(options['onError']),
  ]
}

function providersProblems(options: Readonly<Record<string, unknown>>): string[] {
  const { providers } = options
  if (!isRecord(providers)) {
    return [`defineAi() was given \`providers\` as ${kindOf(providers)}, and needs its providers. Write ${example}.`]
  }
  return [...defaultProblems('default', options), ...providerProblems(providers)]
}

function defaultProblems(name: string, options: Readonly<Record<string, unknown>>): string[] {
  if (typeof options[name] === 'string') return []
  const names = isRecord(options['providers']) ? Object.keys(options['providers']) : []
  const among = names.length === 0 ? 'there are none' : names.join(', ')
  return [
    `\`${name}\` is ${kindOf(options[name])}, and must name one of the providers (${among}). Write \`${name}: '${names[0] ?? 'main'}'\`.`,
  ]
}

function storeProblems(store: unknown): string[] {
  if (store === undefined) return []
  const missing = STORE_METHODS.filter((name) => !isRecord(store) || typeof store[name] !== 'function')
  if (missing.length === 0) return []
  return [`\`conversations\` has no ${missing.join('(), ')}(). Write \`conversations: memoryConversations()\`.`]
}

function listenerProblems(onError: unknown): string[] {
  if (onError === undefined || typeof onError === 'function') return []
  return [`\`onError\` is ${kindOf(onError)}. Write \`onError: ({ error, agent }) => …\`.`]
}
