/** Asks the agent with its real model, and stores the answer before anybody grades it. */
import { AppAi, type ModelSource, type PromptResponse } from '@understudy/agents'
import { inProcess } from '@understudy/app'
import { NoObjectGeneratedError } from 'ai'
import { untilAborted } from '../clock.js'
import { sumCosts, sumUsage } from '../cost/spend.js'
import type { ModelSourceKind, TokenUsage, TraceTurn } from '../disk/rows.js'
import type { StoredAnswer } from '../disk/stored-answer.js'
import { AttemptFailedError } from '../errors/attempt-failed-error.js'
import { SubstitutedModelError } from '../errors/substituted-model-error.js'
import { UnfinishedAnswerError } from '../errors/unfinished-answer-error.js'
import { costOf, type AttemptContext, type PlannedAttempt } from './attempt-context.js'
import { CallLedger } from './call-ledger.js'
import { classOfPromptError } from './classify-failure.js'
import { Meter, type MeteredCall } from './meter.js'
import type { Session } from './open-session.js'
import { isSameModel } from './served-model.js'
import { traceOf, traceOfCalls } from './trace.js'

/** What asking led to. */
export interface Asked {
  /** Undefined where the answer was cut short, so that no output could be read from it. */
  readonly response: PromptResponse<never> | undefined
  readonly answer: StoredAnswer
}

/** What a try has paid so far, also for one that fails. */
export interface Paid {
  model: string | null
  usage: TokenUsage | null
  latency: number
}

/** One try at asking. */
export interface Asking {
  readonly planned: PlannedAttempt
  readonly session: Session
  readonly signal: AbortSignal
  readonly retries: number
  readonly paid: Paid
}

/**
 * Asks, and stores the answer.
 * @throws AttemptFailedError; what was paid by then is in `paid`.
 */
export async function askAgent(context: AttemptContext, asking: Asking): Promise<Asked> {
  const { planned, session, signal, paid } = asking
  const { clock } = context
  const prices = session.view.configured
  const ledger = new CallLedger(context, { prompt_id: planned.promptId, rep: planned.rep, purpose: 'agent', prices })
  const meter = new Meter({
    begun: (call, sent) => ledger.begun(call, sent),
    answered: async (id, call) => {
      paid.model = call.servedId ?? call.configuredId
      paid.usage = sumUsage(meter.calls.map((each) => costOf(each, prices).usage))
      await ledger.answered(id, call)
    },
    failed: (id, error) => ledger.failed(id, error),
  })
  const started = clock.now()
  let response: PromptResponse<never> | undefined
  try {
    response = await untilAborted(prompt(context, asking, meter.listenTo(session.view.source)), signal)
  } catch (cause) {
    if (!wasCutShort(cause, meter)) {
      const failure = meter.failureIn(cause)
      const failureClass = signal.aborted ? 'timeout' : classOfPromptError(cause, failure)
      throw new AttemptFailedError({ failureClass, cause: failure === undefined ? cause : failure.thrown })
    }
  } finally {
    paid.latency = (clock.now() - started) / 1_000
    await ledger.close()
  }
  refuseBroken(context, meter)
  const answer = answerOf(asking, { meter, response, prices })
  await context.reporter.answered(answer, traceFor(asking, meter, response))
  return { response, answer }
}

async function prompt(
  { evaluation }: AttemptContext,
  { planned, session, signal }: Asking,
  source: ModelSource,
): Promise<PromptResponse<never>> {
  const { app, configured, store } = session.view
  const view = new AppAi({ app, configured, store, source: () => source })
  const { agent, provider } = evaluation.definition
  const bound = view.agent(agent).as(session.principal)
  const response = await bound.prompt(planned.kase.input, { signal, ...(provider !== undefined && { provider }) })
  // Any agent's response, which only its own grader reads.
  return response as PromptResponse<never>
}

/** A structured answer that ran out of tokens cannot be parsed, and is no failure. */
function wasCutShort(error: unknown, { calls }: Meter): boolean {
  return NoObjectGeneratedError.isInstance(error) && calls.at(-1)?.result.finishReason.unified === 'length'
}

function refuseBroken({ evaluation }: AttemptContext, { calls, routeErrors }: Meter): void {
  for (const { configuredId, servedId } of calls) {
    if (servedId === undefined || isSameModel(configuredId, servedId, evaluation.definition.servedAs)) continue
    const cause = new SubstitutedModelError(configuredId, servedId)
    throw new AttemptFailedError({ failureClass: 'serving_substitution', cause })
  }
  const ended = calls.at(-1)?.result.finishReason.unified
  if (ended === 'error' || ended === 'content-filter') {
    throw new AttemptFailedError({ failureClass: 'provider', cause: new UnfinishedAnswerError(ended) })
  }
  if (routeErrors.length > 0) throw new AttemptFailedError({ failureClass: 'tool', cause: routeErrors[0] })
}

interface AnswerParts {
  readonly meter: Meter
  readonly response: PromptResponse<never> | undefined
  readonly prices: ModelSource
}

function answerOf({ planned, retries, paid }: Asking, { meter, prices }: AnswerParts): StoredAnswer {
  const costs = meter.calls.map((call) => costOf(call, prices))
  const last = meter.calls.at(-1)
  const reason = last?.result.finishReason.unified ?? 'other'
  return {
    prompt_id: planned.promptId,
    rep: planned.rep,
    fingerprint: { question: planned.question, agent: planned.fingerprint.agent },
    status: reason === 'length' ? 'truncated' : 'ok',
    stop_reason: last?.result.finishReason.raw ?? reason,
    provider: last?.provider ?? '',
    model: last?.servedId ?? last?.configuredId ?? '',
    model_source: sourceOf(last),
    usage: sumUsage(costs.map(({ usage }) => usage)),
    cost_usd: sumCosts(costs.map((cost) => cost.cost_usd)),
    server_tool_calls: costs.reduce((sum, cost) => sum + cost.server_tool_calls, 0),
    latency_s: paid.latency,
    tool_calls: meter.calls.flatMap(({ result }) => result.content.filter((part) => part.type === 'tool-call')).length,
    retries,
    calls: meter.calls.map(({ configuredId, result }) => ({ model: configuredId, result })),
  }
}

function sourceOf(call: MeteredCall | undefined): ModelSourceKind {
  if (call?.servedId === undefined) return 'configured'
  return call.servedId === call.configuredId ? 'echo' : 'response'
}

function traceFor(
  { planned, session }: Asking,
  meter: Meter,
  response: PromptResponse<never> | undefined,
): TraceTurn[] {
  const tools = inProcess(session.app).tools()
  const redact = (tool: string): readonly string[] => tools.get(tool)?.contract.redact ?? []
  const source = { first: meter.first, input: planned.kase.input, redact }
  if (response !== undefined) return traceOf(response, source)
  return traceOfCalls(
    meter.calls.map(({ result }) => result),
    source,
  )
}
