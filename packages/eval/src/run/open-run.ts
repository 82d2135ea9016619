/** What comes before any attempt: the cases, the agents, what is there already, and so the plan. Asks no model. */
import { collectCases, type CollectedCase } from '../cases/collect-cases.js'
import { selectCases, type Shard } from '../cases/select-cases.js'
import { splitCases } from '../cases/split-cases.js'
import type { Eval } from '../definition/define-eval.js'
import { DiskReporter } from '../disk/disk-reporter.js'
import type { EvalReporter, PriorRun, RunStart } from '../disk/eval-reporter.js'
import { stemOf, type Fingerprint } from '../disk/rows.js'
import { describeError } from '../errors/attempt-failed-error.js'
import { RunOptionsError } from '../errors/run-options-error.js'
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
  /** The plan again, where others have gone on meanwhile. */
  replan(prior: PriorRun): Promise<RunPlan>
  readonly start: RunStart
  /** What every row of it is made from, but for its case. */
  readonly common: Omit<Fingerprint, 'case'>
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
  const replan = (now: PriorRun): Promise<RunPlan> => planRun({ cases, reps, prior: now, common, regrade, failed })
  const plan = await replan(prior)
  const state = stateOf(evaluation, { all, options, prices: seen.prices })
  const start = { flow, variant, state, exclusive: true, replaced: plan.replaced }
  const notices = noticesOf(evaluation, { plan, prior, options, all, unpriced: seen.unpriced })
  if (cases.length === 0 && options.only.shard !== undefined) notices.push(emptyShard(options.only.shard))
  if (seen.teardown !== undefined) {
    notices.push(`Teardown failed of the app that the agent was looked at on: ${describeError(seen.teardown)}.`)
  }
  return { reporter, prior, plan, replan, start, common, notices, unpriced: seen.unpriced }
}

/**
 * Refuses to mix rows of different makings.
 * @throws StaleResultsError
 */
export function refuseStale({ start, plan }: OpenRun, { stale }: CompleteRunOptions): void {
  if (plan.stale.length > 0 && stale === 'refuse') throw new StaleResultsError(start.flow, start.variant, plan.stale)
}

/**
 * Refuses a grading of nothing, which would pass for one of all, and one that would leave old scores beside the new.
 * @throws RunOptionsError
 */
export function refuseUnanswered({ start, plan, prior }: OpenRun): void {
  if (plan.unanswered.length === 0) return
  if (plan.attempts.length === 0) {
    throw new RunOptionsError([
      `None of the ${plan.unanswered.length} attempts of ${start.flow}/${start.variant} has an answer on disk to grade again. ` +
        'Ask first: `{ regrade: false }`.',
    ])
  }
  const scored = new Set(prior.results.map(stemOf))
  const stuck = plan.unanswered.map(stemOf).filter((stem) => scored.has(stem))
  if (stuck.length === 0) return
  const named = stuck.length > 5 ? `${stuck.slice(0, 5).join(', ')} and ${stuck.length - 5} more` : stuck.join(', ')
  throw new RunOptionsError([
    `Of ${start.flow}/${start.variant}, ${named} ${stuck.length === 1 ? 'has a score and no answer' : 'have scores and no answers'} on disk: ` +
      'the means would mix two graders. Grade what has an answer and ask the others again: ' +
      "`{ regrade: false, stale: 'rerun' }`, or grade the others alone: `{ only: { ids } }`.",
  ])
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
  readonly all: readonly CollectedCase[]
  readonly plan: RunPlan
  readonly prior: PriorRun
  readonly options: CompleteRunOptions
  readonly unpriced: readonly string[]
}

function noticesOf({ flow, metrics }: Eval, { plan, prior, options, all, unpriced }: NoticeSource): string[] {
  const notices = strangersOf(all, prior)
  if (prior.state !== undefined && idsOf(prior.state.metrics) !== idsOf(metrics)) {
    notices.push(
      `The state of "${flow}" has the metrics ${idsOf(prior.state.metrics)}, and the eval ${idsOf(metrics)}: comparisons and reports show those of the state. ` +
        `Keep the flow apart: defineEval({ flow: '${flow}-2' }).`,
    )
  }
  if (prior.unreadable > 0) {
    notices.push(
      `${prior.unreadable === 1 ? '1 line' : `${prior.unreadable} lines`} on disk could not be read; what they were about is not known any more.`,
    )
  }
  if (plan.unanswered.length > 0) {
    const count = plan.unanswered.length
    notices.push(
      `${count === 1 ? '1 attempt has' : `${count} attempts have`} no answer on disk to grade again. Run without { regrade }.`,
    )
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

/** A hash may leave a part without any: there is nothing to be done about that machine. */
function emptyShard({ index, count }: Shard): string {
  return `No case falls into part ${index} of ${count}: nothing is run here, and no gate is judged. Take fewer parts: \`{ shard: { index: 1, count: ${Math.max(1, count - 1)} } }\`.`
}

/** Rows of cases that the eval does not have: of an earlier one, or of another eval by the same name. */
function strangersOf(all: readonly CollectedCase[], { results }: PriorRun): string[] {
  const known = new Set(all.map(({ promptId }) => promptId))
  const strange = [...new Set(results.map((row) => row.prompt_id).filter((id) => !known.has(id)))]
  if (strange.length === 0) return []
  const named =
    strange.length > 5 ? `${strange.slice(0, 5).join(', ')} and ${strange.length - 5} more` : strange.join(', ')
  return [
    `On disk are scores of cases that the eval does not have, and they count in the means: ${named}. ` +
      'Leave them behind with another variant or flow.',
  ]
}

function idsOf(metrics: readonly { readonly id: string }[]): string {
  return metrics.map(({ id }) => id).join(', ')
}
