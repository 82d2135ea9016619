/**
 * Hears from the SDK's telemetry which prompt a call of a model belongs to, and what becomes of prompts. Knows no script:
 * each live fake says what is its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Telemetry } from 'ai'
import { watchCalls } from '../guard/telemetry-hook.js'
import { FAKE_PROVIDER, type FakeLanguageModel, modelReadLast } from './fake-language-model.js'
import { messagesIn, type PromptText, readPrompt } from './read-prompt.js'

/** What the SDK tells of a prompt as it starts. */
export interface StartedPrompt extends PromptText {
  readonly callId: string
  readonly model: string
  readonly streamed: boolean
}

/** Who hears of prompts. */
export interface PromptWatcher {
  /** Hears of a prompt of a model, before it is asked. */
  started(start: StartedPrompt, model: FakeLanguageModel): void
  /** The prompt that goes by the SDK's id, if it is this one's. */
  promptOf(callId: string): WatchedPrompt | undefined
}

/** A prompt that is told of. */
export interface WatchedPrompt {
  readonly text: string
  toolEnded(toolCallId: string, end: { readonly output: unknown } | { readonly error: unknown }): void
  ended(end: PromptEnding): void
  /** The error is undefined where it is hidden from telemetry. */
  failed(error: unknown, aborted?: boolean): void
}

type EndEvent = Parameters<NonNullable<Telemetry['onEnd']>>[0]
type EndedText = Extract<EndEvent, { readonly steps: unknown; readonly text: unknown }>

/** What a prompt ended with. */
export type PromptEnding = Pick<EndedText, 'text' | 'finishReason' | 'steps' | 'usage'>

interface ToldCall {
  readonly callId: string
  /** Whether the call was made. A tool that runs in the flow of a stream is no part of the model's call. */
  made: boolean
  /** Whether it may be made again: the SDK tells of an object's retries once for all. */
  readonly repeats: boolean
}

/** The call of a model that the running code belongs to. */
const toldCall = new AsyncLocalStorage<ToldCall | undefined>()

const watchers = new Set<PromptWatcher>()

const operations: ReadonlySet<string> = new Set([
  'ai.generateText',
  'ai.streamText',
  'ai.generateObject',
  'ai.streamObject',
])

const integration: Telemetry = {
  onStart(event) {
    if (!operations.has(event.operationId) || event.provider !== FAKE_PROVIDER) return
    const { callId, modelId, operationId } = event
    const text = readStart(event)
    const model = modelReadLast(modelId)
    // What is not told begins with its first call.
    if (text === undefined || model === undefined) return
    const start = { ...text, callId, model: modelId, streamed: operationId.startsWith('ai.stream') }
    for (const watcher of watchers) watcher.started(start, model)
  },
  executeLanguageModelCall({ callId, execute }) {
    return toldCall.run({ callId, made: false, repeats: false }, execute)
  },
  onObjectStepStart({ callId, provider }) {
    // Reaches the call of the model, which follows in this flow.
    if (provider === FAKE_PROVIDER) toldCall.enterWith({ callId, made: false, repeats: true })
  },
  onToolExecutionEnd({ callId, toolCall, toolOutput, recordInputs, recordOutputs }) {
    // What is hidden from telemetry is read from the next request.
    if (isHidden({ recordInputs, recordOutputs })) return
    const end = toolOutput.type === 'tool-error' ? { error: toolOutput.error } : { output: toolOutput.output }
    promptOf(callId)?.toolEnded(toolCall.toolCallId, end)
  },
  onEnd(event) {
    const prompt = 'callId' in event ? promptOf(event.callId) : undefined
    if (prompt === undefined || !('finishReason' in event)) return
    if ('steps' in event) {
      const { text, finishReason, steps, usage } = event
      prompt.ended({ text: text || prompt.text, finishReason, steps, usage })
      return
    }
    const { finishReason, usage } = event
    if ('error' in event && event.error !== undefined) prompt.failed(isHidden(event) ? undefined : event.error)
    else prompt.ended({ text: prompt.text, finishReason, steps: [], usage })
  },
  onAbort({ callId, reason }) {
    promptOf(callId)?.failed(reason, true)
  },
  onError(event) {
    if (typeof event !== 'object' || event === null || !('callId' in event) || !('error' in event)) return
    const hidden = isHidden(event)
    promptOf(event.callId)?.failed(hidden ? undefined : event.error)
  },
}

let unwatch: (() => void) | undefined

/** Lets a fake hear of prompts until the result is called. */
export function watchPrompts(watcher: PromptWatcher): () => void {
  unwatch ??= watchCalls(integration)
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    unwatch?.()
    unwatch = undefined
  }
}

/** The SDK's id of the call that asks a model now; undefined where the SDK does not tell of it. */
export function toldCallId(): string | undefined {
  const told = toldCall.getStore()
  if (told === undefined || (told.made && !told.repeats)) return undefined
  told.made = true
  return told.callId
}

/** Whether the app keeps what it sends and gets from telemetry. */
function isHidden(event: object): boolean {
  const recordInputs = 'recordInputs' in event ? event.recordInputs : undefined
  const recordOutputs = 'recordOutputs' in event ? event.recordOutputs : undefined
  return recordInputs === false || recordOutputs === false
}

function promptOf(callId: unknown): WatchedPrompt | undefined {
  if (typeof callId !== 'string') return undefined
  for (const watcher of watchers) {
    const prompt = watcher.promptOf(callId)
    if (prompt !== undefined) return prompt
  }
  return undefined
}

/** What a prompt says as it starts; undefined where that is hidden from telemetry. */
function readStart(event: object): PromptText | undefined {
  const messages = 'messages' in event ? messagesIn(event.messages) : []
  const prompt = 'prompt' in event ? event.prompt : undefined
  const instructions = 'instructions' in event ? event.instructions : 'system' in event ? event.system : undefined
  const given = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : [...messages, ...messagesIn(prompt)]
  return given.length === 0 ? undefined : readPrompt(given, instructions)
}
