/** What a run came to, in words. */
import { join } from 'node:path'
import { printable, type Eval, type ErrorRow, type GateResult, type Metric, type RunResult } from '@understudy/eval'
import { DEFAULT_FOLDER } from './find-eval-files.js'
import type { Palette } from './palette.js'

/** What a run came to, and where it is told. */
export interface RunTold {
  readonly result: RunResult
  readonly dir: string
  readonly palette: Palette
}

/** The most failures that are told one by one. */
const LISTED = 10

const ENDS: Readonly<Record<RunResult['end'], string>> = {
  complete: 'complete',
  'cost-limit': 'stopped by the cost limit; raise it with --max-cost-usd and run again',
  interrupted: 'interrupted; run it again to go on',
}

/** The result as lines of text. */
export function describeRun({ metrics }: Pick<Eval, 'metrics'>, { result, dir, palette }: RunTold): string {
  const { summary, gates, made, done, end } = result
  const { flow, variant } = summary
  const title = `${flow}/${variant}: ${ENDS[end]}`
  const lines = [
    palette.bold(printable(title)),
    `  ${made} made now, ${done} done before; of all: ${summary.ok} ok, ${summary.truncated} truncated, ${summary.failed} failed`,
    ...metrics.map((metric) => `  ${printable(describeMetric(metric, result))}`),
    `  cost ${describeCost(summary)}; latency ${seconds(summary.latency_s)}`,
    ...gates.map((gate) => describeGate(gate, palette)),
    ...describeFailures(result).map((line) => palette.red(printable(line))),
    ...describeTruncated(result).map((line) => palette.red(printable(line))),
    ...(made === 0 && done > 0 ? ['  Everything was scored already, so no model was asked.'] : []),
    palette.dim(
      printable(
        `  ${join(dir, flow, variant)}; a page to look at: understudy ai:eval:report ${flow}${dir === DEFAULT_FOLDER ? '' : ` --dir ${dir}`}`,
      ),
    ),
  ]
  return `${lines.join('\n')}\n`
}

function describeMetric({ id, label, kind, scale }: Metric, { summary }: RunResult): string {
  const { mean = null, interval = null, cases = 0 } = summary.metrics[id] ?? {}
  if (mean === null) return `${label}: no number, as no case was scored`
  const show = (value: number): string =>
    kind === 'binary' ? `${((100 * value) / scale).toFixed(1)}%` : String(Number(value.toPrecision(3)))
  const range = interval === null ? 'too few cases for an interval' : `${show(interval.low)} to ${show(interval.high)}`
  return `${label}: ${show(mean)} (95%: ${range}) over ${cases} ${cases === 1 ? 'case' : 'cases'}`
}

function describeGate({ metric, mean, unscored = 0, min, max, met }: GateResult, { green, red }: Palette): string {
  const bounds = [min === undefined ? [] : [`at least ${min}`], max === undefined ? [] : [`at most ${max}`]].flat()
  const shown = mean === null ? 'no number' : String(Number(mean.toPrecision(6)))
  const text = printable(`gate ${metric}: ${shown}, ${bounds.join(' and ')}`)
  if (met) return `  ${green(`${text}: met`)}`
  const why =
    unscored === 0 || mean === null
      ? ''
      : `; ${unscored} ${unscored === 1 ? 'attempt has' : 'attempts have'} no score, and each counts as the worst`
  return `  ${red(`${text}: not met${why}`)}`
}

/** The last failure of each attempt that has no score. */
function describeFailures({ results, errors }: RunResult): string[] {
  const keyOf = ({ prompt_id, rep }: Pick<ErrorRow, 'prompt_id' | 'rep'>): string => `${prompt_id} (rep ${rep})`
  const scored = new Set(results.map(keyOf))
  const failed = [...new Map(errors.map((row) => [keyOf(row), row])).values()].filter((row) => !scored.has(keyOf(row)))
  const more = failed.length - LISTED
  return [
    ...failed.slice(0, LISTED).map((row) => `  failed: ${keyOf(row)}: ${row.failure_class}: ${firstLine(row.error)}`),
    ...(more > 0 ? [`  and ${more} more failures, in errors.jsonl`] : []),
  ]
}

/** Answers that ran out of tokens: no run makes them anew while nothing about them changes. */
function describeTruncated({ truncated, results }: RunResult): string[] {
  if (truncated === 0) return []
  const cut = results.filter(({ status }) => status === 'truncated')
  const more = cut.length - LISTED
  return [
    ...cut.slice(0, LISTED).map((row) => `  truncated: ${row.prompt_id} (rep ${row.rep}): ${row.stop_reason}`),
    ...(more > 0 ? [`  and ${more} more, in results.jsonl`] : []),
    '  Truncated answers are not scored: give the agent more output tokens, and run again.',
  ]
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? ''
}

/** Where some of it is not known, what is, of the agent and the judge together. */
function describeCost({ cost_usd: cost, judge_cost_usd: judge, known_cost_usd: known }: RunResult['summary']): string {
  if (cost === null || judge === null) return known === 0 ? 'not known' : `at least ${dollars(known)}`
  return judge === 0 ? dollars(cost) : `${dollars(cost)}, of the judge ${dollars(judge)}`
}

function dollars(value: number): string {
  return `$${value.toFixed(4)}`
}

function seconds(value: number | null): string {
  return value === null ? 'not known' : `${value.toFixed(2)} s`
}
