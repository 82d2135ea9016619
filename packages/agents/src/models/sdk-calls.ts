/**
 * What the binding's calls run: a row for each of the SDK's functions, and the one way in which all of them are run.
 * Knows no kind of model in particular: adding a call is adding a row here and its method in ai-calls.ts.
 */
import {
  embed,
  embedMany,
  experimental_decide,
  experimental_extract,
  experimental_generateVideo,
  experimental_streamSpeech,
  experimental_streamTranscribe,
  experimental_streamTranslate,
  generateImage,
  generateSpeech,
  rerank,
  transcribe,
} from 'ai'
import type { AiCalls, CallName, ProviderChoice } from './ai-calls.js'
import { checkCall } from './check-call.js'
import { telemetryOf, type CallTelemetry } from './call-telemetry.js'
import { followStream } from './follow-stream.js'
import type { CallRun, CallStart, ModelSource } from './model-source.js'
import type { CallKind } from './provider-entry.js'

interface SdkCall {
  /** The kind of model that answers. */
  readonly kind: CallKind
  /** The SDK's function. */
  readonly run: (options: never) => unknown
  /** The options that it cannot do without. */
  readonly needs: readonly string[]
  /** Of a call that streams: the property of its result that settles when the stream has ended. */
  readonly settles?: string
}

const sdkCalls: Readonly<Record<CallName, SdkCall>> = {
  embed: { kind: 'embeddingModel', run: embed, needs: ['value'] },
  embedMany: { kind: 'embeddingModel', run: embedMany, needs: ['values'] },
  image: { kind: 'imageModel', run: generateImage, needs: ['prompt'] },
  video: { kind: 'videoModel', run: experimental_generateVideo, needs: ['prompt'] },
  evaluate: { kind: 'evaluationModel', run: experimental_decide, needs: ['state', 'questions'] },
  extract: { kind: 'extractionModel', run: experimental_extract, needs: ['state', 'fields'] },
  rerank: { kind: 'rerankingModel', run: rerank, needs: ['documents', 'query'] },
  speech: { kind: 'speechModel', run: generateSpeech, needs: ['text'] },
  streamSpeech: { kind: 'speechModel', run: experimental_streamSpeech, needs: ['text'], settles: 'responses' },
  transcribe: { kind: 'transcriptionModel', run: transcribe, needs: ['audio'] },
  streamTranscribe: {
    kind: 'transcriptionModel',
    run: experimental_streamTranscribe,
    needs: ['audio', 'inputAudioFormat'],
    settles: 'responses',
  },
  translate: {
    kind: 'translationModel',
    run: experimental_streamTranslate,
    needs: ['audio', 'inputAudioFormat', 'targetLanguage'],
    settles: 'response',
  },
}

/** The options of any call, as far as what all of them share goes. */
type AnyOptions = ProviderChoice & { readonly abortSignal?: AbortSignal }

/** Gives a class the calls as methods, each run with the models that the object has at that moment. */
export function giveCalls<Self extends AiCalls>(Class: ClassOf<Self>, sourceOf: (self: Self) => ModelSource): void {
  defineCalls(Class, (self, call, options) => {
    checkCall(call, options)
    return call.settles === undefined
      ? answer(sourceOf(self), call, options)
      : stream(sourceOf(self), { ...call, settles: call.settles }, options)
  })
}

/** Gives a class the calls as methods that hand each call on to another binding. */
export function handOnCalls<Self extends AiCalls>(Class: ClassOf<Self>, to: (self: Self) => AiCalls): void {
  defineCalls(Class, (self, { name }, options) => {
    const calls = to(self) as unknown as Readonly<Record<CallName, (options: AnyOptions) => unknown>>
    return calls[name](options)
  })
}

/** A class that says that it has the calls by `interface SomeAi extends AiCalls {}` beside it. */
interface ClassOf<Self extends AiCalls> {
  readonly prototype: Self
}

function defineCalls<Self extends AiCalls>(
  Class: ClassOf<Self>,
  run: (self: Self, call: NamedCall, options: AnyOptions) => unknown,
): void {
  for (const [name, sdkCall] of Object.entries(sdkCalls)) {
    const call: NamedCall = { ...sdkCall, name: name as CallName }
    function callModel(this: Self, options: AnyOptions): unknown {
      try {
        return run(this, call, options)
      } catch (error) {
        // What returns a promise never throws.
        if (call.settles === undefined) return Promise.reject(error)
        throw error
      }
    }
    Object.defineProperty(Class.prototype, name, { value: callModel, writable: true, configurable: true })
  }
}

interface NamedCall extends SdkCall {
  readonly name: CallName
}

async function answer(source: ModelSource, call: NamedCall, options: AnyOptions): Promise<unknown> {
  const run = start(source, call, options)
  try {
    const result = await ask(call, run, options)
    run.ended?.(result)
    return result
  } catch (error) {
    run.failed?.(error, isAborted(options))
    throw error
  }
}

function stream(source: ModelSource, call: NamedCall & { readonly settles: string }, options: AnyOptions): unknown {
  const run = start(source, call, options)
  try {
    // The SDK's streaming functions return an object at once.
    return followStream(ask(call, run, options) as object, { settles: call.settles, run, signal: options.abortSignal })
  } catch (error) {
    run.failed?.(error, isAborted(options))
    throw error
  }
}

function isAborted({ abortSignal }: AnyOptions): boolean {
  return abortSignal?.aborted === true
}

function start(source: ModelSource, { name, kind }: NamedCall, options: AnyOptions): CallRun {
  // The name, the kind and the options are those of one row.
  return source.startCall({ call: name, kind, provider: options.provider, options } as CallStart)
}

function ask(
  { run }: SdkCall,
  callRun: CallRun,
  { provider: _, ...options }: AnyOptions & { readonly telemetry?: CallTelemetry },
): unknown {
  const { model } = callRun
  const telemetry = telemetryOf(callRun, options.telemetry)
  // The options are those of the function of the same row, which the types of the methods see to.
  return (run as (options: object) => unknown)(Object.assign(options, { model }, telemetry && { telemetry }))
}
