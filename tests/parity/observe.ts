// What an app can see of a model's answer, without what is a provider's own (its metadata, headers, raw counts and words)
// or differs from run to run (times).

import { generateText, streamText, tool, toUIMessageStream, wrapLanguageModel } from 'ai'
import { z } from 'zod'
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
}

export type Level = keyof Observation

const tools = {
  weather: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `Rain in ${city}.` }),
  time: tool({ inputSchema: z.object({ zone: z.string() }), execute: ({ zone }) => `Noon in ${zone}.` }),
  ping: tool({ inputSchema: z.object({}), execute: () => 'pong' }),
}

const once = { tools, prompt: 'Hello?', maxRetries: 0, maxOutputTokens: 64, onError: () => undefined }
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
  const { model, stream, ui, generated } = observation
  return { model: numbered(model), stream: numbered(stream), ui: numbered(ui), generated: numbered(generated) }
}

async function collect<PART extends object>(stream: ReadableStream<PART>): Promise<PART[]> {
  const parts: PART[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

async function observeStream(model: Model): Promise<Pick<Observation, 'model' | 'stream'>> {
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
  const stream = comparable(await collect(streamText({ model: recording, ...once }).stream))
  return { model: comparable(sent), stream }
}

async function observeUi(model: Model): Promise<readonly Seen[]> {
  const { stream } = streamText({ model, ...once })
  return comparable(await collect(toUIMessageStream({ stream, sendSources: true })))
}

async function observeGenerated(model: Model): Promise<readonly Seen[]> {
  try {
    const { content, finishReason, usage } = await generateText({ model, ...once })
    return comparable([...content, { type: 'end', finishReason, usage }])
  } catch (error) {
    return comparable([{ type: 'error', error }])
  }
}

/** Asks a fresh model for each way of asking. */
export async function observe(model: () => Model): Promise<Observation> {
  return {
    ...(await observeStream(model())),
    ui: await observeUi(model()),
    generated: await observeGenerated(model()),
  }
}
