/** What was spent on a variant, and whether it may be more. */
import type { SpendEntry } from '../cost/spend.js'

/** The ledger as it grows. */
export class Spending {
  readonly #entries: SpendEntry[] = []
  #known = 0
  #isPartial = false

  constructor(prior: readonly SpendEntry[]) {
    for (const entry of prior) this.add(entry)
  }

  add(entry: SpendEntry): void {
    this.#entries.push(entry)
    this.#known += entry.cost_usd ?? 0
    this.#isPartial ||= entry.cost_usd === null
  }

  get entries(): readonly SpendEntry[] {
    return this.#entries
  }

  /** At least this much, in US dollars. */
  get known(): number {
    return this.#known
  }

  /** Whether some of it is not known. */
  get isPartial(): boolean {
    return this.#isPartial
  }

  /** Whether a limit is reached. */
  reaches(limit: number | undefined): boolean {
    return limit !== undefined && this.#known >= limit
  }
}
