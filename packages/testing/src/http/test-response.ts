/**
 * A response as a test reads it: its body is there without awaiting, but for streams, which are left to the test.
 */
import { parseJsonEventStream, uiMessageChunkSchema, type UIMessageChunk } from 'ai'
import { AssertionFailedError, callSiteOf, oneLine, pointAt, printable, quote } from '@understudy/script/fake'
import { checkArguments } from './assertion-arguments.js'
import {
  responseAssertions,
  type Fail,
  type ResponseAssertions,
  type ResponseAssertionTable,
} from './response-assertions.js'

/** What was asked, and who knows more about why it failed. */
export interface ResponseOrigin {
  readonly method: string
  readonly path: string
  /** What the live fake knows of its prompts so far; undefined when there is nothing to tell. */
  readonly report: () => string | undefined
}

/** Bodies that may never end: a test reads them when it wants to. */
const STREAMS = /^(?:text\/event-stream|application\/(?:x-ndjson|jsonl|json-seq))/i

/** Longest body that a failure shows, in characters. */
const SHOWN = 2_000

/** The answer to a request of a `TestApp`. Every `assert…` returns it, for the next one. */
// The assertions are the table's; the prototype gets them below.
export interface TestResponse extends ResponseAssertions<TestResponse> {}
export class TestResponse {
  /** The app's own response. Its body has been read, but for an event stream's: that one may be cancelled or read by part. */
  readonly raw: Response
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  /** The text of the body; undefined while it is a stream that nobody has read. */
  readonly body: string | undefined
  readonly origin: ResponseOrigin
  /** What was read; a stream's once somebody has. */
  #bytes: Uint8Array<ArrayBuffer> | undefined

  private constructor(raw: Response, bytes: Uint8Array<ArrayBuffer> | undefined, origin: ResponseOrigin) {
    this.raw = raw
    this.status = raw.status
    this.ok = raw.ok
    this.headers = raw.headers
    this.#bytes = bytes
    this.body = bytes && decode(bytes)
    this.origin = origin
  }

  /** Reads the body of a response, unless it is an event stream. */
  static async read(raw: Response, origin: ResponseOrigin): Promise<TestResponse> {
    const isStream = STREAMS.test(raw.headers.get('content-type') ?? '')
    return new TestResponse(raw, isStream ? undefined : await bytesOf(raw), origin)
  }

  /** The body as it was sent: an image, a file. Reads the stream of an event stream. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return (this.#bytes ??= await bytesOf(this.raw))
  }

  /** The text of the body; reads the stream of an event stream. */
  async text(): Promise<string> {
    return this.body ?? decode(await this.bytes())
  }

  /**
   * The chunks of a stream of UI messages, as an agent's `stream()` answers with; reads it to its end.
   * @throws AssertionFailedError when the response is no such stream.
   */
  async chunks(): Promise<UIMessageChunk[]> {
    // oxlint-disable-next-line typescript/unbound-method -- it is compared, not called
    const site = callSiteOf(this.chunks)
    try {
      return await readChunks(await this.bytes())
    } catch (error) {
      throw pointAt(site, notChunks(this, error))
    }
  }

  /** The JSON of the body. `T` is what the test says that it is. */
  async json<T = unknown>(): Promise<T> {
    return JSON.parse(await this.text()) as T
  }
}

async function bytesOf(raw: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await raw.arrayBuffer())
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** By the SDK's own parser, as its client reads them. */
async function readChunks(bytes: Uint8Array<ArrayBuffer>): Promise<UIMessageChunk[]> {
  const parsed = parseJsonEventStream({ stream: new Blob([bytes]).stream(), schema: uiMessageChunkSchema })
  const chunks: UIMessageChunk[] = []
  for await (const result of parsed) {
    if (!result.success) throw result.error
    chunks.push(result.value)
  }
  if (chunks.length === 0) throw new Error('its body has no event in it')
  return chunks
}

function notChunks(response: TestResponse, error: unknown): AssertionFailedError {
  const { method, path } = response.origin
  const reason = error instanceof Error ? error.message : String(error)
  const message = `${method} ${oneLine(path)} answered ${response.status} with no stream of UI messages: ${printable(reason)}. Is it the route that returns the agent's \`stream()\`?`
  return new AssertionFailedError({ assertion: 'chunks', message })
}

for (const name of Object.keys(responseAssertions) as (keyof ResponseAssertionTable)[]) {
  const assertion = responseAssertions[name]

  function assertNow(this: TestResponse, ...args: unknown[]): TestResponse {
    const fail = failFor(this, name)
    try {
      checkArguments(name, args)
      // The arguments are those of the same row of the table, as the interface says.
      ;(assertion as (...all: unknown[]) => void)({ response: this, fail }, ...args)
    } catch (error) {
      throw pointAt(callSiteOf(assertNow), error)
    }
    return this
  }
  Object.defineProperty(TestResponse.prototype, name, { value: assertNow })
}

function failFor(response: TestResponse, assertion: string): Fail {
  return (problem, values) => {
    const { method, path, report } = response.origin
    const known = report()
    const parts = [
      `${method} ${oneLine(path)} answered ${response.status}: ${problem}.`,
      ...(values === undefined ? [] : [`Expected: ${quote(values.expected)}\nActual: ${quote(values.actual)}`]),
      `Body: ${response.body === undefined ? '(a stream that was not read)' : shown(response.body)}`,
      ...(known === undefined ? [] : [known]),
    ]
    throw new AssertionFailedError({ assertion, message: parts.join('\n\n'), ...values })
  }
}

function shown(body: string): string {
  const cut = body.length > SHOWN ? `${body.slice(0, SHOWN)}… (${body.length - SHOWN} characters more)` : body
  return printable(cut) || '(empty)'
}
