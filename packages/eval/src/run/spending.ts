/** What was spent on a variant, and whether it may be more. */
import type { SpendEntry } from '../cost/spend.js'

/** Calls that are priced alike. */
interface Kind {
  dearest: number
  /** Those whose cost nobody knows, and what it may be, by their ids. */
  readonly unknown: Map<string, number>
}

/** The ledger as it grows. */
export class Spending {
  readonly #ended = new Map<string, SpendEntry>()
  readonly #open = new Map<string, SpendEntry>()
  readonly #kinds = new Map<string, Kind>()
  #known = 0

  constructor(prior: readonly SpendEntry[]) {
    for (const entry of prior) this.add(entry)
  }

  /** A call is being made. */
  begin(entry: SpendEntry): void {
    this.#open.set(entry.id, entry)
  }

  /** A call has ended. One that was given up may still turn out to have cost something. */
  add(entry: SpendEntry): void {
    this.#open.delete(entry.id)
    this.#known -= this.#ended.get(entry.id)?.cost_usd ?? 0
    this.#ended.set(entry.id, entry)
    const { id, provider, purpose, cost_usd: cost, guessed_usd: guessed = 0 } = entry
    const name = JSON.stringify([provider, purpose])
    const kind = this.#kinds.get(name) ?? { dearest: 0, unknown: new Map<string, number>() }
    this.#kinds.set(name, kind)
    if (cost === null) {
      kind.unknown.set(id, guessed)
    } else {
      kind.unknown.delete(id)
      this.#known += cost
      kind.dearest = Math.max(kind.dearest, cost)
    }
  }

  /** Every call, those under way at an unknown cost. */
  get entries(): readonly SpendEntry[] {
    return [...this.#ended.values(), ...this.#open.values()]
  }

  /** At least this much, in US dollars. */
  get known(): number {
    return this.#known
  }

  /** Whether some of it is not known. */
  get isPartial(): boolean {
    return [...this.#kinds.values()].some(({ unknown }) => unknown.size > 0)
  }

  /** Whether a limit is reached, where a call of an unknown cost counts as the dearest of its kind, or as what it may cost. */
  reaches(limit: number | undefined): boolean {
    if (limit === undefined) return false
    let sum = this.#known
    for (const { dearest, unknown } of this.#kinds.values()) {
      for (const guessed of unknown.values()) sum += Math.max(dearest, guessed)
    }
    return sum >= limit
  }
}
