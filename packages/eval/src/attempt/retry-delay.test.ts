import { describe, expect, test } from 'bun:test'
import { APICallError, RetryError } from 'ai'
import { isSameModel } from './served-model.js'
import { adviceOf, delayBefore } from './retry-delay.js'

const NOW = Date.parse('2026-01-01T00:00:00Z')

function failure(headers: Record<string, string>, isRetryable = true): APICallError {
  return new APICallError({ message: '', url: '', requestBodyValues: {}, isRetryable, responseHeaders: headers })
}

describe('what a provider says about another try', () => {
  test('is read from its headers, in seconds, milliseconds or as a date, and found behind what wrapped it', () => {
    expect(adviceOf(failure({ 'retry-after': '7' }), NOW)).toEqual({ retryable: true, retryAfterMs: 7_000 })
    expect(adviceOf(failure({ 'retry-after-ms': '250', 'retry-after': '7' }), NOW).retryAfterMs).toBe(250)
    expect(adviceOf(failure({ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }), NOW).retryAfterMs).toBe(60_000)
    expect(adviceOf(failure({ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }), NOW).retryAfterMs).toBe(0)
    const wrapped = new RetryError({
      message: '',
      reason: 'maxRetriesExceeded',
      errors: [failure({ 'retry-after': '1' })],
    })
    expect(adviceOf(new Error('Outer', { cause: wrapped }), NOW)).toEqual({ retryable: true, retryAfterMs: 1_000 })
  })

  test('is nothing where it makes no sense', () => {
    for (const headers of [{ 'retry-after': 'soon' }, { 'retry-after': '' }, { 'retry-after-ms': '-5' }, {}] as Record<
      string,
      string
    >[]) {
      expect(adviceOf(failure(headers), NOW)).toEqual({ retryable: true })
    }
    expect(adviceOf(failure({}, false), NOW)).toEqual({ retryable: false })
    expect(adviceOf(new Error('Mine.'), NOW)).toEqual({ retryable: false })
    expect(adviceOf(undefined, NOW)).toEqual({ retryable: false })
  })
})

test('a wait is never shorter than what was asked for, and else anything up to a bound that doubles', () => {
  const advice = { retryable: true }
  expect(delayBefore(0, { ...advice, retryAfterMs: 5_000 }, () => 0)).toBe(5_000)
  expect(delayBefore(0, { ...advice, retryAfterMs: 5_000 }, () => 0.5)).toBe(5_500)
  expect([0, 1, 2, 9].map((tries) => delayBefore(tries, advice, () => 1))).toEqual([1_000, 2_000, 4_000, 30_000])
  expect(delayBefore(3, advice, () => 0)).toBe(0)
})

test('a model is the same by a longer name with a version, and by no other', () => {
  const same: [asked: string, served: string][] = [
    ['claude-opus-5', 'claude-opus-5-20260101'],
    ['anthropic/claude-opus-5', 'claude-opus-5'],
    ['gpt-5', 'GPT-5-2026-01-01'],
    ['gemini-latest', 'gemini-3.1'],
    ['claude-opus-5-20260101', 'claude-opus-5'],
  ]
  const other: [asked: string, served: string][] = [
    ['gpt-5', 'gpt-5-mini'],
    ['gpt-5', 'gpt-55'],
    ['claude-opus-5', 'claude-haiku-5'],
  ]
  for (const [asked, served] of same) expect([served, isSameModel(asked, served)]).toEqual([served, true])
  for (const [asked, served] of other) expect([served, isSameModel(asked, served)]).toEqual([served, false])
  expect(isSameModel('my-deployment', 'gpt-5-2026-01-01', ['gpt-5'])).toBe(true)
})
