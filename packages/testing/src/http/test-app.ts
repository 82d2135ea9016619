/**
 * `TestApp`: requests to an app, tool calls through its gate, and its fake AI. Imports no test runner.
 */
import { agentNameOf, viewOf, type AgentClass } from '@understudy/agents'
import { callTool, createBudget, dispatch, inProcess, missingTool } from '@understudy/app'
import type { AnyHono, DerivedTool, InProcessApp, Principal, Scope } from '@understudy/app'
import { callSiteOf, oneLine, quote, TestSetupError } from '@understudy/script/fake'
import { FakeAi } from '../fake/fake-ai.js'
import {
  checkCookies,
  checkFakeOptions,
  checkToken,
  checkToolOptions,
  refuseNoFetch,
  refuseNoResponse,
} from './check-given.js'
import { PendingResponse } from './pending-response.js'
import { TestApprovals } from './test-approvals.js'
import { createTestRequest, type TestBody, type TestHeaders, type TestRequestOptions } from './test-request.js'
import { TestResponse } from './test-response.js'
import { TestToolCall } from './test-tool-call.js'

/** Any function that answers requests. */
export type TestFetch = (request: Request) => Response | Promise<Response>

/** Options of `fakeAi()`. */
export interface FakeAiOptions {
  /** Replies that were never used are a complaint when the fake ends. */
  readonly strict?: boolean
  /** The binding to fake, where the app has several AI bindings. */
  readonly binding?: string
}

/** Who calls a tool, and as which agent. */
export interface ToolCallOptions {
  /** Null calls anonymously. */
  readonly as: Principal | null
  /** Calls with this agent's scopes; with every scope unless given. */
  readonly agent?: AgentClass
}

interface TestAppState {
  readonly fetch: TestFetch
  readonly app: InProcessApp | undefined
  readonly headers: Headers
  readonly actingAs?: { readonly principal: Principal | null }
}

/** Sends requests to an app from a test. */
export class TestApp {
  readonly #state: TestAppState

  private constructor(state: TestAppState) {
    this.#state = state
  }

  /**
   * For an app of `createApp` or `extendApp`.
   * @throws AppSetupError for any other app; ToolDerivationError when its tools have problems.
   */
  static async fromApp(hono: AnyHono): Promise<TestApp> {
    const app = inProcess(hono)
    app.tools()
    return new TestApp({ fetch: (request) => hono.fetch(request), app, headers: new Headers() })
  }

  /** For any fetch function. It has no gate and no bindings, so there are no tools and no fake. */
  static fromFetch(fetch: TestFetch): TestApp {
    refuseNoFetch(fetch)
    return new TestApp({ fetch, app: undefined, headers: new Headers() })
  }

  get(path: string, options?: TestRequestOptions): PendingResponse {
    return this.request('GET', path, options)
  }

  post(path: string, body?: TestBody, options?: TestRequestOptions): PendingResponse {
    return this.request('POST', path, { ...options, body })
  }

  put(path: string, body?: TestBody, options?: TestRequestOptions): PendingResponse {
    return this.request('PUT', path, { ...options, body })
  }

  patch(path: string, body?: TestBody, options?: TestRequestOptions): PendingResponse {
    return this.request('PATCH', path, { ...options, body })
  }

  delete(path: string, body?: TestBody, options?: TestRequestOptions): PendingResponse {
    return this.request('DELETE', path, { ...options, body })
  }

