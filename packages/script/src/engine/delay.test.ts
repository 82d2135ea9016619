import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { generateText, streamText } from 'ai'
import { InvalidStepError, scriptedModel } from '../index.js'
import { rejection } from '../test-models.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Lets everything happen that needs no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}

describe('delayMs', () => {
  test.each(['generate', 'stream'] as const)('holds the answer back for so long (%s)', async (mode) => {
    const model = scriptedModel([{ text: 'Hi.', delayMs: 2000 }])
    let answered = false
    const asked = mode === 'generate' ? model.doGenerate({ prompt: [] }) : model.doStream({ prompt: [] })
    const answer = asked.then(() => (answered = true))
    await settle()
    jest.advanceTimersByTime(1999)
    await settle()
    expect(answered).toBe(false)
    jest.advanceTimersByTime(1)
    await answer
  })

  test('ends when the call is aborted, and leaves no timer', async () => {
    const model = scriptedModel([{ text: 'Hi.', delayMs: 2000 }, 'next'])
    const controller = new AbortController()
    const answer = generateText({ model, prompt: 'a', abortSignal: controller.signal })
    await settle()
    controller.abort(new Error('Too slow.'))
    expect(await rejection(answer)).toEqual(new Error('Too slow.'))
    expect(jest.getTimerCount()).toBe(0)
    expect(model.remaining).toBe(1)
  })

  test('ends a stream that is aborted before its first part', async () => {
    const controller = new AbortController()
    const model = scriptedModel([{ text: 'Hi.', delayMs: 2000 }])
    const seen: string[] = []
    const { stream } = streamText({ model, prompt: 'a', abortSignal: controller.signal })
    const reading = (async () => {
      for await (const part of stream) seen.push(part.type)
    })()
    await settle()
    controller.abort()
    await reading
    expect(seen).toEqual(['start', 'abort'])
  })

  test('does not hold back a mistake in the script', async () => {
    const model = scriptedModel([{ toolCalls: [{ name: 'look' }], delayMs: 2000 }])
    expect(await rejection(generateText({ model, prompt: 'a' }))).toMatchObject({ code: 'IMPOSSIBLE_TOOL_CALL' })
    expect(jest.getTimerCount()).toBe(0)
  })

  test('of zero waits for a timer all the same', async () => {
    const answer = scriptedModel([{ text: 'Hi.', delayMs: 0 }]).doGenerate({ prompt: [] })
    await settle()
    expect(jest.getTimerCount()).toBe(1)
    jest.advanceTimersByTime(0)
    jest.runAllTimers()
    expect((await answer).content).toEqual([{ type: 'text', text: 'Hi.' }])
  })

  test.each([-1, Number.NaN, Infinity, 2 ** 31, '5', null])('is refused when scripted: %p', (delayMs) => {
    let error: unknown
    try {
      // What is no number of milliseconds for the types too, or none that a timer can wait.
      scriptedModel([{ text: 'Hi.', delayMs: delayMs as number }])
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(InvalidStepError)
    expect(error).toMatchObject({ path: 'step 1.delayMs' })
  })
})
