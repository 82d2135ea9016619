/**
 * The stream form of a result: the parts a provider sends for the same content, in the order it sends them. Knows where a
 * scripted text is split, waits and breaks.
 */
import type { ParsedAnswer, ParsedBreak, ParsedChunks } from '../grammar/parsed-step.js'
import type { SdkContent, SdkResult, SdkStreamPart, SdkStreamResult } from '../sdk-types.js'
import { streamError } from './stream-error.js'
import { untilAborted } from './until-aborted.js'

/** How the result is streamed. */
export interface StreamContext {
  readonly answer: Exclude<ParsedAnswer, { kind: 'error' }>
  readonly signal: AbortSignal | undefined
}

/** A part, or a gate to wait at. */
type Sent = SdkStreamPart | Promise<unknown>

/** A result as a stream. Text comes in its chunks; reasoning and tool input in one delta each; exact parts as they are. */
export function streamResult(result: SdkResult, { answer, signal }: StreamContext): SdkStreamResult {
  const { request, response } = result
  return {
    stream: streamOf(result, { answer, signal }),
    ...(request === undefined ? {} : { request }),
    ...(response?.headers === undefined ? {} : { response: { headers: response.headers } }),
  }
}

function streamOf(result: SdkResult, { answer, signal }: StreamContext): ReadableStream<SdkStreamPart> {
  if (answer.kind === 'parts') {
    const sent = answer.parts.map((exact) => (exact instanceof Promise ? exact : exact.part))
    return oneByOne(sent, signal)
  }
  const { chunks } = answer.modifiers
  const parts = streamParts(result, { chunks, breaks: answer.kind === 'text' ? answer.breaks : undefined })
  return chunks === undefined ? allAtOnce(parts) : oneByOne(parts, signal)
}

function allAtOnce(parts: readonly Sent[]): ReadableStream<SdkStreamPart> {
  return new ReadableStream<SdkStreamPart>({
    start(controller) {
      // Only chunks have gates among them.
      for (const part of parts) controller.enqueue(part as SdkStreamPart)
      controller.close()
    },
  })
}

function oneByOne(parts: readonly Sent[], signal: AbortSignal | undefined): ReadableStream<SdkStreamPart> {
  let next = 0
  return new ReadableStream<SdkStreamPart>({
    async pull(controller) {
      let part = parts[next++]
      while (part instanceof Promise) {
        // A gate that fails, or an abort, fails the stream as it fails a provider's.
        await untilAborted(part, signal)
        part = parts[next++]
      }
      if (part === undefined) controller.close()
      else controller.enqueue(part)
    },
  })
}

interface Split {
  readonly chunks: ParsedChunks | undefined
  readonly breaks: ParsedBreak | undefined
}

function streamParts(result: SdkResult, split: Split): Sent[] {
  const { content, finishReason, usage, warnings, providerMetadata, response = {} } = result
  const { headers: _headers, body: _body, ...metadata } = response
  const { breaks } = split
  // A text that breaks is the last that arrives.
  const arriving =
    breaks === undefined ? content : content.slice(0, content.findIndex(({ type }) => type === 'text') + 1)
  const sent = arriving.flatMap((part, index) => contentParts(part, String(index + 1), split))
  return [
    { type: 'stream-start', warnings },
    { type: 'response-metadata', ...metadata },
    ...sent,
    ...(breaks === undefined ? [] : [{ type: 'error' as const, error: streamError(breaks.error) }]),
    {
      type: 'finish',
      finishReason: breaks === undefined ? finishReason : { unified: 'error', raw: undefined },
      usage,
      ...(providerMetadata === undefined ? {} : { providerMetadata }),
    },
  ]
}

function contentParts(part: SdkContent, id: string, split: Split): Sent[] {
  switch (part.type) {
    case 'text':
      return textParts(part, id, split)
    case 'reasoning': {
      const { text, providerMetadata } = part
      const metadata = providerMetadata === undefined ? {} : { providerMetadata }
      return [
        { type: 'reasoning-start', id, ...metadata },
        ...(text === '' ? [] : [{ type: 'reasoning-delta' as const, id, delta: text }]),
        { type: 'reasoning-end', id, ...metadata },
      ]
    }
    case 'tool-call':
      return toolCallParts(part)
    default:
      // Every other part has the same form in a stream.
      return [part]
  }
}

function toolCallParts(part: Extract<SdkContent, { type: 'tool-call' }>): Sent[] {
  const { toolCallId: id, toolName, input, providerExecuted, dynamic } = part
  // Providers tell of a call to a tool that nobody offered when they have made it.
  if (providerExecuted === true && dynamic === true) return [part]
  const flags = {
    ...(providerExecuted === undefined ? {} : { providerExecuted }),
    ...(dynamic === undefined ? {} : { dynamic }),
  }
  // Of an empty input they say nothing where they run the tool, and `{}` where the app does.
  const isSaid = input !== '' && !(providerExecuted === true && input === '{}')
  return [
    { type: 'tool-input-start', id, toolName, ...flags },
    ...(isSaid ? [{ type: 'tool-input-delta' as const, id, delta: input }] : []),
    { type: 'tool-input-end', id },
    part,
  ]
}

function textParts(part: Extract<SdkContent, { type: 'text' }>, id: string, { chunks, breaks }: Split): Sent[] {
  const { text, citations, providerMetadata } = part
  const metadata = providerMetadata === undefined ? {} : { providerMetadata }
  // Nothing is said in no delta; an empty one comes only where it was scripted as a chunk.
  const deltas = (chunks ?? (text === '' ? [] : [text])).map((chunk) =>
    typeof chunk === 'string' ? ({ type: 'text-delta', id, delta: chunk } as const) : chunk,
  )
  const start = { type: 'text-start', id, ...metadata } as const
  if (breaks !== undefined) return [start, ...cutAfter(deltas, breaks.after)]
  return [start, ...deltas, { type: 'text-end', id, ...metadata, ...(citations === undefined ? {} : { citations }) }]
}

type Delta = Extract<SdkStreamPart, { type: 'text-delta' }>

/** What arrives before the break: the gates in front of it, and so many characters. */
function cutAfter(deltas: readonly (Delta | Promise<unknown>)[], length: number): Sent[] {
  const sent: Sent[] = []
  let left = length
  for (const part of deltas) {
    if (left === 0) break
    if (part instanceof Promise) sent.push(part)
    else {
      const delta = upTo(part.delta, left)
      left = delta === part.delta ? left - delta.length : 0
      sent.push({ ...part, delta })
    }
  }
  return sent
}

/** The beginning of a text, without half of a character at its end. */
function upTo(text: string, length: number): string {
  const halves = (text.codePointAt(length - 1) ?? 0) > 0xff_ff
  return text.slice(0, halves && length < text.length ? length - 1 : length)
}
