/**
 * The streams of models that stream both ways: what the app sends is read to its end, and what the model sends ends after
 * it. Knows no kind of model.
 */
import { untilAborted } from '../engine/until-aborted.js'

/** Everything a stream holds. Rejects as soon as the signal aborts, and lets go of the stream. */
export async function readAll<ITEM>(stream: ReadableStream<ITEM>, signal: AbortSignal | undefined): Promise<ITEM[]> {
  const items: ITEM[] = []
  await drain(stream, { onItem: (item) => items.push(item), signal })
  return items
}

/**
 * The parts of an answer while `input` is still being read, and the last part when it has been: a provider finishes when
 * there is no more to hear.
 */
export function answerStream<PART, ITEM>(
  { parts, last }: { readonly parts: readonly PART[]; readonly last: PART },
  { input, onItem, signal }: Draining<ITEM> & { readonly input: ReadableStream<ITEM> },
): ReadableStream<PART> {
  const cancelled = new AbortController()
  const either = signal === undefined ? cancelled.signal : AbortSignal.any([signal, cancelled.signal])
  const drained = drain(input, { onItem, signal: either })
  // Heard of in `pull`; a stream that is cancelled before that has nobody to tell.
  drained.catch(() => {})
  let sent = 0
  return new ReadableStream<PART>({
    async pull(controller) {
      const part = parts[sent++]
      if (part !== undefined) return controller.enqueue(part)
      await drained
      controller.enqueue(last)
      controller.close()
    },
    cancel(reason) {
      cancelled.abort(reason)
    },
  })
}

interface Draining<ITEM> {
  readonly onItem: (item: ITEM) => void
  readonly signal: AbortSignal | undefined
}

async function drain<ITEM>(stream: ReadableStream<ITEM>, { onItem, signal }: Draining<ITEM>): Promise<void> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal)
      if (done) return
      onItem(value)
    }
  } catch (error) {
    await reader.cancel(error).catch(() => {})
    throw error
  }
}
