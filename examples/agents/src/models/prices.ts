/** What the desk's models cost, as their makers list it. Evals know by it what they spend, and where to stop. */
import type { Pricing } from '@understudy/agents'

/** US dollars a million tokens. */
const prices: ReadonlyMap<string, Pricing> = new Map([
  ['claude-opus-5', { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 }],
  ['gpt-5.5', { input: 5, output: 30, cacheRead: 0.5 }],
])

/** The pricing of a provider that asks this model; of another nothing is known, and an eval says so instead of a number. */
export function pricesOf(model: string): { readonly pricing?: Pricing } {
  const pricing = prices.get(model)
  return pricing === undefined ? {} : { pricing }
}
