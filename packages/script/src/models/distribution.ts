/**
 * Checks the distribution that an answer to a choice or a score may carry. Knows the SDK's rules for one, and no question.
 */
import { nameList } from '../errors/name-list.js'
import { describeValue } from '../grammar/describe-value.js'
import { isPlainObject } from '../grammar/plain-object.js'
import type { Flaw } from './keyed-answers.js'
import { named } from '../quoted.js'

// The SDK's own, for sums and means.
const tolerance = 1e-6

/** Whether a value is a number from 0 to 1. */
export function isProbability(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

/** What is wrong with a distribution over these keys: each must have a probability, and their sum be 1. */
export function distributionFlaw(value: unknown, keys: readonly string[]): Flaw | undefined {
  const fix = 'Give each of them its probability, together 1, or leave `probabilities` out.'
  if (!isPlainObject(value)) return { detail: `has ${describeValue(value)} for its probabilities`, fix }
  const missing = keys.filter((key) => !Object.hasOwn(value, key))
  if (missing.length > 0) return { detail: `has no probability for ${nameList(missing)}`, fix }
  const unknown = Object.keys(value).filter((key) => !keys.includes(key))
  if (unknown.length > 0) return { detail: `has a probability for ${nameList(unknown)}, which it does not have`, fix }
  const bad = keys.find((key) => !isProbability(value[key]))
  if (bad !== undefined) return { detail: `has ${describeValue(value[bad])} as the probability of ${named(bad)}`, fix }
  const sum = probabilitiesOf(value).reduce((total, [, probability]) => total + probability, 0)
  return Math.abs(sum - 1) > tolerance ? { detail: `has probabilities whose sum is ${sum}`, fix } : undefined
}

/** What is wrong with a checked distribution in which another option is more probable than the one chosen. */
export function highestFlaw(value: unknown, choice: string): Flaw | undefined {
  const probabilities = probabilitiesOf(value)
  const chosen = probabilities.find(([key]) => key === choice)?.[1] ?? 0
  const higher = probabilities.find(([, probability]) => probability > chosen + tolerance)
  if (higher === undefined) return undefined
  return {
    detail: `has the choice ${named(choice)} (${chosen}), but ${named(higher[0])} is more probable (${higher[1]})`,
    fix: 'Choose the most probable option.',
  }
}

/** What is wrong with a checked distribution whose mean is not the score. */
export function meanFlaw(value: unknown, score: number): Flaw | undefined {
  const mean = probabilitiesOf(value).reduce((total, [level, probability]) => total + Number(level) * probability, 0)
  if (Math.abs(mean - score) <= tolerance) return undefined
  return { detail: `has the score ${score}, but the mean of its probabilities is ${mean}`, fix: 'Give their mean.' }
}

function probabilitiesOf(value: unknown): [string, number][] {
  return isPlainObject(value) ? Object.entries(value).map(([key, probability]) => [key, Number(probability)]) : []
}
