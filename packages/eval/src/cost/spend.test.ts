import { describe, expect, test } from 'bun:test'
import { priceOf, serverToolCallsOf, sumCosts, sumUsage, usageOf } from './spend.js'

type Counts = Parameters<typeof usageOf>[0]['usage']

function usage(input: Partial<Counts['inputTokens']>, output: number | undefined): Counts {
  return {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined, ...input },
    outputTokens: { total: output, text: output, reasoning: undefined },
  }
}

describe('tokens', () => {
  test('of a cache are counted in one place alone, whichever numbers a provider gives', () => {
    const expected = {
      input_tokens: 70,
      output_tokens: 5,
      cache_read_input_tokens: 20,
      cache_creation_input_tokens: 10,
    }
    expect(usageOf({ usage: usage({ total: 100, cacheRead: 20, cacheWrite: 10 }, 5) })).toEqual(expected)
    expect(usageOf({ usage: usage({ total: 100, noCache: 70, cacheRead: 20, cacheWrite: 10 }, 5) })).toEqual(expected)
    expect(usageOf({ usage: usage({ noCache: 70, cacheRead: 20, cacheWrite: 10 }, 5) })).toEqual(expected)
  })

  test('that a provider does not tell are unknown, not zero', () => {
    expect(usageOf({ usage: usage({}, 5) })).toBeNull()
    expect(usageOf({ usage: usage({ total: 5 }, undefined) })).toBeNull()
    expect(
      sumUsage([
        null,
        { input_tokens: 1, output_tokens: 1, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      ]),
    ).toBeNull()
    expect(sumUsage([])).toBeNull()
  })
})

describe('a price', () => {
  const million = {
    input_tokens: 1_000_000,
    output_tokens: 1_000_000,
    cache_read_input_tokens: 1_000_000,
    cache_creation_input_tokens: 1_000_000,
  }

  test('is a million tokens’ for each kind, and a thousand calls’ for the provider’s own tools', () => {
    const pricing = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, perThousandRequests: 10 }
    expect(priceOf(million, 100, pricing)).toBeCloseTo(3 + 15 + 0.3 + 3.75 + 1, 10)
  })

  test('of cached tokens is that of others where none is given', () => {
    expect(priceOf(million, 0, { input: 3, output: 15 })).toBe(3 + 15 + 3 + 3)
  })

  test('is unknown without pricing, without usage, and for tool calls that have none', () => {
    expect(priceOf(million, 0, undefined)).toBeNull()
    expect(priceOf(null, 0, { input: 1, output: 1 })).toBeNull()
    expect(priceOf(million, 1, { input: 1, output: 1 })).toBeNull()
  })

  test('that is unknown makes a sum unknown', () => {
    expect(sumCosts([1, null])).toBeNull()
    expect(sumCosts([1, 2])).toBe(3)
    expect(sumCosts([])).toBe(0)
  })
})

test('tool calls are the provider’s own where it says so', () => {
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'search', input: '{}' } as const
  expect(serverToolCallsOf({ content: [call, { ...call, providerExecuted: true }, { type: 'text', text: '' }] })).toBe(
    1,
  )
})
