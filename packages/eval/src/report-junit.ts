/** A variant as JUnit XML, in which failures, errors and truncated answers stay apart. Writes no file. */
import type { Builder } from 'junit-report-builder'
import type { GateResult } from './definition/gates.js'
import type { Metric } from './definition/metric.js'
import { stemOf, type ErrorRow, type ResultRow } from './disk/rows.js'
import { printable } from './printable.js'

/** What a report is made of. */
export interface JUnitSource {
  readonly flow: string
  readonly variant: string
  readonly metrics: readonly Metric[]
  readonly results: readonly ResultRow[]
  readonly errors: readonly ErrorRow[]
  readonly gates: readonly GateResult[]
}

/**
 * The report. An attempt that missed a binary metric is a failure, one that has no score an error, and one that was cut
 * short is skipped. Each gate is a test of its own.
 */
export async function toJUnit(source: JUnitSource): Promise<string> {
  const { flow, variant, metrics, results, errors, gates } = source
  const builder = await newBuilder()
  const suite = builder.testSuite().name(`${flow}/${variant}`)
  for (const row of results) {
    const test = suite.testCase().className(`${flow}.${variant}`).name(nameOf(row)).time(row.latency_s)
    if (row.status === 'truncated') test.skipped().standardOutput(`Truncated: ${printable(row.stop_reason)}`)
    const missed = metrics.filter((metric) => metric.kind === 'binary' && isMissed(row, metric)).map(({ id }) => id)
    if (missed.length > 0) test.failure(`Missed: ${missed.join(', ')}. ${printable(row.explanation)}`.trim(), 'score')
  }
  const scored = new Set(results.map(stemOf))
  // Of several failures of an attempt the last is what stands.
  const failed = new Map(errors.filter((row) => !scored.has(stemOf(row))).map((row) => [stemOf(row), row]))
  for (const row of failed.values()) {
    const test = suite.testCase().className(`${flow}.${variant}`).name(nameOf(row)).time(row.latency_s)
    test.error(printable(row.error), row.failure_class)
  }
  const ofGates = builder.testSuite().name(`${flow}/${variant} gates`)
  for (const { metric, mean, met, unscored = 0, min, max } of gates) {
    const test = ofGates.testCase().className(`${flow}.${variant}.gates`).name(metric)
    if (!met)
      test.failure(
        `The mean of ${metric} is ${mean ?? 'unknown'}; its bounds are ${min ?? '−∞'} to ${max ?? '∞'}.${unscored === 0 ? '' : ` ${unscored} attempts have no score.`}`,
        'gate',
      )
  }
  return builder.build()
}

/** Loaded when there is a report to make: most runs make none, and every one would wait for it. */
async function newBuilder(): Promise<Builder> {
  const { default: junit } = await import('junit-report-builder')
  // CommonJS behind types of a module: what is imported is the builder itself, on every runtime.
  return (junit as unknown as { newBuilder(): Builder }).newBuilder()
}

function nameOf({ prompt_id, rep }: Pick<ResultRow, 'prompt_id' | 'rep'>): string {
  return `${prompt_id} (rep ${rep})`
}

function isMissed({ status, grade }: ResultRow, { id, scale, better }: Metric): boolean {
  const best = better === 'higher' ? scale : 0
  return status === 'ok' && Object.hasOwn(grade, id) && grade[id] !== best
}
