/** How far a run is. Counts and tells; prints nothing. */
import type { AttemptOutcome } from '../attempt/perform-attempt.js'

/** How far a run is. */
export interface RunProgress {
  readonly done: number
  readonly total: number
  readonly ok: number
  readonly truncated: number
  readonly failed: number
  /** What is known to be spent on the variant, earlier runs and the judge included. */
  readonly spentUsd: number
  /** Some calls have no price, so that more was spent. */
  readonly unpriced: boolean
  readonly elapsedMs: number
  /** By the pace so far; null before there is one. */
  readonly leftMs: number | null
}

/** What became of the attempts, counted. */
export class Tally {
  ok = 0
  truncated = 0
  failed = 0

  add(outcome: AttemptOutcome): void {
    if (outcome.kind === 'failed') this.failed += 1
    if (outcome.kind === 'scored') this[outcome.row.status] += 1
  }

  get done(): number {
    return this.ok + this.truncated + this.failed
  }
}

/** Progress in one line. */
export function describeProgress(progress: RunProgress): string {
  const { done, total, ok, truncated, failed, spentUsd, unpriced, elapsedMs, leftMs } = progress
  const cost = `${unpriced ? 'at least ' : ''}$${spentUsd.toFixed(4)}`
  const left = leftMs === null ? '' : `, ${seconds(leftMs)} left`
  return `${done}/${total} done: ${ok} ok, ${truncated} truncated, ${failed} failed; ${cost}; ${seconds(elapsedMs)}${left}`
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1_000)} s`
}
