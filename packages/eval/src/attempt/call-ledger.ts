/**
 * The ledger of one try's model calls. A call is on it before it is made: whatever cuts it off, what it cost is then not
 * known, which is something else than nothing.
 */
import type { ModelSource } from '@understudy/agents'
import { guessPrice, wasRefused, type SpendEntry } from '../cost/spend.js'
import { costOf, type AttemptContext } from './attempt-context.js'
import type { CallListener, MeteredCall, ModelOfCall } from './meter.js'
import type { GenerateOptions } from './sdk-types.js'

/** Whose calls they are, and what they cost. */
export interface LedgerAbout extends Pick<SpendEntry, 'prompt_id' | 'rep' | 'purpose'> {
  readonly prices: ModelSource
}

/** Writes each call twice under one id: as it begins, at an unknown cost, and as it ends. */
export class CallLedger implements CallListener {
  readonly #context: Pick<AttemptContext, 'reporter' | 'newId'>
  readonly #about: Omit<LedgerAbout, 'prices'>
  readonly #prices: ModelSource
  readonly #open = new Map<string, SpendEntry>()

  constructor(context: Pick<AttemptContext, 'reporter' | 'newId'>, { prices, ...about }: LedgerAbout) {
    this.#context = context
    this.#about = about
    this.#prices = prices
  }

  async begun({ provider, configuredId }: ModelOfCall, sent: GenerateOptions): Promise<string> {
    const { reporter, newId } = this.#context
    const id = newId()
    const unknown = { provider, model: configuredId, usage: null, server_tool_calls: 0, cost_usd: null }
    const guessed = guessPrice(sent, this.#prices.pricingOf?.(provider))
    const entry = { id, ...this.#about, ...unknown, ...(guessed !== undefined && { guessed_usd: guessed }) }
    this.#open.set(id, entry)
    await reporter.asking?.(entry)
    return id
  }

  async answered(id: string, call: MeteredCall): Promise<void> {
    const entry = this.#open.get(id)
    this.#open.delete(id)
    const cost = costOf(call, this.#prices)
    // It answered, and did not say what that took.
    const guessed = cost.cost_usd === null ? entry?.guessed_usd : undefined
    await this.#context.reporter.spent({
      id,
      ...this.#about,
      ...cost,
      ...(guessed !== undefined && { guessed_usd: guessed }),
    })
  }

  /** What a provider refuses it does not bill; of any other end nobody knows. */
  async failed(id: string, error: unknown): Promise<void> {
    const entry = this.#open.get(id)
    if (entry === undefined) return
    this.#open.delete(id)
    await this.#context.reporter.spent(wasRefused(error) ? refused(entry) : entry)
  }

  /** Nobody waits any more for the calls that have not ended: their cost stays unknown. */
  async close(): Promise<void> {
    const entries = [...this.#open.values()]
    this.#open.clear()
    for (const entry of entries) await this.#context.reporter.spent(entry)
  }
}

function refused({ guessed_usd: _guess, ...entry }: SpendEntry): SpendEntry {
  return { ...entry, cost_usd: 0 }
}
