/** Measures two ways of doing one thing in turns, so that whatever else the machine does falls on both. */
import { measure } from 'mitata'

/** Two ways of doing one thing. */
export interface Compared {
  readonly bare: () => Promise<unknown>
  readonly ours: () => Promise<unknown>
  /** Takes away what ours leaves behind, so that the bare way does not pay for it. */
  readonly after: () => void
}

/** The medians of both ways, and how much more the second takes. */
export interface Ratio {
  readonly bare: number
  readonly ours: number
  readonly ratio: number
}

const ROUNDS = 15

/** Medians over several rounds, in microseconds, each way measured in each. */
export async function measureRatio({ bare, ours, after }: Compared): Promise<Ratio> {
  const rounds: Ratio[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = await timeOf(bare)
    const second = await timeOf(ours)
    after()
    rounds.push(ratioOf(first, second))
  }
  return middleOf(rounds)
}

/** Two figures and their ratio. */
export function ratioOf(bare: number, ours: number): Ratio {
  return { bare, ours, ratio: ours / bare }
}

/** The middle round, whole: its two figures were taken together. */
export function middleOf(rounds: readonly Ratio[]): Ratio {
  const middle = rounds.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds.length / 2)]
  if (middle === undefined) throw new Error('No round was measured.')
  return middle
}

/** The middle one of many figures. */
export function medianOf(figures: readonly number[]): number {
  const median = figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]
  if (median === undefined) throw new Error('Nothing was measured.')
  return median
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  // One call a sample: what is measured takes microseconds, and a batch of calls would hide its median.
  const { p50 } = await measure(run, { min_cpu_time: 100e6, min_samples: 1_000, batch_threshold: 0 })
  return p50 / 1_000
}
