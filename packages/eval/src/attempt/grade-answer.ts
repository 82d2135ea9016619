/** Grades an answer, with the judge at hand, and takes nothing for a score that is none. */
import { AppAi, type PromptResponse } from '@understudy/agents'
import { untilAborted } from '../clock.js'
import { sumCosts, sumUsage } from '../cost/spend.js'
import type { Grade } from '../definition/eval-definition.js'
import type { Metric } from '../definition/metric.js'
import type { TokenUsage } from '../disk/rows.js'
import { AttemptFailedError } from '../errors/attempt-failed-error.js'
import { GradeError } from '../errors/grade-error.js'
import { hideSecrets } from '../hide-secrets.js'
import { costOf, type AttemptContext, type PlannedAttempt } from './attempt-context.js'
import { CallLedger } from './call-ledger.js'
import { classOfPromptError } from './classify-failure.js'
import { Meter } from './meter.js'
import type { Session } from './open-session.js'

/** What is graded. */
export interface Grading {
  readonly planned: PlannedAttempt
  readonly session: Session
  readonly signal: AbortSignal
  readonly response: PromptResponse<never>
}

/** A grade, and what the judge took. */
export interface Graded {
  readonly grade: Readonly<Record<string, number>>
  readonly explanation: string
  readonly judgeModel: string | null
  readonly judgeUsage: TokenUsage | null
  readonly judgeCost: number | null
}

/**
 * Asks the grader.
 * @throws AttemptFailedError when it throws, or gives what is no score; of the class `provider` when its judge was not reached.
 */
export async function gradeAnswer(context: AttemptContext, grading: Grading): Promise<Graded> {
  const { planned, session, signal, response } = grading
  const { definition, metrics } = context.evaluation
  const prices = session.view.configured
  const ledger = new CallLedger(context, { prompt_id: planned.promptId, rep: planned.rep, purpose: 'judge', prices })
  const meter = new Meter(ledger)
  const { kase } = planned
  try {
    const given = await untilAborted(
      definition.grade({
        response,
        app: session.app,
        case: kase,
        input: kase.input,
        expected: kase.expected,
        signal,
        // The type of an eval without a judge says that there is none.
        judge: judgeOf(context, grading, meter) as never,
      }),
      signal,
    )
    const costs = meter.calls.map((call) => costOf(call, prices))
    return {
      ...readGrade(given, metrics),
      judgeModel: costs.at(-1)?.model ?? null,
      judgeUsage: sumUsage(costs.map(({ usage }) => usage)),
      judgeCost: costs.length === 0 ? null : sumCosts(costs.map((cost) => cost.cost_usd)),
    }
  } catch (cause) {
    // A grader that hands on what its judge's provider threw did nothing wrong.
    const failure = meter.failureIn(cause)
    const failureClass = failure === undefined ? 'grade' : classOfPromptError(cause, failure)
    throw new AttemptFailedError({
      failureClass: signal.aborted ? 'timeout' : failureClass,
      cause: failure === undefined ? cause : failure.thrown,
    })
  } finally {
    await ledger.close()
  }
}

/** Nobody's: a judge reads, and has no business in the app. */
function judgeOf({ evaluation }: AttemptContext, { session, signal }: Grading, meter: Meter): unknown {
  const { judge } = evaluation.definition
  if (judge === undefined) return undefined
  const { app, configured, store, source } = session.view
  const metered = meter.listenTo(source)
  const view = new AppAi({ app, configured, store, source: () => metered })
  return (input: string) => view.agent(judge.agent).as(null).prompt(input, { provider: judge.provider, signal })
}

/** The score of each metric, and nothing that is none. */
function readGrade(given: Grade, metrics: readonly Metric[]): Pick<Graded, 'grade' | 'explanation'> {
  const said: unknown = given
  const explained = isRecord(said) && isRecord(said['grade'])
  const scores: unknown = explained ? said['grade'] : said
  const grade: [string, number][] = []
  for (const { id, scale, kind } of metrics) {
    const score = isRecord(scores) && Object.hasOwn(scores, id) ? scores[id] : undefined
    const isScore = typeof score === 'number' && score >= 0 && score <= scale
    if (!isScore || (kind === 'binary' && score !== 0 && score !== scale)) {
      throw new GradeError({ metric: id, given: score, scale, kind })
    }
    grade.push([id, score])
  }
  const declared = metrics.map(({ id }) => id)
  for (const [metric, given] of isRecord(scores) ? Object.entries(scores) : []) {
    // A score that nobody declared would be lost without a word.
    if (!declared.includes(metric)) throw new GradeError({ metric, given, scale: 1, declared })
  }
  const explanation = explained ? said['explanation'] : ''
  return {
    grade: Object.fromEntries(grade),
    explanation: typeof explanation === 'string' ? hideSecrets(explanation) : '',
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