  /** A request of any method. Sent at once, whether it is awaited or not. */
  request(method: string, path: string, options: TestRequestOptions = {}): PendingResponse {
    const { headers, app, actingAs, fetch } = this.#state
    const request = createTestRequest(method, path, { ...options, base: headers })
    const send = async (): Promise<TestResponse> => {
      const sent = app && actingAs ? dispatch(app, request, { principal: actingAs.principal }) : fetch(request)
      const response = await sent
      refuseNoResponse(response, `${method} ${path}`)
      return await TestResponse.read(response, { method, path, report: () => this.#report() })
    }
    return new PendingResponse(send().catch((error: unknown) => explainThrown(error, `${method} ${path}`)))
  }

  /** A copy that sends these headers too. */
  withHeaders(headers: TestHeaders): TestApp {
    const merged = new Headers(this.#state.headers)
    for (const [name, value] of new Headers(headers)) merged.set(name, value)
    return new TestApp({ ...this.#state, headers: merged })
  }

  /** A copy that sends `Authorization: Bearer …`, with the word before it. */
  withToken(bearer: string): TestApp {
    checkToken(bearer)
    return this.withHeaders({ authorization: `Bearer ${bearer}` })
  }

  /** A copy that sends these cookies, beside those that it sends already: names and plain values, which it encodes. */
  withCookies(cookies: Readonly<Record<string, string>>): TestApp {
    checkCookies(cookies)
    const before = this.#state.headers.get('cookie')
    const added = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    return this.withHeaders({ cookie: [...(before === null ? [] : [before]), ...added].join('; ') })
  }

  /** A copy whose requests act for a principal, in process: no header says so and `authenticate` is not asked. */
  actingAs(principal: Principal | null): TestApp {
    this.#app('actingAs()')
    return new TestApp({ ...this.#state, actingAs: { principal } })
  }

  /** The tools of the app. */
  tools(): readonly DerivedTool[] {
    return [...this.#app('tools()').tools().values()]
  }

  /** The calls that wait for a human's yes, and a test in the place of the human. */
  get approvals(): TestApprovals {
    return new TestApprovals({ app: this.#app('approvals'), report: () => this.#report() })
  }

  /** Calls one tool through the gate, with no model. */
  tool(name: string, input: unknown, options: ToolCallOptions): TestToolCall {
    const app = this.#app('tool()')
    checkToolOptions(options)
    const { as, agent } = options
    const found = app.tools().get(name)
    if (found === undefined) throw missingTool(name, app.tools())
    const scopes: readonly Scope[] = agent?.scopes ?? ['tools:*']
    const caller = agent === undefined ? 'test' : agentNameOf(agent)
    // One call has a budget of its own: a suite of tests is not a model in a loop.
    const call = { tool: found, input, agent: caller, principal: as, scopes, budget: createBudget(1) }
    return new TestToolCall({ name, app, outcome: callTool(app, call), report: () => this.#report() })
  }

  /**
   * Takes the place of the app's AI binding until the block ends: `using ai = http.fakeAi()`.
   * @throws TestSetupError when the app has no AI binding, or several and none is named; UnendedFakeError when a fake of
   * another file of tests never ended.
   */
  fakeAi(options: FakeAiOptions = {}): FakeAi {
    const app = this.#app('fakeAi()')
    checkFakeOptions(options)
    const name = options.binding ?? onlyAiBinding(app)
    const real = viewOf(app.realBinding(name))
    if (real === undefined)
      throw new TestSetupError(
        `The binding "${name}" is not an AI binding. Bind what \`defineAi()\` returned.`,
        'binding',
      )
    // Deep enough to see the test behind its helpers.
    // oxlint-disable-next-line typescript/unbound-method -- it is compared, not called
    const madeAt = callSiteOf(this.fakeAi, 50)
    return new FakeAi({ app, name, real, strict: options.strict ?? false, madeAt })
  }

  #app(method: string): InProcessApp {
    if (this.#state.app !== undefined) return this.#state.app
    throw new TestSetupError(
      `TestApp.fromFetch() knows only a fetch function, so ${method} cannot work. Use: \`await TestApp.fromApp(app)\`.`,
      'fetch-only',
    )
  }

  #report(): string | undefined {
    const { app } = this.#state
    const reports = app?.bindingNames.flatMap((name) => reportOf(app, name) ?? []) ?? []
    return reports.length > 0 ? reports.join('\n\n') : undefined
  }
}

/** Hono hands on what is thrown and is no Error; alone it would not say where it comes from. */
function explainThrown(error: unknown, request: string): never {
  if (error instanceof Error) throw error
  throw new Error(`${oneLine(request)} did not answer: the app threw ${quote(error)}, which is no Error.`, {
    cause: error,
  })
}

function reportOf(app: InProcessApp, name: string): string | undefined {
  try {
    const value = app.peek(name)
    return value instanceof FakeAi ? value.report() : undefined
  } catch (error) {
    // Two live fakes: that is worth reading too.
    return error instanceof Error ? error.message : undefined
  }
}

function onlyAiBinding(app: InProcessApp): string {
  const names = app.bindingNames.filter((name) => viewOf(app.realBinding(name)) !== undefined)
  const [only, ...others] = names
  if (only !== undefined && others.length === 0) return only
  throw new TestSetupError(
    only === undefined
      ? 'The app has no AI binding to fake. Add it: `createApp({ bindings: { ai: defineAi({ … }) } })`.'
      : `The app has several AI bindings (${names.join(', ')}). Name one: \`http.fakeAi({ binding: '${only}' })\`.`,
    'binding',
  )
}
