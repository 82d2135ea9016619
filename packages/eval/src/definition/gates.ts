/** The bounds that a variant's means must keep. Knows means, not how they were made. */

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
  readonly met: boolean
}

/** Holds each gate to the mean of its metric. */
export function checkGates(gates: Gates, meanOf: (metric: string) => number | null): GateResult[] {
  return Object.entries(gates).map(([metric, gate]) => {
    const mean = meanOf(metric)
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = gate
    return { metric, ...gate, mean, met: mean !== null && mean >= min && mean <= max }
  })
}

/** What is wrong with the gates of a definition. */
export function gateProblems(gates: Gates, metrics: readonly string[]): string[] {
  const problems: string[] = []
  for (const [metric, { min, max }] of Object.entries(gates)) {
    if (!metrics.includes(metric)) {
      problems.push(
        `it has a gate for "${metric}", which is no metric of it. Gate one of its metrics, ${metrics.join(', ')}: \`gates: { ${metrics[0]}: { min: 0.9 } }\``,
      )
    }
    const bounds = [min, max].filter((bound) => bound !== undefined)
    if (bounds.length === 0 || !bounds.every(Number.isFinite)) {
      problems.push(
        `the gate for "${metric}" has no bound that is a number. Write \`gates: { ${metric}: { min: 0.9 } }\``,
      )
    } else if (min !== undefined && max !== undefined && min > max) {
      problems.push(
        `the gate for "${metric}" asks for at least ${min} and at most ${max}, which no mean is. Write \`gates: { ${metric}: { min: ${max}, max: ${min} } }\``,
      )
    }
  }
  return problems
}
