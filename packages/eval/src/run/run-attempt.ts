/** One attempt by itself, for an engine of jobs that has its own queue: made once, however often it is asked for. */
import { resolve } from 'node:path'
import { performAttempt, type AttemptOutcome } from '../attempt/perform-attempt.js'
import { safeId } from '../cases/safe-id.js'
import type { Eval } from '../definition/define-eval.js'
import { stemOf, type AttemptKey } from '../disk/rows.js'
import { RunOptionsError } from '../errors/run-options-error.js'
import type { PlannedAttempt } from '../attempt/attempt-context.js'
import { openRun, refuseStale, type OpenRun } from './open-run.js'
import type { RunPlan } from './plan-run.js'
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

/** Attempts of this process that are being made, by where their rows go. */
const underWay = new WeakMap<object, Map<string, Promise<SingleOutcome>>>()
/** Stands for the disk, where its own reporter takes an eval's rows nowhere else. */
const DISK = {}

/**
 * Makes one attempt, or finds that it was made. Asked for while this process makes it, that one's outcome is the answer,
 * whatever the options.
 * @throws what `runEval` throws before any model is asked; EvalFolderError while another process makes the attempt, or a
 * run of the variant is going on.
 */
export async function runAttempt(evaluation: Eval, options: AttemptOptions): Promise<SingleOutcome> {
  const { caseId, rep = 0, ...rest } = options
  if (!(Number.isInteger(rep) && rep >= 0)) {
    throw new RunOptionsError([`rep is ${String(rep)}, and reps count from 0: \`{ rep: 0 }\`.`])
  }
  const complete = { ...completeOptions({ ...rest, only: { ids: [caseId] } }), reps: rep + 1 }
  const key = { prompt_id: safeId(caseId), rep }
  const place = evaluation.definition.reporter ?? DISK
  const attempts = underWay.get(place) ?? new Map<string, Promise<SingleOutcome>>()
  underWay.set(place, attempts)
  const name = JSON.stringify([resolve(complete.dir), evaluation.flow, complete.variant, stemOf(key)])
  const going = attempts.get(name)
  if (going !== undefined) return await going
  const making = makeOnce(evaluation, complete, key).finally(() => attempts.delete(name))
  attempts.set(name, making)
  return await making
}

async function makeOnce(evaluation: Eval, complete: CompleteRunOptions, key: AttemptKey): Promise<SingleOutcome> {
  const opened = await openRun(evaluation, complete)
  const { reporter, prior, start } = opened
  const first = narrow(opened, opened.plan, key)
  refuseStale(first, complete)
  if (first.plan.attempts.length === 0) return foundOf(first, key)
  if (recordingReporter(first).spending.reaches(complete.maxCostUsd)) return { kind: 'limited' }
  const release = await reporter.claim?.(start.flow, start.variant, key)
  try {
    // Another process may have made it between the look at what is there and the claim.
    const now = release === undefined ? prior : await reporter.prior(start.flow, start.variant)
    const run = narrow({ ...opened, prior: now }, await opened.replan(now), key)
    const [planned] = run.plan.attempts
    return planned === undefined ? foundOf(run, key) : await make(evaluation, { run, planned, complete })
  } finally {
    await release?.()
  }
}

/** The run with the plan of one attempt alone. */
function narrow(run: OpenRun, whole: RunPlan, key: AttemptKey): OpenRun {
  const ofThis = <T extends AttemptKey>(all: readonly T[]): T[] => all.filter((each) => stemOf(each) === stemOf(key))
  const attempts = whole.attempts.filter(({ promptId, rep }) => stemOf({ prompt_id: promptId, rep }) === stemOf(key))
  return { ...run, plan: { ...whole, attempts, stale: ofThis(whole.stale), replaced: ofThis(whole.replaced) } }
}

/** What is there of an attempt that is not to be made. */
function foundOf({ prior }: OpenRun, key: AttemptKey): SingleOutcome {
  const row = prior.results.find((each) => stemOf(each) === stemOf(key))
  return row === undefined ? { kind: 'limited' } : { kind: 'scored', row }
}

interface Single {
  readonly run: OpenRun
  readonly planned: PlannedAttempt
  readonly complete: CompleteRunOptions
}

async function make(evaluation: Eval, { run, planned, complete }: Single): Promise<AttemptOutcome> {
  const { state, flow, variant } = run.start
  const { replaced } = run.plan
  try {
    // Other processes may make other attempts meanwhile.
    const exclusive = false
    await run.reporter.begin({ flow, variant, exclusive, replaced, state: { ...state, reps: complete.reps } })
    return await attempt(evaluation, { run, recorded: recordingReporter(run), planned, complete })
  } finally {
    await run.reporter.close()
  }
}

async function attempt(
  evaluation: Eval,
  { run, recorded, planned, complete }: Single & { readonly recorded: Recorded },
): Promise<AttemptOutcome> {
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
