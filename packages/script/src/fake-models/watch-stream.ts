/** Hears of what becomes of a model's stream, and hands its parts on as they are asked for. Knows no prompt. */

/** Who hears of a stream. */
export interface StreamWatch<Part> {
  part(part: Part): void
  /** It was read to its end. */
  ended(): void
  failed(error: unknown): void
  cancelled(reason: unknown): void
}

/** A stream, with whether somebody waits for its next part. */
export interface WatchedStream<Part> {
  readonly stream: ReadableStream<Part>
  readonly isAwaited: () => boolean
}

/** The same parts, none of them before it is asked for. */
export function watchStream<Part>(source: ReadableStream<Part>, watch: StreamWatch<Part>): WatchedStream<Part> {
  const reader = source.getReader()
  let awaited = false
  const stream = new ReadableStream<Part>(
    {
      async pull(controller) {
        awaited = true
        try {
          const { done, value } = await reader.read()
          if (done) {
            watch.ended()
            controller.close()
            return
          }
          watch.part(value)
          controller.enqueue(value)
        } catch (error) {
          watch.failed(error)
          throw error
        } finally {
          awaited = false
        }
      },
      cancel(reason) {
        watch.cancelled(reason)
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, isAwaited: () => awaited }
}
