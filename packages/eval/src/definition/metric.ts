/** What an eval measures. Knows no cases and no models. */

/**
 * `binary`: passed (`scale`) or not (0). `float`: any number from 0 to `scale`. `judge`: a float that another model gave.
 */
export type MetricKind = 'binary' | 'float' | 'judge'

/** A metric as a definition declares it. */
export interface MetricDeclaration {
  readonly id: string
  readonly kind: MetricKind
  /** What reports call it, in 14 characters at most; the id, cut to that, unless given. */
  readonly label?: string
  /** The best score that there is; 1 unless given. Scores from 0 to 1 say 1. */
  readonly scale?: number
  /** Which way is up; `higher` unless given. */
  readonly better?: 'higher' | 'lower'
}

/** A metric with nothing left out, as it stands in `_state.json`. */
export type Metric = Required<MetricDeclaration>

/** The longest label that reports have room for. */
const LABEL_LENGTH = 14

/** Fills in what a declaration leaves out. */
export function completeMetric(declared: MetricDeclaration): Metric {
  const { id, kind, label = id.slice(0, LABEL_LENGTH), scale = 1, better = 'higher' } = declared
  return { id, label, kind, scale, better }
}

/** What is wrong with the metrics of a definition. */
export function metricProblems(metrics: readonly MetricDeclaration[]): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const { id, kind, label = '', scale = 1, better = 'higher' } of metrics) {
    const name = JSON.stringify(id)
    if (typeof id !== 'string' || id === '' || id === '__proto__')
      problems.push("a metric has no id that a score can have. Write `metrics: [{ id: 'answered', kind: 'binary' }]`")
    if (seen.has(id))
      problems.push(`the metric ${name} is listed twice. List it once: \`metrics: [{ id: '${id}', kind: '${kind}' }]\``)
    if (!['binary', 'float', 'judge'].includes(kind)) {
      problems.push(
        `the metric ${name} is of kind ${JSON.stringify(kind)}. The kinds are 'binary', 'float' and 'judge': \`{ id: '${id}', kind: 'binary' }\``,
      )
    }
    if (typeof label !== 'string') {
      problems.push(`the label of ${name} is no text. Write \`{ label: 'answered' }\``)
    } else if (label.length > LABEL_LENGTH) {
      problems.push(
        `the label of ${name} has ${label.length} characters, and reports have room for ${LABEL_LENGTH}. Shorten it: \`{ label: '${label.slice(0, LABEL_LENGTH)}' }\``,
      )
    }
    if (!(Number.isFinite(scale) && scale > 0)) {
      problems.push(`the scale of ${name} is ${String(scale)}. Give its best score: \`{ scale: 1 }\``)
    }
    if (better !== 'higher' && better !== 'lower') {
      problems.push(
        `${name} is better ${JSON.stringify(better)}, which is no direction. Write \`{ better: 'higher' }\` or \`{ better: 'lower' }\``,
      )
    }
    seen.add(id)
  }
  return problems
}
