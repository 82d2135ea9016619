/**
 * The hook for model objects that the app holds: an integration of the SDK's telemetry. It can stop calls of language
 * models; of the others that have telemetry it hears as they start, and leaves it to the network hook to stop them.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { Telemetry, TelemetryOptions } from 'ai'
import { isScriptedProvider } from './is-scripted.js'
import { type Refusal, refusalOf } from './live-guards.js'
import type { GuardedKind } from './model-guard.js'
import { replaceGlobal } from './replaced-global.js'

interface Asked {
  readonly provider?: string | undefined
  readonly modelId?: string | undefined
}

interface Told extends Asked {
  readonly callId: string
}

interface RefusedCall {
  readonly callId: string
  readonly refusal: Refusal
  /** Whether the call still runs: on Node the context of `generateObject` reaches its caller too. */
  running: boolean
  thrown: boolean
}

/** The refused call that the running code belongs to, where the SDK did not let it be stopped. */
const refusedCall = new AsyncLocalStorage<RefusedCall | undefined>()

/** Hears of every call; the SDK ignores what a callback throws, but not what this wrapper of the call does. */
const hook: Telemetry = {
  executeLanguageModelCall({ execute, provider, modelId }) {
    const refusal = refuse('language', { provider, modelId })
    if (refusal !== undefined) throw refusal.error
    return execute()
  },
  onObjectStepStart: (event) => starts('language', event),
  onObjectStepEnd: (event) => ends(event),
  onEmbedStart: (event) => starts('embedding', event),
  onEmbedEnd: (event) => ends(event),
  onRerankStart: (event) => starts('reranking', event),
  onRerankEnd: (event) => ends(event),
  experimental_onDecisionModelCallStart: (event) => starts('decision', event),
  experimental_onDecisionModelCallEnd: (event) => ends(event),
  experimental_onStreamTranscriptionStart: (event) => starts('transcription', event),
  experimental_onStreamTranscriptionEnd: (event) => ends(event),
  onError(event) {
    const call = refusedCall.getStore()
    if (call !== undefined && typeof event === 'object' && event !== null && 'callId' in event)
      close(call, event.callId)
  },
}

/** The guards' own, and what watches prompts for a fake. */
const hooks: Telemetry[] = [hook]
/** The global integrations while guards live. */
let guarded: Telemetry[] = []

/** Puts the hooks first among the SDK's global integrations: inside of the app's own, which see a call fail. */
export function guardTelemetry(): () => void {
  const before = globalThis.AI_SDK_TELEMETRY_INTEGRATIONS
  guarded = withHooks(before ?? [])
  const end = replaceGlobal<Telemetry[] | undefined>('AI_SDK_TELEMETRY_INTEGRATIONS', {
    get: () => guarded,
    set(value) {
      withoutHooks(guarded)
      guarded = withHooks(value ?? [])
    },
  })
  return () => {
    const last = withoutHooks(guarded)
    guarded = []
    end(before === undefined && last.length === 0 ? undefined : last)
  }
}

/** Lets an integration hear of every call that the guards hear of, until the result is called. */
export function watchCalls(watcher: Telemetry): () => void {
  hooks.push(watcher)
  if (guarded.includes(hook)) guarded.unshift(watcher)
  return () => {
    hooks.splice(hooks.indexOf(watcher), 1)
    remove(guarded, watcher)
  }
}

/**
 * The `telemetry` of a call that is known to be scripted: the app's own integrations, without the guards'. Where nobody
 * listens at all it is off, since the SDK makes each of its events all the same. Undefined while no guard lives.
 */
export function telemetryOfScripted(): ScriptedTelemetry | undefined {
  const list = globalThis.AI_SDK_TELEMETRY_INTEGRATIONS
  if (!list?.includes(hook)) return undefined
  const integrations = list.filter((integration) => !hooks.includes(integration))
  return integrations.length === 0 && !isTraced() ? { isEnabled: false, integrations } : { integrations }
}

/** Telemetry as the SDK's calls take it. */
export type ScriptedTelemetry = Required<Pick<TelemetryOptions, 'integrations'>> & Pick<TelemetryOptions, 'isEnabled'>

/** Node's tracing channel `ai:telemetry`, on which the SDK tells the same events. */
const traced = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'].map((event) =>
  channel(`tracing:ai:telemetry:${event}`),
)

function isTraced(): boolean {
  return traced.some(({ hasSubscribers }) => hasSubscribers)
}

/** Why a request must not leave, if it belongs to a call that was refused as it started. */
export function refusalOfRunningCall(): Error | undefined {
  const call = refusedCall.getStore()
  if (!call?.running) return undefined
  call.thrown = true
  return call.refusal.error
}

function starts(kind: GuardedKind, event: Told): void {
  const refusal = refuse(kind, event)
  if (refusal === undefined) return
  // Reaches the call of the model, which follows in this flow.
  refusedCall.enterWith({ callId: event.callId, refusal, running: true, thrown: false })
}

function ends({ callId }: Told): void {
  const call = refusedCall.getStore()
  if (call === undefined || !close(call, callId)) return
  if (!call.thrown) call.refusal.wasMade()
}

function close(call: RefusedCall, callId: unknown): boolean {
  if (!call.running || call.callId !== callId) return false
  call.running = false
  return true
}

function refuse(kind: GuardedKind, { provider = 'unknown', modelId }: Asked): Refusal | undefined {
  if (isScriptedProvider(provider)) return undefined
  return refusalOf({ kind, provider, modelId, way: 'telemetry', endpoint: undefined })
}

function withHooks(list: Telemetry[]): Telemetry[] {
  // A list that code read before and puts back has them already.
  for (const each of hooks) if (!list.includes(each)) list.unshift(each)
  return list
}

function withoutHooks(list: Telemetry[]): Telemetry[] {
  for (const each of hooks) remove(list, each)
  return list
}

function remove(list: Telemetry[], integration: Telemetry): void {
  const index = list.indexOf(integration)
  if (index !== -1) list.splice(index, 1)
}
