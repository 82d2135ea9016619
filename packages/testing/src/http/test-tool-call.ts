/**
 * One tool call through the gate with no model: can be awaited, and asserted on in a chain.
 */
import type { DenialReason, ToolOutcome } from '@understudy/app'
import { quote } from '../printable.js'
import { callSiteOf, pointAt } from '../call-site.js'
import { AssertionFailedError } from '../errors/assertion-failed-error.js'

/** What `http.tool()` returns at once. */
export class TestToolCall implements PromiseLike<ToolOutcome> {
  readonly #name: string
  readonly #outcome: Promise<ToolOutcome>

  constructor(name: string, outcome: Promise<ToolOutcome>) {
    this.#name = name
    this.#outcome = outcome
  }

  then<Fulfilled = ToolOutcome, Rejected = never>(
    onFulfilled?: ((outcome: ToolOutcome) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#outcome.then(onFulfilled, onRejected)
  }

  /** No gate refused the call, and the route answered 2xx. */
  assertOk(): TestToolCall {
    return this.#check('assertOk', ({ denied, status = 0 }) =>
      denied === undefined && status >= 200 && status < 300 ? undefined : 'expected a status of 2xx',
    )
  }

  /** The route answered with this status. */
  assertStatus(expected: number): TestToolCall {
    return this.#check('assertStatus', ({ status }) =>
      status === expected ? undefined : `expected status ${expected}`,
    )
  }

  /** A gate refused the call: this one, when given. */
  assertDenied(reason?: DenialReason): TestToolCall {
    return this.#check('assertDenied', ({ denied }) =>
      denied !== undefined && (reason === undefined || denied === reason)
        ? undefined
        : `expected the call to be denied${reason ? ` by ${reason}` : ''}`,
    )
  }

  #check(
    assertion: 'assertOk' | 'assertStatus' | 'assertDenied',
    problemOf: (outcome: ToolOutcome) => string | undefined,
  ): TestToolCall {
    const site = callSiteOf(this[assertion])
    const checked = this.#outcome.then((outcome) => {
      const problem = problemOf(outcome)
      if (problem === undefined) return outcome
      const { status, denied, output } = outcome
      const became = denied === undefined ? `answered ${status}` : `was denied by ${denied}`
      const message = `the tool "${this.#name}" ${became}: ${problem}.\n\nOutput: ${quote(output, 2_000)}`
      throw pointAt(site, new AssertionFailedError({ assertion, message, actual: denied ?? status }))
    })
    return new TestToolCall(this.#name, checked)
  }
}
