/**
 * Follows a streamed result of the SDK to its end without reading it: whoever asks it for a stream or for a value is the
 * one who reads. Knows no kind of model.
 */
import type { CallRun } from './model-source.js'

/** What follows a result. */
export interface Follower {
  /** The property of the result that settles when its stream has ended. */
  readonly settles: string
  readonly run: CallRun
  readonly signal: AbortSignal | undefined
}

/** How a stream ended: read to the end, broken off by its reader or a signal, or failed. */
type End = 'ended' | 'aborted' | 'failed'

/** The result itself; where its source wants to hear of the end, one that tells it. */
export function followStream(result: object, { settles, run, signal }: Follower): object {
  if (run.ended === undefined && run.failed === undefined) return result
  let told = false
  const tell = (end: End, error?: unknown): void => {
    if (told) return
    told = true
    if (end === 'ended') run.ended?.(undefined)
    else run.failed?.(error, end === 'aborted' || signal?.aborted === true)
  }
  return new Proxy(result, {
    get(target: Record<string, unknown>, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return value
      if (value instanceof ReadableStream) return followed(value, tell)
      // What comes with the end is followed itself, so that the source has heard of the end when its reader has. Warnings
      // come sooner; whoever asks for them makes the SDK read the stream, so that there is an end to wait for.
      const end = key === 'warnings' ? target[settles] : value
      if (end instanceof Promise) {
        end.then(
          () => tell('ended'),
          (error: unknown) => tell('failed', error),
        )
      }
      return value
    },
  })
}

/** The same stream, read when its reader reads. */
function followed(stream: ReadableStream, tell: (end: End, error?: unknown) => void): ReadableStream {
  const reader = stream.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) return controller.enqueue(value)
          tell('ended')
          controller.close()
        } catch (error) {
          tell('failed', error)
          controller.error(error)
        }
      },
      async cancel(reason) {
        tell('aborted', reason ?? new Error('The stream was cancelled by its reader.'))
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
