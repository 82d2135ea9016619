/** Checks the members of an agent: that each setting is of its kind, and that its provider is there. */
import type { AnyAgent } from './agent.js'
import { LOOP_SETTINGS } from './agent-settings.js'
import { ProviderError } from './errors/provider-error.js'
import { isRecord, kindOf } from './kind-of.js'
import { misspeltMembers } from './misspelt-members.js'
import type { ModelSource } from './models/model-source.js'
import { nearestName } from './unknown-keys.js'

/** What a setting must be, and how it is written. */
interface SettingKind {
  readonly is: (value: unknown) => boolean
  readonly words: string
  readonly written: string
}

const isFunction = (value: unknown): boolean => typeof value === 'function'

const callback: SettingKind = { is: isFunction, words: 'a function', written: '() { … }' }
const number: SettingKind = { is: (value) => Number.isFinite(value), words: 'a finite number', written: ' = 1' }

const kinds: Readonly<Record<string, SettingKind>> = {
  instructions: {
    is: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    words: 'a string',
    written: " = '…'",
  },
  output: {
    is: (value) => isRecord(value) && typeof value['name'] === 'string' && isFunction(value['parseCompleteOutput']),
    words: 'an Output',
    written: ' = Output.object({ schema })',
  },
  stopWhen: {
    is: (value) => isFunction(value) || (Array.isArray(value) && value.every(isFunction)),
    words: 'a stop condition or a list of them',
    written: ' = isStepCount(5)',
  },
  stopSequences: { is: (value) => Array.isArray(value), words: 'a list', written: " = ['…']" },
  activeTools: { is: (value) => Array.isArray(value), words: 'a list', written: " = ['…']" },
  headers: { is: isRecord, words: 'an object', written: " = { 'x-team': '…' }" },
  providerOptions: { is: isRecord, words: 'an object', written: ' = { main: { … } }' },
  prepareStep: callback,
  prepareCall: callback,
  repairToolCall: callback,
  ...Object.fromEntries(LOOP_SETTINGS.filter((key) => /^on[A-Z]/.test(key)).map((key) => [key, callback])),
  maxOutputTokens: number,
  temperature: number,
  topP: number,
  topK: number,
  presencePenalty: number,
  frequencyPenalty: number,
  seed: number,
  maxRetries: number,
}

const checked: ReadonlyMap<string, SettingKind> = new Map(Object.entries(kinds))

/** What is wrong with the members of an agent but for its tools, each as a sentence with its fix. */
export function memberProblems(agent: AnyAgent): string[] {
  // By key: the settings that have a kind are members of an agent, whatever its class declares.
  const members = agent as unknown as Readonly<Record<string, unknown>>
  const problems: string[] = []
  if ('model' in agent) problems.push("it has a model of its own. Name a provider instead: `provider = '…'`")
  const check = (key: string): void => {
    const kind = checked.get(key)
    const value = kind && members[key]
    if (kind === undefined || value === undefined || kind.is(value)) return
    problems.push(`its \`${key}\` is ${kindOf(value)}, and must be ${kind.words}. Write: \`${key}${kind.written}\``)
  }
  for (const key of Object.keys(agent)) check(key)
  for (const key of inheritedBy(agent)) check(key)
  problems.push(...misspeltMembers(agent))
  return problems
}

/** By prototype, which is read once: the settings that a class has as methods or getters. */
const inherited = new WeakMap<object, readonly string[]>()

function inheritedBy(agent: object): readonly string[] {
  const prototype: object = Object.getPrototypeOf(agent)
  let keys = inherited.get(prototype)
  if (keys === undefined) inherited.set(prototype, (keys = [...checked.keys()].filter((key) => key in prototype)))
  return keys
}

/** What is wrong with the provider that an agent names. */
export function providerProblems({ provider }: AnyAgent, source: () => ModelSource): string[] {
  const given: unknown = provider
  if (given === undefined) return []
  if (typeof given !== 'string')
    return [`its provider is ${kindOf(given)}, and must be the name of one. Write: \`provider = 'main'\``]
  try {
    source().providerOf('model', given)
    return []
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return [providerProblem(error)]
  }
}

function providerProblem({ provider, known, able }: ProviderError): string {
  const [first = 'main'] = able
  if (known.includes(provider)) {
    const others = able.length === 0 ? 'no other has one' : `those with one are ${able.join(', ')}`
    return `its provider "${provider}" has no language model; ${others}. Write: \`provider = '${first}'\``
  }
  const nearest = nearestName(provider, known) ?? first
  return `there is no provider "${provider}"; the binding has ${known.join(', ')}. Write: \`provider = '${nearest}'\``
}
