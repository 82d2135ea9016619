/**
 * One tool call through the gate with no model: can be awaited, and asserted on in a chain.
 */
import { createAppApprovals } from '@understudy/app'
import type { ApprovalRequest, DenialReason, InProcessApp, ToolOutcome } from '@understudy/app'
import { AssertionFailedError, type CallSite, callSiteOf, pointAt, quote, quotedName } from '@understudy/script/fake'
import { checkArguments } from './assertion-arguments.js'
import { checkDenial } from '../check-denial.js'
import { printRequests } from './print-requests.js'

/** What a tool call of a test is made of. */
export interface TestToolCallSetup {
  /** The tool. */
  readonly name: string
  readonly app: InProcessApp
  readonly outcome: Promise<ToolOutcome>
  /** What the live fake knows of its prompts so far; undefined when there is nothing to tell. */
  readonly report: () => string | undefined
}

type AssertionName = Extract<keyof TestToolCall, `assert${string}`>

/** What `http.tool()` returns at once. */
export class TestToolCall implements PromiseLike<ToolOutcome> {
  readonly #setup: TestToolCallSetup

  constructor(setup: TestToolCallSetup) {
    this.#setup = setup
  }

  then<Fulfilled = ToolOutcome, Rejected = never>(
    onFulfilled?: ((outcome: ToolOutcome) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#setup.outcome.then(onFulfilled, onRejected)
  }

  /** No gate refused the call, and the route answered 2xx. */
  assertOk(): TestToolCall {
    return this.#check('assertOk', ({ denied, status = 0 }) =>
      denied === undefined && status >= 200 && status < 300 ? undefined : 'expected a status of 2xx',
    )
  }

  /** The route answered with this status. */
  assertStatus(expected: number): TestToolCall {
    checkArguments('assertStatus', [expected])
    return this.#check('assertStatus', ({ status }) =>
      status === expected ? undefined : `expected status ${expected}`,
    )
  }

  /** A gate refused the call: this one, when given. */
  assertDenied(reason?: DenialReason): TestToolCall {
    checkDenial('assertDenied', reason)
    return this.#check('assertDenied', ({ denied }) =>
      denied !== undefined && (reason === undefined || denied === reason)
        ? undefined
        : `expected the call to be denied${reason ? ` by ${reason}` : ''}`,
    )
  }

  /** The call waits for a human's yes, and nothing ran. Gives the request: `http.approvals.approve(request, { by })`. */
  async assertPending(): Promise<ApprovalRequest> {
    const { approval } = await this.#check('assertPending', (outcome) =>
      outcome.approval?.status === 'pending' ? undefined : 'expected it to wait for approval',
    )
    const requests = await createAppApprovals(this.#setup.app).list()
    // It is there: the store has just told of it.
    return requests.find(({ id }) => id === approval?.requestId) as ApprovalRequest
  }

  #check(assertion: AssertionName, problemOf: (outcome: ToolOutcome) => string | undefined): TestToolCall {
    const site = callSiteOf(this[assertion])
    const checked = this.#setup.outcome.then(async (outcome) => {
      const problem = problemOf(outcome)
      if (problem !== undefined) await this.#fail(outcome, { assertion, problem, site })
      return outcome
    })
    return new TestToolCall({ ...this.#setup, outcome: checked })
  }

  async #fail(outcome: ToolOutcome, { assertion, problem, site }: Failure): Promise<never> {
    const { name, app, report } = this.#setup
    const { status, denied, approval, output } = outcome
    const standing = approval === undefined ? '' : ` (${approval.status})`
    const became = denied === undefined ? `answered ${status}` : `was denied by ${denied}${standing}`
    const isAboutApproval = denied === 'approval' || assertion === 'assertPending'
    const run = report()
    const message = [
      `the tool ${quotedName(name)} ${became}: ${problem}.`,
      `Output: ${quote(output, 2_000)}`,
      ...(isAboutApproval ? [await printRequests(app)] : []),
      ...(run === undefined ? [] : [run]),
    ].join('\n\n')
    throw pointAt(site, new AssertionFailedError({ assertion, message, actual: denied ?? status }))
  }
}

interface Failure {
  readonly assertion: AssertionName
  readonly problem: string
  readonly site: CallSite
}
