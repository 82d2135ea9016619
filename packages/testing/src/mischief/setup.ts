/**
 * What the runs of one `mischief()` have in common: the agent, how it is asked, and within which bounds. Knows no script.
 */
import { Agent, agentNameOf, type AgentClass, type AnyAgent } from '@understudy/agents'
import type { Principal } from '@understudy/app'
import { describeGiven, quote, TestSetupError } from '@understudy/script/fake'
import type { FakeAi } from '../fake/fake-ai.js'
import type { TestApp } from '../http/test-app.js'
import type { TestResponse } from '../http/test-response.js'

interface CommonOptions {
  /** The app. As a function it makes a fresh one for each run, so that no run finds what another left behind. */
  readonly http: TestApp | (() => TestApp | PromiseLike<TestApp>)
  /** A whole number: the same seed tries the same scripts in the same order. 1 unless given. */
  readonly seed?: number
  /** How many scripts are tried. 50 unless given. */
  readonly runs?: number
  /** Texts that no answer, stream or stored turn may have in it, and no model may be sent: a password, the URL of a database. */
  readonly secrets?: readonly string[]
  /** How often one prompt may ask its model. 100 unless given: more than that is a loop that does not end. */
  readonly maxSteps?: number
  /** Scripts what else is asked in a run: other agents, embeddings. Called with each run's fake. */
  readonly arrange?: (ai: FakeAi) => void
}

/** The agent is prompted directly: each script once with `prompt()` and, where it answers with text, once with `stream()`. */
export interface DirectMischief extends CommonOptions {
  /** Who the agent acts for; null is an anonymous run. */
  readonly as: Principal | null
  readonly request?: never
}

/** The agent is prompted by a route of the app. */
export interface RequestMischief extends CommonOptions {
  /** Sends the request that prompts the agent; asserts nothing. */
  readonly request: (http: TestApp) => PromiseLike<TestResponse>
  readonly as?: never
}

/** Options of `mischief`. */
export type MischiefOptions = DirectMischief | RequestMischief

/** How a run asks the agent. */
export type Mode = 'prompt' | 'stream' | 'request'

/** Options that were checked, and whom they are about. */
export interface Setup<A extends AnyAgent = AnyAgent> {
  readonly Class: AgentClass<A>
  readonly agent: string
  readonly openApp: () => TestApp | PromiseLike<TestApp>
  readonly principal: Principal | null
  readonly request: RequestMischief['request'] | undefined
  readonly seed: number
  readonly runs: number
  readonly maxSteps: number
  readonly secrets: readonly string[]
  readonly arrange: (ai: FakeAi) => void
}

const optionNames = ['http', 'as', 'request', 'seed', 'runs', 'secrets', 'maxSteps', 'arrange']

/**
 * Checks the options.
 * @throws TestSetupError for what cannot work.
 */
export function checkSetup<A extends AnyAgent>(Class: AgentClass<A>, options: MischiefOptions): Setup<A> {
  if (typeof options !== 'object' || options === null) {
    throw refuse('needs an app and whom the agent acts for: `mischief(MyAgent, { http, as: principal })`')
  }
  if (typeof Class !== 'function' || !(Class.prototype instanceof Agent)) {
    throw refuse(
      `takes an agent class, and was given ${describeGiven(Class)}. Give the class itself: \`mischief(MyAgent, { http, as })\``,
    )
  }
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name))
  if (unknown !== undefined) throw refuse(`has no option ${quote(unknown)}. Its options are ${optionNames.join(', ')}`)
  const { http, as, request, seed = 1, runs = 50, maxSteps = 100, secrets = [], arrange = () => undefined } = options
  if (http === undefined || http === null)
    throw refuse('was given no app. Give one: `{ http }`, or `{ http: () => TestApp.fromApp(createMyApp()) }`')
  if ((as === undefined) === (request === undefined)) {
    throw refuse(
      'needs either whom the agent acts for, `as: principal`, or a route that prompts it, `request: (http) => http.post(…)`',
    )
  }
  if (!Number.isSafeInteger(seed)) throw refuse(`was given the seed ${quote(seed)}. Give a whole number: \`seed: 1\``)
  for (const [name, value] of Object.entries({ runs, maxSteps })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw refuse(`was given ${name} ${quote(value)}. Give a whole number from 1 on`)
  }
  if (secrets.some((secret) => typeof secret !== 'string' || secret === '')) {
    throw refuse('was given a secret that is no text. Is the variable of the environment set that it is read from?')
  }
  const openApp = typeof http === 'function' ? http : () => http
  return {
    Class,
    agent: agentNameOf(Class),
    openApp,
    principal: as ?? null,
    request,
    seed,
    runs,
    maxSteps,
    secrets,
    arrange,
  }
}

function refuse(problem: string): TestSetupError {
  return new TestSetupError(`mischief() ${problem}.`)
}
