/** Compares two variants of a flow, from what their runs left on disk. Asks no model. */
import { join } from 'node:path'
import type { PriorRun } from '../disk/eval-reporter.js'
import { readState, readVariant } from '../disk/read-variant.js'
import { FINGERPRINT_PARTS, stemOf, type ResultRow } from '../disk/rows.js'
import { variantPaths, type VariantPaths } from '../disk/variant-paths.js'
import { CompareError } from '../errors/compare-error.js'
import { meanOf } from '../statistics/distributions.js'
import { compareMetric, type Flip, type MetricComparison } from './compare-metric.js'

/** Which variants. */
export interface CompareOptions {
  /** Where the flows are; `.claude/hillclimb` unless given. */
  readonly dir?: string
  readonly flow: string
  /** What to compare with; `baseline` unless given. */
  readonly baseline?: string
  readonly variant: string
}

/** A value in both variants; null where one is not known. */
export interface Both {
  readonly baseline: number | null
  readonly variant: number | null
}

/** A flipped case, and where to read what happened. */
export interface TracedFlip extends Flip {
  readonly traces: readonly string[]
}

/** One metric, with where to read of its flips. */
export interface TracedMetric extends MetricComparison {
  readonly flips: readonly TracedFlip[]
}

/** Two variants, compared. */
export interface Comparison {
  readonly flow: string
  readonly baseline: string
  readonly variant: string
  readonly metrics: readonly TracedMetric[]
  /** US dollars an answer, over the cases of both. */
  readonly cost: Both
  /** Seconds an answer. */
  readonly latency: Both
  /** What a reader must know before believing the numbers. */
  readonly notices: readonly string[]
}

interface Side {
  readonly name: string
  readonly paths: VariantPaths
  readonly prior: PriorRun
}

/**
 * Compares the cases that both variants scored.
 * @throws CompareError when one was never run, or the flow has no state.
 */
export async function compareVariants(options: CompareOptions): Promise<Comparison> {
  const { dir = '.claude/hillclimb', flow, baseline = 'baseline', variant } = options
  const before = await read(dir, flow, baseline)
  const after = await read(dir, flow, variant)
  const state = await readState(before.paths)
  if (state === undefined)
    throw new CompareError(
      flow,
      `${before.paths.state} is missing or no state. Run the eval first: \`runEval(evaluation, { dir })\`.`,
    )
  const { rows, changed } = comparable(before.prior.results, after.prior.results)
  return {
    flow,
    baseline,
    variant,
    metrics: state.metrics.map((metric) => {
      const compared = compareMetric(metric, rows.before, rows.after)
      return { ...compared, flips: compared.flips.map((flip) => traced(flip, [before, after])) }
    }),
    cost: bothOf(rows, (row) => row.meta?.cost_usd ?? null),
    latency: bothOf(rows, (row) => row.latency_s),
    notices: [...changed, ...leftOut(before, after), ...leftOut(after, before)],
  }
}

async function read(dir: string, flow: string, name: string): Promise<Side> {
  const paths = variantPaths(dir, flow, name)
  const prior = await readVariant(paths)
  if (prior.results.length === 0)
    throw new CompareError(
      flow,
      `${paths.results} has no row. Run it: \`runEval(evaluation, { variant: '${name}' })\`.`,
    )
  return { name, paths, prior }
}

interface Rows {
  readonly before: readonly ResultRow[]
  readonly after: readonly ResultRow[]
}

/** The rows of cases that both have, and have alike: two questions under one id are no pair. */
function comparable(before: readonly ResultRow[], after: readonly ResultRow[]): { rows: Rows; changed: string[] } {
  const earlier = new Map(before.map((row) => [row.prompt_id, row]))
  const shared = new Set<string>()
  const edited = new Set<string>()
  const different = new Set<string>()
  for (const row of after) {
    const other = earlier.get(row.prompt_id)
    if (other === undefined) continue
    const [then, now] = [other.meta?.fingerprint, row.meta?.fingerprint]
    const isEdited = then?.case !== now?.case
    if (isEdited) edited.add(row.prompt_id)
    else shared.add(row.prompt_id)
    for (const part of FINGERPRINT_PARTS)
      if (part !== 'case' && part !== 'agent' && then?.[part] !== now?.[part]) different.add(part)
  }
  const changed = [...different].map(
    (part) => `The ${part} is not the same in both: the scores may differ for that alone.`,
  )
  if (edited.size > 0) changed.push(`Cases that changed between the two, left out: ${[...edited].join(', ')}.`)
  const kept = (rows: readonly ResultRow[]): ResultRow[] => rows.filter((row) => shared.has(row.prompt_id))
  return { rows: { before: kept(before), after: kept(after) }, changed }
}

/** What one side has and no mean does. */
function leftOut({ name, prior }: Side, other: Side): string[] {
  const notices: string[] = []
  const others = new Set(other.prior.results.map((row) => row.prompt_id))
  const alone = new Set(prior.results.map((row) => row.prompt_id).filter((id) => !others.has(id)))
  const scored = new Set(prior.results.map(stemOf))
  const failed = new Set(prior.errors.map(stemOf).filter((stem) => !scored.has(stem)))
  const truncated = prior.results.filter(({ status }) => status === 'truncated').length
  if (alone.size > 0) notices.push(`Cases only in ${name}, compared with nothing: ${alone.size}.`)
  if (failed.size > 0) notices.push(`Failed attempts of ${name}, in no mean: ${failed.size}.`)
  if (truncated > 0) notices.push(`Truncated answers of ${name}, in no mean: ${truncated}.`)
  return notices
}

function traced(flip: Flip, sides: readonly Side[]): TracedFlip {
  const traces = sides.flatMap(({ paths, prior }) =>
    prior.results
      .filter((row) => row.prompt_id === flip.prompt_id)
      .map((row) => join(paths.traces, `${stemOf(row)}.json`)),
  )
  return { ...flip, traces }
}

function bothOf(rows: Rows, valueOf: (row: ResultRow) => number | null): Both {
  const mean = (side: readonly ResultRow[]): number | null => {
    const values = side.map(valueOf)
    return values.length === 0 || values.includes(null) ? null : meanOf(values.filter((value) => value !== null))
  }
  return { baseline: mean(rows.before), variant: mean(rows.after) }
}
