import { describe, expect, test } from 'bun:test'
import { APICallError, generateText, RetryError, streamText } from 'ai'
import { apiError, ScriptExhaustedError, scriptedModel } from './index.js'
import { rejection } from './test-models.js'

// The SDK would wait two seconds before its first retry, four before the next.
const noWait = 1000

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

describe('a retryable error', () => {
  test.each(['generate', 'stream'] as const)('is retried with the next step, without waiting (%s)', async (mode) => {
    const busy = { error: apiError({ status: 429 }) }
    const model = scriptedModel([{ ...busy, then: { ...busy, then: 'Back again.' } }])
    const elapsed = await timed(async () => {
      const result =
        mode === 'generate' ? await generateText({ model, prompt: 'a' }) : streamText({ model, prompt: 'a' })
      expect(await result.text).toBe('Back again.')
    })
    expect(elapsed).toBeLessThan(noWait)
    expect(model.calls).toHaveLength(3)
  })

  test('made by hand is retried without waiting too', async () => {
    const error = new APICallError({
      message: 'busy',
      url: 'https://api.example',
      requestBodyValues: {},
      statusCode: 503,
    })
    const model = scriptedModel([{ error, then: 'ok' }])
    expect(await timed(() => generateText({ model, prompt: 'a' }))).toBeLessThan(noWait)
  })

  test('with nothing after it is past the end when it is retried', async () => {
    const model = scriptedModel([{ error: apiError({ status: 500, message: 'Down.' }) }])
    const error = await rejection(generateText({ model, prompt: 'a' }))
    const last = RetryError.isInstance(error) ? error.lastError : error
    expect(last).toBeInstanceOf(ScriptExhaustedError)
    expect(last).toMatchObject({ askedFor: 2, steps: ['error "Down."'] })
  })
})

describe('apiError', () => {
  test.each([
    [400, false],
    [401, false],
    [408, true],
    [409, true],
    [429, true],
    [500, true],
    [503, true],
  ])('with status %i is retryable: %p', (status, isRetryable) => {
    expect(apiError({ status })).toMatchObject({ statusCode: status, isRetryable })
    expect(apiError({ status, retryable: !isRetryable }).isRetryable).toBe(!isRetryable)
  })

  test('tells how long to wait where asked to', () => {
    expect(apiError({ status: 429, retryAfterMs: 1500 }).responseHeaders).toEqual({ 'retry-after-ms': '1500' })
    expect(apiError({ status: 429 }).responseHeaders).toEqual({ 'retry-after-ms': '0' })
    expect(apiError({ status: 401 }).responseHeaders).toBeUndefined()
  })

  test('that is not retryable reaches the caller as it is', async () => {
    const error = apiError({ status: 401, message: 'Bad key.' })
    const model = scriptedModel([{ error }])
    expect(await rejection(generateText({ model, prompt: 'a' }))).toBe(error)
  })

  test.each([
    { status: 42 },
    { status: Number.NaN },
    { status: 429, retryAfterMs: -1 },
    { status: 429, retriable: true },
  ])('refuses %j', (options) => {
    expect(() => apiError(options)).toThrow(TypeError)
  })
})

test.each([undefined, null, 'busy', 429])('apiError(%p) says what to give', (options) => {
  expect(() => apiError(options as never)).toThrow('Give options: `apiError({ status: 429 })`')
})

test('apiError() takes no word for whether to retry', () => {
  expect(() => apiError({ status: 400, retryable: 'no' as never })).toThrow('Give true or false, or leave it out')
})
