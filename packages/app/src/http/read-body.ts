/**
 * Reads what a route answers, up to a limit and until a signal says stop: a body may never end. Knows no content type.
 */
import { isWholeAnswer } from './whole-answers.js'

/** Longest body that is read, in bytes. A model that could read as much JSON as that is not known. */
export const MAX_BODY_BYTES: number = 4 * 1024 * 1024

/** A body as it was read. */
export interface ReadBody {
  readonly text: string
  /** False where it went on beyond {@link MAX_BODY_BYTES}: the rest was not read, and its source was told so. */
  readonly isWhole: boolean
}

/**
 * Reads a body as text.
 * @throws the signal's reason when it is aborted and the rest is not there by then: the body is cancelled. Also what the
 * body itself fails with.
 */
export async function readBody(response: Response, signal: AbortSignal | undefined): Promise<ReadBody> {
  if (isWholeAnswer(response)) return readText(response)
  const { body } = response
  // A runtime's own class of responses may have none to offer.
  if (body === undefined) return { text: await response.text(), isWhole: true }
  if (body === null) return NOTHING
  // Read before, by a handler that kept it, a body looks as if it was empty.
  if (response.bodyUsed) throw new TypeError('The body of the Response was read before.')
  const reader = body.getReader()
  return signal === undefined ? readAll(reader) : readUntil(reader, signal)
}

/** What is there as a whole needs no signal to end. */
async function readText(response: Response): Promise<ReadBody> {
  const text = await response.text()
  // In UTF-8 a character of a text takes three bytes at most.
  const isWhole = text.length * 3 <= MAX_BODY_BYTES || encoder.encode(text).length <= MAX_BODY_BYTES
  return { text, isWhole }
}

const NOTHING: ReadBody = { text: '', isWhole: true }

const decoder = new TextDecoder()
const encoder = new TextEncoder()

type Reader = ReadableStreamDefaultReader<unknown>

async function readAll(reader: Reader): Promise<ReadBody> {
  const first = await reader.read()
  if (first.done) return NOTHING
  const chunks = [bytesOf(first.value)]
  let length = bytesOf(first.value).length
  while (length <= MAX_BODY_BYTES) {
    const { done, value } = await reader.read()
    if (done) return { text: decoder.decode(joined(chunks, length)), isWhole: true }
    const chunk = bytesOf(value)
    chunks.push(chunk)
    length += chunk.length
  }
  cancel(reader)
  // What is cut in the middle of a character keeps back its bytes.
  const start = joined(chunks, length).subarray(0, MAX_BODY_BYTES)
  return { text: new TextDecoder().decode(start, { stream: true }), isWhole: false }
}

async function readUntil(reader: Reader, signal: AbortSignal): Promise<ReadBody> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  let isOver = false
  // What is there already is read all the same, so that a handler that ended in time has its say.
  const stop = (): unknown =>
    setImmediate(() => {
      if (isOver) return
      reject(signal.reason)
      cancel(reader, signal.reason)
    })
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([readAll(reader), aborted])
  } finally {
    isOver = true
    signal.removeEventListener('abort', stop)
  }
}

/** Not waited for: a source that is slow to stop, or fails to, keeps nobody waiting. */
function cancel(reader: Reader, reason?: unknown): void {
  reader.cancel(reason).catch(() => undefined)
}

/** Streams are not typed at run time, and runtimes differ in what they take. */
function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk
  if (typeof chunk === 'string') return encoder.encode(chunk)
  throw new TypeError('A body holds what is neither bytes nor text.')
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
