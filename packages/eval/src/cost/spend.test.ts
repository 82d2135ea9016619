import { describe, expect, test } from 'bun:test'
import { APICallError, LoadAPIKeyError } from 'ai'
import { guessPrice, priceOf, serverToolCallsOf, sumCosts, sumUsage, usageOf, wasRefused } from './spend.js'

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

  test('that are no numbers of tokens, or not there at all, are unknown', () => {
    for (const odd of [Number.NaN, -1, 0.5, '7' as never, Number.POSITIVE_INFINITY]) {
      expect(usageOf({ usage: usage({ total: odd }, 5) })).toBeNull()
      expect(usageOf({ usage: usage({ total: 5 }, odd) })).toBeNull()
      expect(usageOf({ usage: usage({ total: 5, cacheRead: odd }, 5) })).toBeNull()
    }
    for (const odd of [undefined, {}, { inputTokens: {} }]) expect(usageOf({ usage: odd as never })).toBeNull()
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

describe('a call without an answer', () => {
  const answered = (statusCode?: number): APICallError =>
    new APICallError({
      message: 'No.',
      url: 'https://models.test',
      requestBodyValues: {},
      ...(statusCode && { statusCode }),
    })

  test('costs nothing where the provider refused it, or was never sent it', () => {
    for (const status of [400, 401, 429, 500, 503, 529]) expect(wasRefused(answered(status))).toBe(true)
    expect(wasRefused(new Error('Twice.', { cause: answered(429) }))).toBe(true)
    expect(wasRefused(new LoadAPIKeyError({ message: 'No key.' }))).toBe(true)
  })

  test('has an unknown cost where the line went dead, a gateway gave up, or the answer could not be read', () => {
    for (const error of [answered(), answered(200), answered(504), new TypeError('fetch failed'), 'gone', undefined]) {
      expect(wasRefused(error)).toBe(false)
    }
  })

  test('is guessed by what was sent and what may be answered, whatever the size of its files', () => {
    const pricing = { input: 4, output: 10 }
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x'.repeat(4_000) }] }]
    const guess = guessPrice({ prompt, maxOutputTokens: 500 }, pricing)!
    expect(guess).toBeGreaterThan((1_000 * 4 + 500 * 10) / 1e6)
    expect(guess).toBeLessThan((1_100 * 4 + 500 * 10) / 1e6)
    const data = new Uint8Array(1_000_000)
    const file = [{ role: 'user' as const, content: [{ type: 'file' as const, data, mediaType: 'image/png' }] }]
    expect(guessPrice({ prompt: file as never, maxOutputTokens: 500 }, pricing)).toBeLessThan(guess)
    expect(guessPrice({ prompt }, undefined)).toBeUndefined()
  })
})

test('tool calls are the provider’s own where it says so', () => {
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'search', input: '{}' } as const
  expect(serverToolCallsOf({ content: [call, { ...call, providerExecuted: true }, { type: 'text', text: '' }] })).toBe(
    1,
  )
})
