/** What an eval is about to run, looked at on one app that is taken down again. Asks no model. */
import { untilAborted, type Clock } from '../clock.js'
import type { CollectedCase } from '../cases/collect-cases.js'
import type { Eval } from '../definition/define-eval.js'
import type { StatePrices } from '../disk/eval-reporter.js'
import { JudgeProviderError } from '../errors/judge-provider-error.js'
import { bindingOf, makeApp, takeDown } from '../attempt/open-session.js'
import { TimeLimit } from '../attempt/time-limit.js'
import type { ProbedAgents } from './fingerprint.js'
import { probeAgent } from './probe-agent.js'

/** What was seen. */
export interface SeenAgents extends ProbedAgents {
  readonly prices: StatePrices
  /** Providers that answer and have no pricing. */
  readonly unpriced: readonly string[]
  /** What went wrong with taking the app down; undefined for nothing. */
  readonly teardown: unknown
}

/** On which cases' apps, and for how long. */
export interface LookOptions {
  readonly cases: readonly CollectedCase[]
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** So many cases are given the chance to make an app. */
const CHANCES = 3

const NOTHING: SeenAgents = { agent: undefined, judge: undefined, prices: {}, unpriced: [], teardown: undefined }

/**
 * Looks at the agent and the judge. Where no app can be made nothing is seen: each attempt will say so for itself.
 * @throws AgentSetupError, ProviderError, EvalBindingError or JudgeProviderError for an eval that could not run.
 */
export async function lookAtAgents(evaluation: Eval, { cases, clock, signal }: LookOptions): Promise<SeenAgents> {
  for (const { kase } of cases.slice(0, CHANCES)) {
    using limit = new TimeLimit(clock, evaluation.timeoutMs, signal)
    const app = await makeApp(evaluation.definition, kase, limit.signal).catch(() => undefined)
    signal.throwIfAborted()
    if (app === undefined) continue
    let seen: Omit<SeenAgents, 'teardown'>
    let teardown: unknown
    try {
      seen = await untilAborted(look(evaluation, app), limit.signal)
    } finally {
      teardown = await takeDown(evaluation, { app, kase, clock })
    }
    return { ...seen, teardown }
  }
  return NOTHING
}

async function look(evaluation: Eval, app: Parameters<typeof bindingOf>[1]): Promise<Omit<SeenAgents, 'teardown'>> {
  const { definition, flow } = evaluation
  const view = bindingOf(evaluation, app)
  const { provider, as } = definition
  const agent = await probeAgent(view, { agent: definition.agent, provider, anonymous: as === undefined })
  const judge = definition.judge && (await probeAgent(view, { ...definition.judge, anonymous: true }))
  if (judge?.provider === agent.provider) throw new JudgeProviderError(flow, judge.provider)
  const prices: [string, { in: number; out: number }][] = []
  const unpriced: string[] = []
  for (const { provider, modelId } of judge === undefined ? [agent] : [agent, judge]) {
    const pricing = view.configured.pricingOf?.(provider)
    if (pricing === undefined) unpriced.push(provider)
    else prices.push([modelId, { in: pricing.input, out: pricing.output }])
  }
  return { agent, judge, prices: Object.fromEntries(prices), unpriced }
}
