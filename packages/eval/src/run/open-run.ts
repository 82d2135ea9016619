/** What comes before any attempt: the cases, the agents, what is there already, and so the plan. Asks no model. */
import { collectCases, type CollectedCase } from '../cases/collect-cases.js'
import { selectCases } from '../cases/select-cases.js'
import { splitCases } from '../cases/split-cases.js'
import type { Eval } from '../definition/define-eval.js'
import { DiskReporter } from '../disk/disk-reporter.js'
import type { EvalReporter, PriorRun, RunStart } from '../disk/eval-reporter.js'
import { StaleResultsError } from '../errors/stale-results-error.js'
import { fingerprintOf } from './fingerprint.js'
import { lookAtAgents } from './look-at-agents.js'
import { planRun, type RunPlan } from './plan-run.js'
import type { CompleteRunOptions } from './run-options.js'

/** A run that is planned, and has written nothing. */
export interface OpenRun {
  readonly reporter: EvalReporter
  readonly prior: PriorRun
  readonly plan: RunPlan
  readonly start: RunStart
  /** What its user should know of the numbers to come. */
  readonly notices: readonly string[]
  /** Providers that answer and have no pricing. */
  readonly unpriced: readonly string[]
}

/**
 * Plans a run.
 * @throws whatever keeps it from running, before any model is asked.
 */
export async function openRun(evaluation: Eval, options: CompleteRunOptions): Promise<OpenRun> {
  const { flow, definition } = evaluation
  const { dir, variant, reps, regrade, failed, clock, signal } = options
  const all = await collectCases(definition.cases)
  const cases = selectCases(all, options.only)
  const reporter = definition.reporter ?? new DiskReporter(dir)
  const prior = await reporter.prior(flow, variant)
  const seen = await lookAtAgents(evaluation, { cases, clock, signal })
  const common = fingerprintOf(evaluation, seen)
  const plan = await planRun({ cases, reps, prior, common, regrade, failed })
  const state = stateOf(evaluation, { all, options, prices: seen.prices })
  const start = { flow, variant, state, exclusive: true, replaced: plan.replaced }
  const notices = noticesOf({ plan, prior, options, unpriced: seen.unpriced })
  return { reporter, prior, plan, start, notices, unpriced: seen.unpriced }
}

/**
 * Refuses to mix rows of different makings.
 * @throws StaleResultsError
 */
export function refuseStale({ start, plan }: OpenRun, { stale }: CompleteRunOptions): void {
  if (plan.stale.length > 0 && stale === 'refuse') throw new StaleResultsError(start.flow, start.variant, plan.stale)
}

interface StateSource {
  readonly all: readonly CollectedCase[]
  readonly options: CompleteRunOptions
  readonly prices: RunStart['state']['prices']
}

function stateOf({ metrics }: Eval, { all, options, prices }: StateSource): RunStart['state'] {
  return { ...splitCases(all, options.random), metrics, reps: options.reps, prices }
}

interface NoticeSource {
  readonly plan: RunPlan
  readonly prior: PriorRun
  readonly options: CompleteRunOptions
  readonly unpriced: readonly string[]
}

function noticesOf({ plan, prior, options, unpriced }: NoticeSource): string[] {
  const notices: string[] = []
  if (prior.unreadable > 0) {
    notices.push(`${prior.unreadable} lines on disk could not be read; what they were about is not known any more.`)
  }
  if (plan.unanswered.length > 0) {
    notices.push(`${plan.unanswered.length} attempts have no answer on disk to grade again. Run without { regrade }.`)
  }
  for (const provider of unpriced) {
    const limit = options.maxCostUsd === undefined ? '' : `, and the limit of $${options.maxCostUsd} cannot hold`
    notices.push(
      `Provider "${provider}" has no pricing: its cost is not known${limit}. ` +
        `Add it: defineAi({ providers: { ${provider}: { model, pricing: { input, output } } } }).`,
    )
  }
  return notices
}
