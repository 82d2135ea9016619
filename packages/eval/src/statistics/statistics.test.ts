// The numbers are held to published worked examples, named where they are used.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { detectableDifference, detectableFlips, harder } from './detectable-difference.js'
import { deviationOf, meanOf, tQuantile } from './distributions.js'
import { pairedProportionInterval, tInterval, wilsonInterval } from './intervals.js'
import { mcnemarExact } from './mcnemar.js'
import { passAtK, passHatK } from './reliability.js'

describe('the t interval', () => {
  // Student (1908), "The Probable Error of a Mean": the extra hours of sleep under two drugs, ten patients.
  // R's manual of t.test prints the paired interval as 0.7001142 to 2.4598858.
  const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
  const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

  test('is that of Student’s sleep data', () => {
    const differences = second.map((value, index) => value - first[index]!)
    const interval = tInterval(differences)!
    expect(meanOf(differences)).toBeCloseTo(1.58, 10)
    expect(interval.low).toBeCloseTo(0.7001142, 6)
    expect(interval.high).toBeCloseTo(2.4598858, 6)
    expect(interval.method).toBe('t')
  })

  test('takes the points of the printed tables', () => {
    // Fisher and Yates, "Statistical Tables", table III: two-sided 5%.
    expect(tQuantile(0.975, 1)).toBeCloseTo(12.706, 3)
    expect(tQuantile(0.975, 4)).toBeCloseTo(2.776, 3)
    expect(tQuantile(0.975, 30)).toBeCloseTo(2.042, 3)
    expect(tQuantile(0.975, 120)).toBeCloseTo(1.98, 3)
  })

  test('is none where nothing is spread, or there is one value', () => {
    expect(tInterval([1, 1, 1])).toBeUndefined()
    expect(tInterval([0.6 - 0.1, 0.7 - 0.2, 0.9 - 0.4])).toBeUndefined()
    expect(tInterval([1])).toBeUndefined()
    expect(tInterval([])).toBeUndefined()
    expect([meanOf([]), deviationOf([1])]).toEqual([Number.NaN, Number.NaN])
  })
})

// Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('Wilson’s interval of %d in %d is the published one', (successes, trials, low, high) => {
  const interval = wilsonInterval(successes, trials)!
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

describe('paired proportions', () => {
  // Agresti (2002), "Categorical Data Analysis", table 10.1: 1600 ratings of a prime minister, 150 lost and 86 gained.
  // Its interval for the difference is 0.04 ± 1.96 × 0.0095.
  test('the interval is that of the approval ratings', () => {
    const interval = pairedProportionInterval({ gained: 86, lost: 150, pairs: 1600 })!
    expect(interval.low).toBeCloseTo(-0.0586, 3)
    expect(interval.high).toBeCloseTo(-0.0214, 3)
  })

  test('three cases that all changed prove nothing', () => {
    const interval = pairedProportionInterval({ gained: 3, lost: 0, pairs: 3 })!
    expect(interval.low).toBeLessThan(0)
    expect(interval.high).toBe(1)
  })

  test('the interval has width although nothing changed, and there is none of nothing', () => {
    const { low, high } = pairedProportionInterval({ gained: 0, lost: 0, pairs: 20 })!
    expect(high).toBeGreaterThan(0.1)
    expect(low).toBe(-high)
    expect(pairedProportionInterval({ gained: 0, lost: 0, pairs: 0 })).toBeUndefined()
    expect(wilsonInterval(0, 0)).toBeUndefined()
  })
})

describe('McNemar’s exact test', () => {
  test('gives the published p-values', () => {
    // Fay (2010), "Two-sided exact tests and matching confidence intervals for discrete data": 9 against 2.
    expect(mcnemarExact(9, 2)).toBeCloseTo(0.06543, 5)
    expect(mcnemarExact(2, 9)).toBe(mcnemarExact(9, 2))
  })

  test('is 1 where nothing changed, or as much in each direction', () => {
    expect(mcnemarExact(0, 0)).toBe(1)
    expect(mcnemarExact(4, 4)).toBe(1)
  })
})

describe('reliability', () => {
  const tries = fc.integer({ min: 1, max: 8 }).chain((all) =>
    fc.record({
      results: fc.array(fc.boolean(), { minLength: all, maxLength: all }),
      k: fc.integer({ min: 1, max: all }),
    }),
  )

  test('pass@k and pass^k are the shares of all draws of k, counted one by one', () => {
    fc.assert(
      fc.property(tries, ({ results, k }) => {
        const draws = drawsOf(results, k)
        const passed = results.filter(Boolean).length
        const share = (holds: (draw: boolean[]) => boolean): number => draws.filter(holds).length / draws.length
        expect(passAtK(results.length, passed, k)).toBeCloseTo(
          share((draw) => draw.includes(true)),
          10,
        )
        expect(passHatK(results.length, passed, k)).toBeCloseTo(
          share((draw) => !draw.includes(false)),
          10,
        )
      }),
    )
  })

  test('more than there are cannot be drawn', () => {
    expect(() => passAtK(2, 1, 3)).toThrow('Of 2 tries, 3 cannot be drawn. Run more of them: { reps: 3 }.')
  })
})

describe('the detectable difference', () => {
  test('is half a deviation for 34 pairs', () => {
    // Faul et al. (2007), G*Power 3: a paired t test needs n = 34 for d = 0.5 at 5% two-sided and 80% power.
    const raw = Array.from({ length: 34 }, (_, index) => (index % 2 === 0 ? 1 : -1))
    const found = Number(detectableDifference(raw, 4)) / deviationOf(raw)
    expect(found).toBeLessThanOrEqual(0.5)
    expect(found).toBeGreaterThan(0.49)
  })

  test('is unknown without spread', () => {
    expect(detectableDifference([0, 0, 0], 1)).toBeUndefined()
  })

  test('is never more than the scale has: then there is none', () => {
    expect(detectableDifference([1, -1], 1)).toBe('none')
    expect(detectableDifference([1], 1)).toBe('none')
    expect(detectableDifference([0.1, 0.2, 0.15, 0.1], 1)).toBeLessThan(1)
  })

  test('of flips is the share with which six of them, the fewest that the exact test believes, come up', () => {
    // All six of six: 0.8 to the power of 1/6.
    expect(detectableFlips(6)).toBeCloseTo(0.8 ** (1 / 6), 5)
    expect(detectableFlips(5)).toBe('none')
    expect(detectableFlips(0)).toBeUndefined()
    const shares = [6, 12, 50, 200].map((pairs) => Number(detectableFlips(pairs)))
    expect(shares).toEqual(shares.toSorted((one, other) => other - one))
  })

  test('of two methods is what satisfies both', () => {
    expect(harder(0.2, 0.4)).toBe(0.4)
    expect(harder('none', 0.4)).toBe('none')
    expect(harder(undefined, 0.4)).toBe(0.4)
  })
})

/** Every way to draw k of the values. */
function drawsOf<T>(values: readonly T[], k: number): T[][] {
  if (k === 0) return [[]]
  return values.flatMap((value, index) => drawsOf(values.slice(index + 1), k - 1).map((rest) => [value, ...rest]))
}
