// Where providers differ from the script in how they stream a call that they run themselves.

import { isDeepStrictEqual } from 'node:util'
import type { Level, Seen } from './observe'
import { type KnownDifference, rewrite } from './rewrite'

/** The call of a tool that the provider runs, as each level of a stream tells it. */
interface HostedCall {
  readonly id: unknown
  readonly toolName: unknown
  readonly json: string
  readonly dynamic: boolean
}

function hostedCall(part: Seen | undefined): HostedCall | undefined {
  if (part?.['providerExecuted'] !== true) return undefined
  if (part.type !== 'tool-call' && part.type !== 'tool-input-available') return undefined
  const { toolCallId: id, toolName, input, dynamic } = part
  const json = typeof input === 'string' ? JSON.stringify(JSON.parse(input)) : JSON.stringify(input)
  return { id, toolName, json, dynamic: dynamic === true }
}

function isInputOf({ id }: HostedCall, part: Seen): boolean {
  const { type } = part
  if (type !== 'tool-input-start' && type !== 'tool-input-delta' && type !== 'tool-input-end') return false
  return part['id'] === id || part['toolCallId'] === id
}

function inputParts({ id, toolName, json }: HostedCall, level: Level): Seen[] {
  const flags = { providerExecuted: true, ...(level === 'model' ? {} : { dynamic: false }) }
  const named = level === 'ui' ? { toolCallId: id } : { id }
  const delta = level === 'ui' ? { inputTextDelta: json } : { delta: json }
  return [
    { type: 'tool-input-start', ...named, toolName, ...flags },
    ...(json === '{}' ? [] : [{ type: 'tool-input-delta', ...named, ...delta }]),
    ...(level === 'ui' ? [] : [{ type: 'tool-input-end', ...named }]),
  ]
}

function isStream(level: Level): boolean {
  return level === 'model' || level === 'stream' || level === 'ui'
}

function withInput(parts: readonly Seen[], level: Level): readonly Seen[] {
  if (!isStream(level)) return parts
  return parts.flatMap((part) => {
    const call = hostedCall(part)
    if (call === undefined || call.dynamic || parts.some((other) => isInputOf(call, other))) return [part]
    return [...inputParts(call, level), part]
  })
}

function withoutDynamicInput(parts: readonly Seen[]): readonly Seen[] {
  const calls = parts.map(hostedCall).filter((call) => call?.dynamic === true)
  return parts.filter((part) => !calls.some((call) => call !== undefined && isInputOf(call, part)))
}

/** Whether the deltas of an input say what its call says, in whatever way it is written. */
function saysInput(call: HostedCall, parts: readonly Seen[]): boolean {
  const deltas = parts.filter((part) => part.type === 'tool-input-delta' && isInputOf(call, part))
  const said = deltas.map((part) => part['delta'] ?? part['inputTextDelta']).join('')
  return said !== '' && isDeepStrictEqual(JSON.parse(said), JSON.parse(call.json))
}

/** The deltas of each input in one, and the input as it is written in JSON. */
function withWrittenInput(parts: readonly Seen[], level: Level): readonly Seen[] {
  if (!isStream(level)) return parts
  const calls = parts.map(hostedCall).filter((call) => call !== undefined && saysInput(call, parts))
  return parts.flatMap((part, index) => {
    const called = hostedCall(part)
    if (called !== undefined) return [level === 'model' ? { ...part, input: called.json } : part]
    const call = calls.find((other) => other !== undefined && isInputOf(other, part))
    if (call === undefined || part.type !== 'tool-input-delta') return [part]
    if (parts[index - 1]?.type === part.type) return []
    return [{ ...part, ...(level === 'ui' ? { inputTextDelta: call.json } : { delta: call.json }) }]
  })
}

export const hostedDifferences: readonly KnownDifference[] = [
  {
    title: 'A call that the provider runs arrives without its input parts',
    providers: ['openai', 'google'],
    bridge: (observation) => rewrite(observation, withInput),
  },
  {
    title: 'The input of a code execution is written in another way than JSON.stringify writes it',
    providers: ['openai', 'anthropic'],
    bridge: (observation) => rewrite(observation, withWrittenInput),
  },
  {
    title: 'A code execution that nobody offered has input parts all the same',
    providers: ['anthropic'],
    bridge: (observation) => rewrite(observation, withoutDynamicInput),
  },
]
