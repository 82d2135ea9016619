/** What a run comes to when it has ended: the summary of its variant, its gates, and what its reader must know. */
import { describeError } from '../errors/attempt-failed-error.js'
import type { Eval } from '../definition/define-eval.js'
import { checkGates, type GatedMean, type GateResult } from '../definition/gates.js'
import { stemOf, type AttemptKey, type ErrorRow, type ResultRow } from '../disk/rows.js'
import { caseMeans, scoresByCase } from '../statistics/case-scores.js'
import { meanOf } from '../statistics/distributions.js'
import { changedParts } from './fingerprint.js'
import type { OpenRun } from './open-run.js'
import type { Tally } from './progress.js'
import type { Recorded } from './recording-reporter.js'
import { summarize, type RunSummary } from './summary.js'

/** Why a run ended. */
export type RunEnd = 'complete' | 'cost-limit' | 'interrupted'

/** What a run did. */
export interface RunResult {
  readonly end: RunEnd
  /** Attempts that it made. */
  readonly made: number
  /** Attempts that earlier runs had scored, and that still hold. */
  readonly done: number
  /** Attempts of it that failed. */
  readonly failed: number
  /** Attempts of it, or done before, that the model cut short: they have no score. */
  readonly truncated: number
  /** Of the whole variant, earlier runs included. */
  readonly summary: RunSummary
  readonly gates: readonly GateResult[]
  readonly notices: readonly string[]
  readonly results: readonly ResultRow[]
  readonly errors: readonly ErrorRow[]
}

/** A teardown that failed, and whose. */
export interface TeardownFailure extends AttemptKey {
  readonly error: unknown
}

/** A run that has ended. */
export interface EndedRun {
  readonly run: OpenRun
  readonly recorded: Recorded
  readonly end: RunEnd
  readonly tally: Tally
  readonly teardowns: readonly TeardownFailure[]
}

/** Sums a run up, and leaves the summary of its variant. */
export async function concludeRun({ metrics, gates }: Eval, ended: EndedRun): Promise<RunResult> {
  const { run, recorded, end, tally } = ended
  const replaced = new Set(run.plan.replaced.map(stemOf))
  const results = [...run.prior.results.filter((row) => !replaced.has(stemOf(row))), ...recorded.results]
  const errors = [...run.prior.errors, ...recorded.errors]
  const { flow, variant } = run.start
  const summary = summarize({ flow, variant, metrics, results, errors, spent: recorded.spending.entries })
  await run.reporter.end(summary)
  const keys = keysOf(run)
  const ofRun = new Set(keys.map(stemOf))
  const scored = new Set(results.filter(({ status }) => status === 'ok').map(stemOf))
  const unscored = keys.filter((key) => !scored.has(stemOf(key)))
  const scoresOf = (metric: string): GatedMean => gatedMean(results, unscored, metric)
  return {
    end,
    made: tally.done,
    done: run.plan.done.length,
    failed: tally.failed,
    truncated: results.filter((row) => row.status === 'truncated' && ofRun.has(stemOf(row))).length,
    summary,
    // A part of no cases has nothing to say about them.
    gates: keys.length === 0 ? [] : checkGates(gates, { metrics, unscored: unscored.length, scoresOf }),
    notices: [...run.notices, ...noticesAfter(ended, results)],
    results,
    errors,
  }
}

/** Every attempt that the run is about. */
function keysOf({ plan: { attempts, done, unanswered } }: OpenRun): AttemptKey[] {
  return [...done, ...unanswered, ...attempts.map(({ promptId, rep }) => ({ prompt_id: promptId, rep }))]
}

function gatedMean(results: readonly ResultRow[], unscored: readonly AttemptKey[], metric: string): GatedMean {
  const scores = scoresByCase(results, metric)
  const mean = (of: ReadonlyMap<string, readonly number[]>): number => meanOf([...caseMeans(of).values()])
  return {
    mean: scores.size === 0 ? null : mean(scores),
    ifUnscored: (score) => {
      const filled = new Map(scores)
      for (const { prompt_id } of unscored) filled.set(prompt_id, [...(filled.get(prompt_id) ?? []), score])
      return mean(filled)
    },
  }
}

/** What is known only when a run has ended. */
function noticesAfter({ run, recorded, teardowns }: EndedRun, results: readonly ResultRow[]): string[] {
  const notices: string[] = []
  const unknown = recorded.spending.entries.filter(
    (entry) => entry.cost_usd === null && !run.unpriced.includes(entry.provider),
  )
  if (unknown.length > 0) {
    notices.push(
      `The cost of ${count(unknown.length, 'model call')} is not known: cut off, or answered without saying how many tokens that took. ` +
        'More was spent than is told; a limit counts each of them as the dearest of its kind, or by its length.',
    )
  }
  const [first] = teardowns
  if (first !== undefined) {
    notices.push(
      `Teardown failed after ${count(teardowns.length, 'attempt')}, and what their apps opened may still be open: ` +
        `${stemOf(first)}: ${describeError(first.error)}.`,
    )
  }
  const { train_ids, val_ids, test_ids } = run.start.state
  const known = new Set([...train_ids, ...val_ids, ...test_ids])
  const others = results.filter(({ prompt_id, meta }) => {
    const then = meta?.fingerprint
    // Of cases that the eval does not have, another notice tells.
    return (
      known.has(prompt_id) && then !== undefined && changedParts(then, { ...run.common, case: then.case }).length > 0
    )
  })
  if (others.length > 0) {
    notices.push(
      `${count(others.length, 'result')} of the variant ${others.length === 1 ? 'was' : 'were'} made by another agent, grader or judge than this run's, and count in the means. ` +
        "Make them anew: `{ stale: 'rerun' }`, over all cases.",
    )
  }
  return notices
}

function count(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`
}
