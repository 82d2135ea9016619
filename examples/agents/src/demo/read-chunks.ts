/** Reads a stream of UI messages as the SDK's own client does. Knows nothing of who sends it. */
import { parseJsonEventStream, uiMessageChunkSchema, type UIMessageChunk } from 'ai'

/** The chunks of a streamed answer, each as it arrives. A reader that stops early has gone away: the stream is cancelled. */
export async function* readChunks(response: Response): AsyncGenerator<UIMessageChunk, void> {
  if (response.body === null) throw new Error(`A response with status ${response.status} has no stream to read.`)
  for await (const chunk of parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema })) {
    if (!chunk.success) throw chunk.error
    yield chunk.value
  }
}
