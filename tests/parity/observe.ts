// What an app can see of a model's answer, without what is a provider's own (its metadata, headers, raw counts and words)
// or differs from run to run (times).

import { generateText, streamText, toUIMessageStream, wrapLanguageModel } from 'ai'
import type { Asking } from './asking'
import type { Model } from './wire-server'

/** A part or chunk, with what is compared of it. */
export type Seen = Readonly<Record<string, unknown>> & { readonly type: string }

/** What is seen of one answer. */
export interface Observation {
  /** What the model streams to the SDK. */
  readonly model: readonly Seen[]
  /** What `streamText` gives. */
  readonly stream: readonly Seen[]
  /** What `toUIMessageStream` sends to a browser. */
  readonly ui: readonly Seen[]
  /** What `generateText` gives: its content, and one last entry with finish reason and usage, or the error. */
  readonly generated: readonly Seen[]
  /** What becomes of a structured output: the partial ones and the elements of its stream, and the whole of both ways. */
  readonly outputs: readonly Seen[]
}

export type Level = keyof Observation

const once = { prompt: 'Hello?', maxRetries: 0, maxOutputTokens: 64, onError: () => undefined }
const leftOut = new Set([
  'callProviderMetadata',
  'messageId',
  'performance',
  'providerMetadata',
  'raw',
  'rawFinishReason',
  'request',
  'response',
])

/** What the SDK decides by, and an app. */
function describeError(error: object): object {
  const { name, message, isRetryable } = error as { name?: unknown; message?: unknown; isRetryable?: unknown }
  return { name, message, isRetryable }
}

function clean(value: unknown): unknown {
  if (value instanceof Date) return 'a time'
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return describeError(value)
  // A provider's error within a stream is no Error until the SDK makes it one.
  if ('isRetryable' in value && 'message' in value) return describeError({ ...value, name: 'AI_StreamProviderError' })
  // A file that the SDK made of base64 or bytes.
  if ('base64' in value) return { base64: value.base64 }
  const kept = Object.entries(value).filter(([key, item]) => item !== undefined && !leftOut.has(key))
  return Object.fromEntries(kept.map(([key, item]) => [key, clean(item)]))
}

function comparable(values: readonly object[]): Seen[] {
  // A part has a type, and keeps it.
  return values.map((value) => clean(value) as Seen)
}

/** The same with ids by the order in which they first appear: whose they are stays, how they are written does not. */
export function numberIds(observation: Observation): Observation {
  const numbered = (values: readonly Seen[]): readonly Seen[] => {
    const ids = new Map<unknown, string>()
    return JSON.parse(JSON.stringify(values), (key, value: unknown) => {
      if (!['id', 'toolCallId', 'sourceId'].includes(key)) return value
      if (!ids.has(value)) ids.set(value, `id ${ids.size + 1}`)
      return ids.get(value)
    }) as readonly Seen[]
  }
  const { model, stream, ui, generated, outputs } = observation
  return {
    model: numbered(model),
    stream: numbered(stream),
    ui: numbered(ui),
    generated: numbered(generated),
    outputs: numbered(outputs),
  }
}

async function collect<PART extends object>(stream: ReadableStream<PART>): Promise<PART[]> {
  const parts: PART[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

async function observeStream(model: Model, asking: Asking): Promise<Pick<Observation, 'model' | 'stream'>> {
  const sent: object[] = []
  const recording = wrapLanguageModel({
    model,
    middleware: {
      async wrapStream({ doStream }) {
        const result = await doStream()
        const tap = new TransformStream({ transform: (part, to) => (sent.push(part), to.enqueue(part)) })
        return { ...result, stream: result.stream.pipeThrough(tap) }
      },
    },
  })
  const stream = comparable(await collect(streamText({ model: recording, ...once, ...asking }).stream))
  return { model: comparable(sent), stream }
}

async function observeUi(model: Model, asking: Asking): Promise<readonly Seen[]> {
  const { stream } = streamText({ model, ...once, ...asking })
  return comparable(await collect(toUIMessageStream({ stream, sendSources: true })))
}

async function observeGenerated(model: Model, asking: Asking): Promise<readonly Seen[]> {
  try {
    const { content, finishReason, usage } = await generateText({ model, ...once, ...asking })
    return comparable([...content, { type: 'end', finishReason, usage }])
  } catch (error) {
    return comparable([{ type: 'error', error }])
  }
}

async function observeOutputs(model: () => Model, asking: Asking): Promise<readonly Seen[]> {
  const { output } = asking
  if (output === undefined) return []
  const streamed = streamText({ model: model(), ...once, ...asking, output })
  const elements = async (): Promise<unknown[]> => {
    const seen: unknown[] = []
    // Of another output this getter throws.
    if (output.name === 'array') for await (const element of streamed.elementStream) seen.push(element)
    return seen
  }
  const partials = async (): Promise<unknown[]> => {
    const seen: unknown[] = []
    for await (const partial of streamed.partialOutputStream) seen.push(partial)
    return seen
  }
  const whole = async (): Promise<unknown> =>
    (await generateText({ model: model(), ...once, ...asking, output })).output
  return comparable([
    { type: 'partials', ...(await settled(partials())) },
    { type: 'elements', ...(await settled(elements())) },
    { type: 'streamed', ...(await settled(streamed.output)) },
    { type: 'generated', ...(await settled(whole())) },
  ])
}

async function settled(output: PromiseLike<unknown>): Promise<{ output: unknown } | { error: unknown }> {
  try {
    return { output: await output }
  } catch (error) {
    return { error }
  }
}

/** Asks a fresh model for each way of asking. */
export async function observe(model: () => Model, asking: Asking): Promise<Observation> {
  return {
    ...(await observeStream(model(), asking)),
    ui: await observeUi(model(), asking),
    generated: await observeGenerated(model(), asking),
    outputs: await observeOutputs(model, asking),
  }
}
