/**
 * A response that is on its way: can be awaited, and asserted on in a chain before it is there.
 */
import type { UIMessageChunk } from 'ai'
import { callSiteOf, pointAt } from '@understudy/script/fake'
import { responseAssertions, type ResponseAssertions } from './response-assertions.js'
import type { TestResponse } from './test-response.js'

/** What a request returns at once. Awaiting it gives the response, after every assertion of the chain has held. */
// The assertions are the table's; the prototype gets them below.
export interface PendingResponse extends ResponseAssertions<PendingResponse> {}
export class PendingResponse implements PromiseLike<TestResponse> {
  readonly #response: Promise<TestResponse>

  constructor(response: Promise<TestResponse>) {
    this.#response = response
  }

  then<Fulfilled = TestResponse, Rejected = never>(
    onFulfilled?: ((response: TestResponse) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#response.then(onFulfilled, onRejected)
  }

  /** The JSON of the body. */
  async json<T = unknown>(): Promise<T> {
    return await (await this.#response).json<T>()
  }

  /** The text of the body. */
  async text(): Promise<string> {
    return await (await this.#response).text()
  }

  /** The body as it was sent. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return await (await this.#response).bytes()
  }

  /** The chunks of a stream of UI messages. */
  async chunks(): Promise<UIMessageChunk[]> {
    return await (await this.#response).chunks()
  }
}

for (const name of Object.keys(responseAssertions) as (keyof ResponseAssertions<unknown>)[]) {
  function assertLater(this: PendingResponse, ...args: unknown[]): PendingResponse {
    const site = callSiteOf(assertLater)
    const asserted = this.then((response) => {
      try {
        // The same method of the response, with the same arguments.
        return (response[name] as (...all: unknown[]) => TestResponse)(...args)
      } catch (error) {
        throw pointAt(site, error)
      }
    })
    return new PendingResponse(asserted)
  }
  Object.defineProperty(PendingResponse.prototype, name, { value: assertLater })
}
