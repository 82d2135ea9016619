/**
 * `http.approvals`: the calls that wait for a human's yes, and a test in the place of the human. Reads and decides through
 * the app's own approvals; nothing here stands in for them.
 */
import { createAppApprovals, missingTool } from '@understudy/app'
import type { AppApprovals, ApprovalRequest, InProcessApp, Principal } from '@understudy/app'
import {
  AssertionFailedError,
  type CallSite,
  callSiteOf,
  checkPredicate,
  describeGiven,
  holds,
  pointAt,
  quotedName,
  TestSetupError,
} from '@understudy/script/fake'
import { printRequests } from './print-requests.js'

/** Decides about a request for approval. */
export type RequestPredicate = (request: ApprovalRequest) => boolean

/** A request, or its id. */
export type RequestOrId = Pick<ApprovalRequest, 'id'> | string

/** What a test's approvals are made of. */
export interface TestApprovalsSetup {
  readonly app: InProcessApp
  /** What the live fake knows of its prompts so far; undefined when there is nothing to tell. */
  readonly report: () => string | undefined
}

/** The requests for approval of an app. Every failure prints them, and the run of the fake. */
export class TestApprovals {
  readonly #app: InProcessApp
  readonly #report: TestApprovalsSetup['report']
  readonly #approvals: AppApprovals

  constructor({ app, report }: TestApprovalsSetup) {
    this.#app = app
    this.#report = report
    this.#approvals = createAppApprovals(app)
  }

  /**
   * The requests that wait for a human, of one tool or of all, the oldest first.
   * @throws UnknownNameError for a tool that the app does not have; AppSetupError when it has no store of approvals.
   */
  async pending(tool?: string): Promise<readonly ApprovalRequest[]> {
    const tools = this.#app.tools()
    if (tool !== undefined && !tools.has(tool)) throw missingTool(tool, tools)
    const requests = await this.#approvals.list({ status: 'pending' })
    return tool === undefined ? requests : requests.filter((request) => request.tool === tool)
  }

  /** Exactly one request of the tool waits for a human; with a predicate, exactly one that it holds for. Gives it. */
  async assertPending(tool: string, predicate?: RequestPredicate): Promise<ApprovalRequest> {
    // oxlint-disable-next-line typescript/unbound-method -- it is compared, not called
    const site = callSiteOf(this.assertPending)
    checkPredicate('assertPending', predicate, '({ input }) => …')
    const pending = await this.pending(tool)
    const fitting = pending.filter(
      (request) => predicate === undefined || holds(predicate(request), '({ input }) => input.id === 7'),
    )
    const [request] = fitting
    if (request !== undefined && fitting.length === 1) return request
    const known = `${waiting(pending.length, tool)}${predicate === undefined ? '' : `, and the predicate holds for ${fitting.length}`}.`
    const fix = fitting.length > 1 ? ` Say which: assertPending('${tool}', ({ input }) => …).` : ''
    return await this.#fail({ assertion: 'assertPending', problem: `${known}${fix}`, site })
  }

  /** No request waits for a human, of the tool when given. */
  async assertNonePending(tool?: string): Promise<void> {
    // oxlint-disable-next-line typescript/unbound-method -- it is compared, not called
    const site = callSiteOf(this.assertNonePending)
    const pending = await this.pending(tool)
    if (pending.length === 0) return
    await this.#fail({ assertion: 'assertNonePending', problem: `${waiting(pending.length, tool)}.`, site })
  }

  /**
   * Says yes as a human: the call, made again, runs once.
   * @throws ApprovalError when the request cannot be decided, or not by them; nothing has changed.
   */
  async approve(request: RequestOrId, decision: { readonly by: Principal }): Promise<ApprovalRequest> {
    checkDecision('approve', decision)
    return await this.#approvals.approve(idOf(request, 'approve'), decision)
  }

  /**
   * Says no as a human. The model is told the `reason`.
   * @throws ApprovalError when the request cannot be decided, or not by them; nothing has changed.
   */
  async reject(
    request: RequestOrId,
    decision: { readonly by: Principal; readonly reason?: string },
  ): Promise<ApprovalRequest> {
    checkDecision('reject', decision)
    return await this.#approvals.reject(idOf(request, 'reject'), decision)
  }

  async #fail({ assertion, problem, site }: Failure): Promise<never> {
    const run = this.#report()
    const message = [problem, await printRequests(this.#app), ...(run === undefined ? [] : [run])].join('\n\n')
    throw pointAt(site, new AssertionFailedError({ assertion, message }))
  }
}

interface Failure {
  readonly assertion: string
  readonly problem: string
  readonly site: CallSite
}

function waiting(count: number, tool?: string): string {
  const requests = count === 1 ? '1 request' : `${count === 0 ? 'No' : count} requests`
  const of = tool === undefined ? '' : ` of the tool ${quotedName(tool)}`
  return `${requests}${of} ${count === 1 ? 'waits' : 'wait'} for a human`
}

function idOf(request: RequestOrId | null | undefined, method: 'approve' | 'reject'): string {
  const id: unknown = typeof request === 'object' ? request?.id : request
  if (typeof id === 'string' && id !== '') return id
  throw new TestSetupError(
    `${method}() takes a request for approval or its id, and was given ${describeGiven(request)}. ` +
      `Give the one that waits: \`http.approvals.${method}(await http.approvals.assertPending('…'), { by })\`.`,
  )
}

function checkDecision(method: 'approve' | 'reject', decision: unknown): void {
  if (typeof decision === 'object' && decision !== null && 'by' in decision) return
  throw new TestSetupError(
    `${method}() was not told which human decides. Say it: \`http.approvals.${method}(request, { by: principal })\`.`,
  )
}
