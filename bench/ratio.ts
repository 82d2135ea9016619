/** Measures two ways of doing one thing in turns, so that whatever else the machine does falls on both. */
import { measure } from 'mitata'

/** The medians of both ways, in microseconds, and how much more the second takes. */
export interface Ratio {
  readonly bare: number
  readonly ours: number
  readonly ratio: number
}

const ROUNDS = 15

/** Medians over several rounds, each way measured in each. */
export async function measureRatio(bare: () => Promise<unknown>, ours: () => Promise<unknown>): Promise<Ratio> {
  const rounds: Ratio[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const first = await median(bare)
    const second = await median(ours)
    rounds.push({ bare: first, ours: second, ratio: second / first })
  }
  rounds.sort((a, b) => a.ratio - b.ratio)
  // The middle round, whole: its two figures were taken together.
  const middle = rounds[Math.floor(ROUNDS / 2)]
  if (middle === undefined) throw new Error('No round was measured.')
  return middle
}

async function median(run: () => Promise<unknown>): Promise<number> {
  // One call a sample: what is measured takes microseconds, and a batch of calls would hide its median.
  const { p50 } = await measure(run, { min_cpu_time: 100e6, min_samples: 1_000, batch_threshold: 0 })
  return p50 / 1_000
}
