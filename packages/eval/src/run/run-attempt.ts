/** One attempt by itself, for an engine of jobs that has its own queue: made once, however often it is asked for. */
import { performAttempt, type AttemptOutcome } from '../attempt/perform-attempt.js'
import { safeId } from '../cases/safe-id.js'
import type { Eval } from '../definition/define-eval.js'
import { stemOf } from '../disk/rows.js'
import { RunOptionsError } from '../errors/run-options-error.js'
import type { PlannedAttempt } from '../attempt/attempt-context.js'
import { openRun, refuseStale, type OpenRun } from './open-run.js'
import { recordingReporter, type Recorded } from './recording-reporter.js'
import { completeOptions, type CompleteRunOptions, type RunOptions } from './run-options.js'
import { summarize } from './summary.js'

/** Which attempt, and how. */
export interface AttemptOptions extends Omit<RunOptions, 'only' | 'concurrency' | 'failed' | 'regrade'> {
  readonly caseId: string
  /** From 0; 0 unless given. */
  readonly rep?: number
}

/** How it ended; `limited` when the money was spent before it began. */
export type SingleOutcome = AttemptOutcome | { readonly kind: 'limited' }

/**
 * Makes one attempt, or finds that it was made.
 * @throws what `runEval` throws before any model is asked.
 */
export async function runAttempt(evaluation: Eval, options: AttemptOptions): Promise<SingleOutcome> {
  const { caseId, rep = 0, ...rest } = options
  if (!(Number.isInteger(rep) && rep >= 0)) {
    throw new RunOptionsError([`rep is ${String(rep)}, and reps count from 0: \`{ rep: 0 }\`.`])
  }
  const complete = completeOptions({ ...rest, only: { ids: [caseId] } })
  const run = await openRun(evaluation, { ...complete, reps: rep + 1 })
  const stem = stemOf({ prompt_id: safeId(caseId), rep })
  const ofThis = <T>(all: readonly T[], stemOfEach: (each: T) => string): T[] =>
    all.filter((each) => stemOfEach(each) === stem)
  const [planned] = ofThis(run.plan.attempts, (each) => stemOf({ prompt_id: each.promptId, rep: each.rep }))
  const [row] = ofThis(run.prior.results, stemOf)
  const one = {
    ...run,
    plan: { ...run.plan, stale: ofThis(run.plan.stale, stemOf), replaced: ofThis(run.plan.replaced, stemOf) },
  }
  refuseStale(one, complete)
  if (planned === undefined && row !== undefined) return { kind: 'scored', row }
  const recorded = recordingReporter(run)
  if (planned === undefined || recorded.spending.reaches(complete.maxCostUsd)) return { kind: 'limited' }
  const { state, flow, variant } = run.start
  const { replaced } = one.plan
  try {
    // Other processes may make other attempts meanwhile.
    const exclusive = false
    await run.reporter.begin({ flow, variant, exclusive, replaced, state: { ...state, reps: complete.reps } })
    return await attempt(evaluation, { run, recorded, planned, complete })
  } finally {
    await run.reporter.close()
  }
}

interface Single {
  readonly run: OpenRun
  readonly recorded: Recorded
  readonly planned: PlannedAttempt
  readonly complete: CompleteRunOptions
}

async function attempt(evaluation: Eval, { run, recorded, planned, complete }: Single): Promise<AttemptOutcome> {
  const { clock, random, newId, signal } = complete
  const { flow, variant } = run.start
  const outcome = await performAttempt(
    { evaluation, clock, random, newId, signal, reporter: recorded.reporter },
    planned,
  )
  recorded.throwIfBroken()
  // Read anew: other processes may have made other attempts meanwhile.
  const now = await run.reporter.prior(flow, variant)
  const stem = stemOf({ prompt_id: planned.promptId, rep: planned.rep })
  const results = [...now.results.filter((row) => stemOf(row) !== stem), ...recorded.results]
  const errors = [...now.errors, ...recorded.errors]
  const spent = new Map([...now.spent, ...recorded.spending.entries].map((entry) => [entry.id, entry]))
  const { metrics } = evaluation
  await run.reporter.end(summarize({ flow, variant, metrics, results, errors, spent: [...spent.values()] }))
  return outcome
}
