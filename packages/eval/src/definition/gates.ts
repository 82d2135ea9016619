/** The bounds that a variant's means must keep. Knows means, not how they were made. */
import type { Metric, MetricDeclaration } from './metric.js'

/** Bounds of one metric's mean, either or both. */
export interface Gate {
  readonly min?: number
  readonly max?: number
}

/** Gates by the id of their metric. */
export type Gates = Readonly<Record<string, Gate>>

/** How a gate turned out. */
export interface GateResult extends Gate {
  readonly metric: string
  /** Null where the metric has no number, which meets no gate. */
  readonly mean: number | null
  /** How many attempts of the run have no score: failed, cut short, or never made. Left out for none. */
  readonly unscored?: number
  /** The mean keeps the bounds, and would whatever scores those attempts had. */
  readonly met: boolean
}

/** What a metric's scores come to. */
export interface GatedMean {
  readonly mean: number | null
  /** The mean if everything without a score had the given one. */
  readonly ifUnscored: (score: number) => number
}

/** What gates are held to. */
export interface Gated {
  readonly metrics: readonly Metric[]
  readonly unscored: number
  readonly scoresOf: (metric: string) => GatedMean
}

/** Holds each gate to the mean of its metric. A few answers are no proof of what the others would have been. */
export function checkGates(gates: Gates, { metrics, unscored, scoresOf }: Gated): GateResult[] {
  return Object.entries(gates).map(([metric, gate]) => {
    const { mean, ifUnscored } = scoresOf(metric)
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = gate
    const scale = metrics.find(({ id }) => id === metric)?.scale ?? 1
    const keeps = mean !== null && mean >= min && mean <= max
    const met = keeps && (unscored === 0 || (ifUnscored(0) >= min && ifUnscored(scale) <= max))
    return { metric, ...gate, mean, ...(unscored > 0 && { unscored }), met }
  })
}

/** What is wrong with the gates of a definition. */
export function gateProblems(gates: Gates, declared: readonly MetricDeclaration[]): string[] {
  const problems: string[] = []
  const metrics = declared.map(({ id }) => id)
  const scales = new Map(declared.map(({ id, scale = 1 }) => [id, scale]))
  for (const [metric, { min, max }] of Object.entries(gates)) {
    if (!metrics.includes(metric)) {
      problems.push(
        `it has a gate for "${metric}", which is no metric of it. Gate one of its metrics, ${metrics.join(', ')}: \`gates: { ${metrics[0]}: { min: 0.9 } }\``,
      )
    }
    const bounds = [min, max].filter((bound) => bound !== undefined)
    const scale = scales.get(metric)
    if (bounds.length === 0 || !bounds.every(Number.isFinite)) {
      problems.push(
        `the gate for "${metric}" has no bound that is a number. Write \`gates: { ${metric}: { min: 0.9 } }\``,
      )
    } else if (min !== undefined && max !== undefined && min > max) {
      problems.push(
        `the gate for "${metric}" asks for at least ${min} and at most ${max}, which no mean is. Write \`gates: { ${metric}: { min: ${max}, max: ${min} } }\``,
      )
    } else if (scale !== undefined && ((min ?? 0) > scale || (max ?? 0) < 0)) {
      problems.push(
        `the gate for "${metric}" has a bound that no mean meets, as its scores go from 0 to ${scale}. Write \`gates: { ${metric}: { min: ${0.9 * scale} } }\``,
      )
    }
  }
  return problems
}
