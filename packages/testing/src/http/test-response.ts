/**
 * A response as a test reads it: its body is there without awaiting, but for streams, which are left to the test.
 */
import { printable, quote } from '../printable.js'
import { callSiteOf, pointAt } from '../call-site.js'
import { AssertionFailedError } from '../errors/assertion-failed-error.js'
import { responseAssertions, type Fail, type ResponseAssertions } from './response-assertions.js'

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
  readonly raw: Response
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  /** The text of the body; undefined while it is a stream that nobody has read. */
  readonly body: string | undefined
  readonly origin: ResponseOrigin

  private constructor(raw: Response, body: string | undefined, origin: ResponseOrigin) {
    this.raw = raw
    this.status = raw.status
    this.ok = raw.ok
    this.headers = raw.headers
    this.body = body
    this.origin = origin
  }

  /** Reads the body of a response, unless it is an event stream. */
  static async read(raw: Response, origin: ResponseOrigin): Promise<TestResponse> {
    const isStream = STREAMS.test(raw.headers.get('content-type') ?? '')
    return new TestResponse(raw, isStream ? undefined : await raw.text(), origin)
  }

  /** The text of the body; reads the stream of an event stream. */
  async text(): Promise<string> {
    return this.body ?? (await this.raw.text())
  }

  /** The JSON of the body. `T` is what the test says that it is. */
  async json<T = unknown>(): Promise<T> {
    return JSON.parse(await this.text()) as T
  }
}

for (const [name, assertion] of Object.entries(responseAssertions)) {
  function assertNow(this: TestResponse, ...args: unknown[]): TestResponse {
    const fail = failFor(this, name)
    try {
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
      `${method} ${path} answered ${response.status}: ${problem}.`,
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
