/**
 * One prompt as a stream of UI messages. The loop runs as the body is read; how it ended is known before the body ends.
 */
import {
  createUIMessageStreamResponse,
  toUIMessageStream,
  type GenerateTextEndEvent,
  type ModelMessage,
  type TextStreamPart,
  type ToolLoopAgent,
  type ToolSet,
} from 'ai'
import type { PromptRun } from './models/model-source.js'
import type { PromptResponse } from './prompt-response.js'

type EndEvent = GenerateTextEndEvent<ToolSet>
type Part = TextStreamPart<ToolSet>

/** Hears of an error in a stream, as the SDK's own `onError` does. */
export type ErrorListener = (event: { readonly error: unknown }) => void | PromiseLike<void>

/** A prompt that is to be streamed. */
export interface StreamedPrompt {
  readonly run: PromptRun
  readonly loop: ToolLoopAgent<never, ToolSet>
  readonly prompt: string | ModelMessage[]
  readonly signal: AbortSignal | undefined
  /** Hears of what the SDK does not report itself: a provider's stream that breaks, a turn that could not be stored. */
  readonly onError: ErrorListener
  /** Where its turn is stored. */
  readonly conversation:
    | { readonly id: string; save(response: EndEvent['responseMessages']): Promise<void> }
    | undefined
}

/**
 * The answer, as `useChat` reads it.
 * @throws what the class's own `prepareCall` throws; what fails later is an `error` part.
 */
export async function streamPrompt(streamed: StreamedPrompt): Promise<Response> {
  const { run, loop, prompt, signal, conversation } = streamed
  const abandoned = new AbortController()
  const abortSignal = signal === undefined ? abandoned.signal : AbortSignal.any([signal, abandoned.signal])
  let end: EndEvent | undefined
  try {
    const result = await loop.stream({ prompt, abortSignal, onEnd: (event) => void (end = event) })
    const parts = settled(result.stream, { ...streamed, abortSignal, endOf: () => end })
    const headers = conversation && { 'X-Conversation-Id': conversation.id }
    const response = createUIMessageStreamResponse({
      stream: toUIMessageStream({ stream: parts, tools: loop.tools }),
      ...(headers && { headers }),
    })
    return withBody(response, {
      readingStarted: () => run.readingStarted?.(),
      cancelled(reason) {
        // Whoever read has gone: the loop is stopped, like one that is aborted, and nothing of the turn is stored.
        abandoned.abort(reason)
        run.failed?.(reason ?? new DOMException('The body of the stream was cancelled.', 'AbortError'), true)
      },
    })
  } catch (error) {
    run.failed?.(error, signal?.aborted ?? false)
    throw error
  }
}

interface Watched extends StreamedPrompt {
  readonly abortSignal: AbortSignal
  readonly endOf: () => EndEvent | undefined
}

/**
 * Hands the parts on. The last one is kept back until the run has settled: its turn is stored, and it was told how it
 * ended. A provider's stream that breaks becomes an `error` part, like one that says what is wrong.
 */
function settled(parts: ReadableStream<Part>, watched: Watched): ReadableStream<Part> {
  const source = parts.getReader()
  const ending: Ending = {}
  return new ReadableStream<Part>({
    async pull(controller) {
      const part = ending.broken ? undefined : await readPart(source, { ending, ...watched })
      if (part?.type === 'error') ending.failure ??= { error: part.error }
      if (part?.type === 'abort') ending.aborted = true
      if (part?.type === 'finish') ending.finish = part
      else if (part !== undefined) controller.enqueue(part)
      if (part !== undefined) return
      const failed = await settle(ending, watched)
      if (failed !== undefined) controller.enqueue(failed)
      if (ending.finish !== undefined) controller.enqueue(ending.finish)
      controller.close()
    },
    cancel: (reason) => source.cancel(reason),
  })
}

interface Ending {
  /** The stream itself failed, and gives nothing more. */
  broken?: boolean
  failure?: { readonly error: unknown }
  aborted?: boolean
  finish?: Part
}

/** The next part; undefined at the end. */
async function readPart(
  source: ReadableStreamDefaultReader<Part>,
  { ending, onError }: Watched & { readonly ending: Ending },
): Promise<Part | undefined> {
  try {
    return (await source.read()).value
  } catch (error) {
    ending.broken = true
    // The SDK tells nobody of it.
    await onError({ error })
    return { type: 'error', error }
  }
}

/** Tells the run how it ended; the error part to send when only the storing failed. */
async function settle({ failure, aborted }: Ending, watched: Watched): Promise<Part | undefined> {
  const { run, abortSignal, conversation, onError, endOf } = watched
  const end = endOf()
  if (aborted || abortSignal.aborted) {
    run.failed?.(abortSignal.aborted ? abortSignal.reason : timedOut(), true)
  } else if (failure !== undefined || end === undefined) {
    run.failed?.(failure === undefined ? noAnswer() : failure.error, false)
  } else {
    try {
      await conversation?.save(end.responseMessages)
      run.ended?.(toResponse(end, conversation?.id))
    } catch (error) {
      run.failed?.(error, false)
      await onError({ error })
      return { type: 'error', error }
    }
  }
  return undefined
}

/** What the SDK does with an error in a stream when nobody listens: the client is told nothing of it, the log is. */
export function logError({ error }: { readonly error: unknown }): void {
  // oxlint-disable-next-line no-console -- the app's log is the only place left for the reason
  console.error(error)
}

function toResponse(end: EndEvent, conversationId: string | undefined): PromptResponse<unknown> {
  const { text, steps, totalUsage, finishReason } = end
  return {
    text,
    output: text,
    steps,
    usage: totalUsage,
    finishReason,
    ...(conversationId !== undefined && { conversationId }),
  }
}

function noAnswer(): Error {
  return new Error('The stream ended without an answer.')
}

/** By the class's own `timeout`: the SDK ends the stream, and no signal of ours has fired. */
function timedOut(): DOMException {
  return new DOMException('The stream was aborted by its timeout.', 'TimeoutError')
}

interface Reader {
  readonly readingStarted: () => void
  readonly cancelled: (reason: unknown) => void
}

/** The response with a body that tells when somebody begins to read it, and when they go away. */
function withBody(response: Response, { readingStarted, cancelled }: Reader): Response {
  const { status, headers, body } = response
  const source = (body as ReadableStream<Uint8Array>).getReader()
  let started = false
  const watched = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!started) readingStarted()
        started = true
        const { done, value } = await source.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel(reason: unknown) {
        cancelled(reason)
        await source.cancel(reason)
      },
    },
    // Nothing is pulled ahead: an unread body stays unread.
    { highWaterMark: 0 },
  )
  return new Response(watched, { status, headers })
}
