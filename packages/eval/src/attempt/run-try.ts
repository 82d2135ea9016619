/** One try at one attempt, from its app to its row. */
import type { ResultRow } from '../disk/rows.js'
import type { StoredAnswer } from '../disk/stored-answer.js'
import { describeError } from '../errors/attempt-failed-error.js'
import { askAgent, type Asked, type Paid } from './ask-agent.js'
import type { AttemptContext, PlannedAttempt } from './attempt-context.js'
import { gradeAnswer, type Graded } from './grade-answer.js'
import { openSession, type Session } from './open-session.js'
import { replayAnswer } from './replay-answer.js'
import { TimeLimit } from './time-limit.js'

/** What a try is about, and what it leaves even when it fails. */
export interface Try {
  readonly planned: PlannedAttempt
  readonly retries: number
  readonly paid: Paid
  /** The answer, once there is one. */
  stored: StoredAnswer | undefined
  /** What teardown threw. */
  problem?: unknown
}

const UNGRADED: Graded = { grade: {}, explanation: '', judgeModel: null, judgeUsage: null, judgeCost: null }

/**
 * The row of the attempt.
 * @throws AttemptFailedError, also where the run's own signal ended it.
 */
export async function runTry(context: AttemptContext, attempt: Try): Promise<ResultRow> {
  const { evaluation, clock, signal } = context
  using limit = new TimeLimit(clock, evaluation.timeoutMs, signal)
  const { planned, stored } = attempt
  if (stored?.status === 'truncated') return rowOf(attempt, stored, { graded: UNGRADED, replayed: true })
  const onTeardownError = (error: unknown): void => {
    attempt.problem = error
    context.teardownFailed?.({ prompt_id: planned.promptId, rep: planned.rep, error })
  }
  const session = await openSession(evaluation, { kase: planned.kase, signal: limit.signal, clock, onTeardownError })
  let graded: { readonly answer: StoredAnswer; readonly graded: Graded } | undefined
  try {
    graded = await askAndGrade(context, attempt, { session, signal: limit.signal })
  } finally {
    const problem = await session.close()
    if (problem !== undefined) onTeardownError(problem)
  }
  return rowOf(attempt, graded.answer, { graded: graded.graded, replayed: stored !== undefined })
}

async function askAndGrade(
  context: AttemptContext,
  attempt: Try,
  place: { readonly session: Session; readonly signal: AbortSignal },
): Promise<{ readonly answer: StoredAnswer; readonly graded: Graded }> {
  const { planned, stored, retries, paid } = attempt
  const asked: Asked =
    stored === undefined
      ? await askAgent(context, { planned, retries, paid, ...place })
      : { answer: stored, response: await replayAnswer(context, { planned, answer: stored, ...place }) }
  const { answer, response } = asked
  attempt.stored = answer
  if (answer.status === 'truncated' || response === undefined) return { answer, graded: UNGRADED }
  return { answer, graded: await gradeAnswer(context, { planned, response, ...place }) }
}

interface Outcome {
  readonly graded: Graded
  readonly replayed: boolean
}

function rowOf({ planned, problem }: Try, answer: StoredAnswer, { graded, replayed }: Outcome): ResultRow {
  const { kase, promptId } = planned
  return {
    prompt_id: promptId,
    rep: planned.rep,
    prompt: kase.input,
    tags: kase.tags ?? [],
    status: answer.status,
    stop_reason: answer.stop_reason,
    grade: graded.grade,
    explanation: graded.explanation,
    model: answer.model,
    usage: answer.usage,
    judge_model: graded.judgeModel,
    judge_usage: graded.judgeUsage,
    latency_s: answer.latency_s,
    tool_calls: answer.tool_calls,
    meta: {
      fingerprint: planned.fingerprint,
      provider: answer.provider,
      model_source: answer.model_source,
      cost_usd: answer.cost_usd,
      ...(kase.id !== promptId && { original_id: kase.id }),
      ...(graded.judgeModel !== null && { judge_cost_usd: graded.judgeCost }),
      ...(answer.server_tool_calls > 0 && { server_tool_calls: answer.server_tool_calls }),
      ...(answer.retries > 0 && { retries: answer.retries }),
      ...(replayed && { regraded: true as const }),
      ...(problem !== undefined && { teardown_error: describeError(problem) }),
    },
  }
}
