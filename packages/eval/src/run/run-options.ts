/** What a run is told, checked before anything runs. */
import type { CaseFilter } from '../cases/select-cases.js'
import { systemClock, type Clock } from '../clock.js'
import { RunOptionsError } from '../errors/run-options-error.js'
import { isVariant } from './is-variant.js'
import type { RunProgress } from './progress.js'

/** Options of `runEval`, `planEval` and `runAttempt`. */
export interface RunOptions {
  /** Where the flows are; `.claude/hillclimb` unless given. */
  readonly dir?: string
  /** `baseline`, or `v<N>` for a round against it. */
  readonly variant?: string
  /** How often each case is run; 1 unless given. */
  readonly reps?: number
  /** How many attempts run at a time; 4 unless given. */
  readonly concurrency?: number
  /** No attempt starts once so much is spent, earlier runs of the variant and the judge included. */
  readonly maxCostUsd?: number
  /** All cases unless given. */
  readonly only?: CaseFilter
  /** Only attempts that failed before. */
  readonly failed?: boolean
  /** Grades the answers on disk again, and asks no agent's model. */
  readonly regrade?: boolean
  /** What to do about rows that were made of something else; they are refused unless given. */
  readonly stale?: 'refuse' | 'rerun'
  /** No attempt starts once it is aborted; those that run go on. */
  readonly stop?: AbortSignal
  /** Ends the run at once. */
  readonly signal?: AbortSignal
  /** Called when nothing refuses the run any more, before the first attempt: what fails later may have cost something. */
  readonly onBegin?: (progress: RunProgress) => void
  /** Called after each attempt. */
  readonly onProgress?: (progress: RunProgress) => void
  readonly clock?: Clock
  /** From 0 to 1: for jitter and for drawing the sets of cases. */
  readonly random?: () => number
  /** Unique ids, for the ledger. */
  readonly newId?: () => string
}

/** The same with nothing left out. */
export type CompleteRunOptions = Required<Omit<RunOptions, 'maxCostUsd' | 'onBegin' | 'onProgress'>> &
  Pick<RunOptions, 'maxCostUsd' | 'onBegin' | 'onProgress'>

/**
 * Checks options and fills in what they leave out.
 * @throws RunOptionsError with every problem.
 */
export function completeOptions(options: RunOptions): CompleteRunOptions {
  const complete: CompleteRunOptions = {
    dir: '.claude/hillclimb',
    variant: 'baseline',
    reps: 1,
    concurrency: 4,
    only: {},
    failed: false,
    regrade: false,
    stale: 'refuse',
    stop: new AbortController().signal,
    signal: new AbortController().signal,
    clock: systemClock,
    random: Math.random,
    newId: () => crypto.randomUUID(),
    ...options,
  }
  const problems = problemsOf(complete)
  if (problems.length > 0) throw new RunOptionsError(problems)
  return complete
}

function problemsOf({ variant, reps, concurrency, maxCostUsd, only, failed, regrade }: CompleteRunOptions): string[] {
  const problems: string[] = []
  const { limit, shard } = only
  if (!isVariant(variant)) {
    problems.push(
      `${JSON.stringify(variant)} is no variant. Variants are "baseline" and "v1", "v2", …: \`{ variant: 'v1' }\`.`,
    )
  }
  for (const [name, value] of Object.entries({ reps, concurrency, 'only.limit': limit })) {
    if (value === undefined || (Number.isInteger(value) && value > 0)) continue
    problems.push(
      `${name} is ${String(value)}, and must be a whole number from 1: \`{ ${name.replace('only.', '')}: 4 }\`.`,
    )
  }
  if (maxCostUsd !== undefined && !(Number.isFinite(maxCostUsd) && maxCostUsd >= 0)) {
    problems.push(`maxCostUsd is ${String(maxCostUsd)}, and must be dollars: \`{ maxCostUsd: 5 }\`.`)
  }
  if (shard !== undefined && !isShard(shard)) {
    problems.push(
      `There is no shard ${shard.index} of ${shard.count}. They count from 1: \`{ shard: { index: 1, count: 4 } }\`.`,
    )
  }
  if (failed && regrade) problems.push('What failed has no grade to make again. Leave out `failed` or `regrade`.')
  return problems
}

function isShard({ index, count }: { readonly index: number; readonly count: number }): boolean {
  return Number.isInteger(index) && Number.isInteger(count) && index >= 1 && index <= count
}
