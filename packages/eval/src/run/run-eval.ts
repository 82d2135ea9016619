/** Runs an eval: every attempt that is not done, some at a time, until all are, the money is, or somebody says stop. */
import pMap from 'p-map'
import type { AttemptContext, PlannedAttempt } from '../attempt/attempt-context.js'
import { performAttempt, type AttemptOutcome } from '../attempt/perform-attempt.js'
import { sumCosts } from '../cost/spend.js'
import type { Eval } from '../definition/define-eval.js'
import { concludeRun, type RunEnd, type RunResult, type TeardownFailure } from './conclude-run.js'
import { openRun, refuseStale, refuseUnanswered, type OpenRun } from './open-run.js'
import { describeProgress, Tally, type RunProgress } from './progress.js'
import { recordingReporter, type Recorded } from './recording-reporter.js'
import { completeOptions, type CompleteRunOptions, type RunOptions } from './run-options.js'

const PROGRESS_EVERY_MS = 30_000

/**
 * Runs an eval.
 * @throws before any model is asked: EvalCaseError, RunOptionsError, StaleResultsError, EvalFolderError, AgentSetupError
 * and their like. Later only what its reporter throws, once what runs has been ended.
 */
export async function runEval(evaluation: Eval, options: RunOptions = {}): Promise<RunResult> {
  const complete = completeOptions(options)
  const run = await openRun(evaluation, complete)
  refuseStale(run, complete)
  refuseUnanswered(run)
  const recorded = recordingReporter(run)
  const abort = (): void => recorded.abort(complete.signal.reason)
  if (complete.signal.aborted) abort()
  complete.signal.addEventListener('abort', abort, { once: true })
  try {
    await run.reporter.begin(run.start)
    const ended = await runAttempts(evaluation, { run, recorded, options: complete })
    return await concludeRun(evaluation, { run, recorded, ...ended })
  } finally {
    complete.signal.removeEventListener('abort', abort)
    await run.reporter.close()
  }
}

interface Running {
  readonly run: OpenRun
  readonly recorded: Recorded
  readonly options: CompleteRunOptions
}

async function runAttempts(
  evaluation: Eval,
  { run, recorded, options }: Running,
): Promise<{ readonly end: RunEnd; readonly tally: Tally; readonly teardowns: readonly TeardownFailure[] }> {
  const { clock, random, newId, concurrency, maxCostUsd, stop, onBegin, onProgress } = options
  const teardowns: TeardownFailure[] = []
  const context: AttemptContext = {
    evaluation,
    clock,
    random,
    newId,
    reporter: recorded.reporter,
    signal: recorded.signal,
    teardownFailed: (failure) => void teardowns.push(failure),
  }
  const tally = new Tally()
  const started = clock.now()
  let end: RunEnd = 'complete'
  const progress = (): RunProgress =>
    progressOf(tally, { total: run.plan.attempts.length, elapsedMs: clock.now() - started, recorded })
  const stopWriting = everySoOften(
    clock,
    () => void recorded.reporter.progress(describeProgress(progress())).catch(() => undefined),
  )
  const attempt = async (planned: PlannedAttempt): Promise<void> => {
    if (stop.aborted || recorded.signal.aborted) end = 'interrupted'
    else if (end === 'complete' && recorded.spending.reaches(maxCostUsd)) end = 'cost-limit'
    if (end !== 'complete') return
    const outcome: AttemptOutcome = await performAttempt(context, planned)
    tally.add(outcome)
    if (outcome.kind === 'interrupted') end = 'interrupted'
    onProgress?.(progress())
  }
  if (run.plan.attempts.length > 0) onBegin?.(progress())
  try {
    await pMap(run.plan.attempts, attempt, { concurrency, stopOnError: true })
  } catch (error) {
    // What cannot be written down is not worth paying for.
    recorded.abort(error)
    throw error
  } finally {
    stopWriting()
  }
  recorded.throwIfBroken()
  await recorded.reporter.progress(describeProgress(progress()))
  return { end, tally, teardowns }
}

function progressOf(
  tally: Tally,
  { total, elapsedMs, recorded }: { readonly total: number; readonly elapsedMs: number; readonly recorded: Recorded },
): RunProgress {
  const { done, ok, truncated, failed } = tally
  const leftMs = done === 0 ? null : (elapsedMs / done) * (total - done)
  const { known, isPartial } = recorded.spending
  return { done, total, ok, truncated, failed, spentUsd: known, unpriced: isPartial, elapsedMs, leftMs }
}

function everySoOften(clock: CompleteRunOptions['clock'], run: () => void): () => void {
  let cancel = (): void => undefined
  const next = (): void => {
    cancel = clock.after(PROGRESS_EVERY_MS, () => {
      run()
      next()
    })
  }
  next()
  return () => cancel()
}

/** What a run would do, and what it may cost: for looking before spending. */
export interface DryRun extends Pick<OpenRun, 'plan' | 'notices'> {
  /** In US dollars; null where a price, or what such an attempt takes, is not known. */
  readonly expectedCostUsd: number | null
}

/** Plans a run: resolves the cases, asks no model and writes nothing. Throws what `runEval` would, but for stale rows. */
export async function planEval(evaluation: Eval, options: RunOptions = {}): Promise<DryRun> {
  const run = await openRun(evaluation, completeOptions(options))
  const { plan, notices } = run
  const asking = plan.attempts.filter(({ stored }) => stored === undefined).length
  const each = asking === 0 ? 0 : await costOfOne(run)
  return { plan, notices, expectedCostUsd: each === null ? null : each * asking }
}

/** What an attempt of the variant took so far, failures and the judge included; of a new variant, one of the baseline. */
async function costOfOne({ prior, reporter, start, unpriced }: OpenRun): Promise<number | null> {
  if (unpriced.length > 0) return null
  const { results, spent } = prior.results.length > 0 ? prior : await reporter.prior(start.flow, 'baseline')
  const sum = sumCosts(spent.map(({ cost_usd }) => cost_usd))
  return sum === null || results.length === 0 ? null : sum / results.length
}
