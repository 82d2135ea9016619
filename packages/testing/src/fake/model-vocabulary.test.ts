import { describe, expect, test } from 'bun:test'
import type { Ai, CallName } from '@understudy/agents'
import { InvalidStepError } from '@understudy/script'
import {
  type AssertionFailedError,
  CallRunningError,
  FakeEndedError,
  UnscriptedModelError,
  UnusedAnswerError,
  apiError,
} from '../index.js'
import { audioStream, callCases, createCallsApp } from '../test-calls.js'
import { endOf, failure, rejection } from '../test-desk.js'

describe.each(callCases)('$call()', (each) => {
  const { call, kind, make, answers, gists, respond, calls, made, never, record } = each

  test('is answered from the script through a real route, and recorded', async () => {
    const { http, made: real } = await createCallsApp()
    using fake = http.fakeAi({ strict: true })
    respond(fake, [answers[0]])
    await http.post(`/${call}`).assertOk().assertJson({ answer: gists[0] })
    expect(calls(fake)).toMatchObject([{ ...record, provider: 'main' }])
    expect(calls(fake)[0]?.error).toBeUndefined()
    expect(real).toEqual([])
  })

  test('takes an answer of its own when it starts, whatever runs beside it', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi({ strict: true })
    respond(fake, [answers[0]])
    respond(fake, [answers[1], answers[0]])
    const all = [make(ai), make(ai), make(ai)]
    expect(calls(fake)).toHaveLength(3)
    expect(await Promise.all(all)).toEqual([gists[0], gists[1], gists[0]])
  })

  test('with nothing scripted is refused, at the call and at the end, and is a call all the same', async () => {
    const { http, made: real } = await createCallsApp()
    const fake = http.fakeAi()
    await http.post(`/${call}`).assertStatus(500)
    expect(calls(fake)).toMatchObject([{ provider: 'main', error: { code: 'UNSCRIPTED_MODEL' } }])
    expect(failure(() => never(fake))).toContain(`${call}() of "main"`)
    made(fake)
    const complaints = endOf(fake)?.complaints
    expect(complaints).toMatchObject([{ kind, call, provider: 'main', scripted: 0 }])
    expect(complaints?.[0]).toBeInstanceOf(UnscriptedModelError)
    expect(complaints?.[0]?.message).toContain('nothing is scripted for it')
    expect(real).toEqual([])
  })

  test('past the end is refused, saying how many were scripted', async () => {
    const { ai, http } = await createCallsApp()
    const fake = http.fakeAi()
    respond(fake, [answers[0]])
    await make(ai)
    const error = await rejection(make(ai))
    expect(error).toBeInstanceOf(UnscriptedModelError)
    expect(error).toMatchObject({ scripted: 1 })
    expect(endOf(fake)?.complaints).toEqual([error as Error])
  })

  test('is made for every call where a function answers', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi({ strict: true })
    respond(fake, () => answers[1])
    respond(fake, [answers[0]])
    expect([await make(ai), await make(ai), await make(ai)]).toEqual([gists[0], gists[1], gists[1]])
  })

  test('fails with what a function made that is no answer, at the call and at the end', async () => {
    const { ai, http } = await createCallsApp()
    const fake = http.fakeAi()
    respond(fake, () => Symbol('no answer'))
    const error = await rejection(make(ai))
    expect(error).toBeInstanceOf(InvalidStepError)
    expect(endOf(fake)?.complaints).toEqual([error as Error])
  })

  test('fails with an error that is scripted, which is no complaint', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi({ strict: true })
    const down = new Error('The model is down.')
    respond(fake, [{ error: down }])
    expect(await rejection(make(ai))).toBe(down)
    expect(calls(fake)).toMatchObject([{ error: down }])
  })

  test('of a provider that is not there, or has no such model, is refused, at the call and at the end', async () => {
    const { ai, http } = await createCallsApp()
    for (const provider of ['mian', 'none']) {
      const fake = http.fakeAi()
      respond(fake, [answers[0]])
      const error = await rejection(make(ai, { provider }))
      expect(error).toMatchObject({ code: 'PROVIDER', provider, kind })
      expect(calls(fake)).toMatchObject([{ provider, error }])
      expect(endOf(fake)?.complaints).toEqual([error as Error])
    }
  })

  test('after the end of the fake is refused, and meets no later one', async () => {
    const { http } = await createCallsApp()
    const fake = http.fakeAi()
    respond(fake, [answers[0]])
    fake[Symbol.dispose]()
    using later = http.fakeAi()
    expect(await rejection(make(fake))).toBeInstanceOf(FakeEndedError)
    expect(() => respond(fake, [answers[0]])).toThrow(FakeEndedError)
    never(later)
    never(fake)
  })

  test('still running when the fake ends is told by name', async () => {
    const { ai, http } = await createCallsApp()
    const fake = http.fakeAi()
    const { promise, resolve } = Promise.withResolvers<unknown>()
    respond(fake, () => promise)
    const running = make(ai)
    const complaints = endOf(fake)?.complaints
    expect(complaints).toMatchObject([{ code: 'CALL_RUNNING', kind, call }])
    expect(complaints?.[0]).toBeInstanceOf(CallRunningError)
    resolve(answers[0])
    expect(await running).toEqual(gists[0])
  })

  test('is refused what is no answer when it is scripted, and nothing of it is queued', async () => {
    const { http } = await createCallsApp()
    const fake = http.fakeAi()
    expect(() => respond(fake, [answers[0], Symbol('no answer')])).toThrow(InvalidStepError)
    expect(() => respond(fake, 42)).toThrow(InvalidStepError)
    await rejection(make(fake))
    expect(endOf(fake)?.complaints).toMatchObject([{ scripted: 0 }])
  })

  test('that is never made leaves its answers unused, which a strict fake tells', async () => {
    const { http } = await createCallsApp()
    const lax = http.fakeAi()
    respond(lax, answers)
    expect(() => lax.assertComplete()).toThrow('No call took 2')
    expect(endOf(lax)).toBeUndefined()
    const strict = http.fakeAi({ strict: true })
    respond(strict, answers)
    const complaints = endOf(strict)?.complaints
    expect(complaints).toMatchObject([{ kind, count: 2 }])
    expect(complaints?.[0]).toBeInstanceOf(UnusedAnswerError)
  })

  test('is asserted: made or never, by a predicate that must answer true', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi()
    never(fake)
    expect(failure(() => made(fake))).toStartWith('assert')
    respond(fake, [answers[0]])
    await make(ai)
    made(fake)
    made(fake, ({ provider }) => provider === 'main')
    expect(failure(() => made(fake, () => false))).toContain('>>> model call 1')
    expect(failure(() => never(fake))).toContain('>>> model call 1')
    expect(failure(() => made(fake, (() => undefined) as never))).toContain('A predicate answers true or false')
    expect(failure(() => made(fake, (async () => true) as never))).toContain('a promise')
  })

  test('that was aborted before it started is no call, and takes nothing', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi({ strict: true })
    respond(fake, [answers[0]])
    const reason = new Error('Enough.')
    expect(await rejection(make(ai, { abortSignal: AbortSignal.abort(reason) }))).toBe(reason)
    never(fake)
    expect(await make(ai)).toEqual(gists[0])
  })

  test('that is aborted while it runs is no complaint', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi()
    respond(fake, () => Promise.withResolvers().promise)
    const controller = new AbortController()
    const running = make(ai, { abortSignal: controller.signal })
    const reason = new Error('Enough.')
    controller.abort(reason)
    expect(await rejection(running)).toBe(reason)
    expect(calls(fake)).toMatchObject([{ error: reason }])
  })
})

describe.each(callCases.filter(({ impossible }) => impossible !== undefined))('$call()', (each) => {
  const { kind, make, impossible, respond, calls } = each

  test('fails with an answer that no model could give, at the call and at the end', async () => {
    const { ai, http } = await createCallsApp()
    const fake = http.fakeAi()
    respond(fake, [impossible])
    const error = await rejection(make(ai))
    expect(error).toMatchObject({ code: 'IMPOSSIBLE_ANSWER', kind })
    expect(calls(fake)).toMatchObject([{ error }])
    expect(endOf(fake)?.complaints).toEqual([error as Error])
  })
})

describe.each(callCases.filter(({ call }) => !isStreamed(call)))('$call()', (each) => {
  const { call, make, answers, gists, respond } = each

  test('retries on its own answer, and waits for nothing', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi({ strict: true })
    respond(fake, [{ error: apiError({ status: 429 }), then: answers[1] }, answers[0]])
    expect(await Promise.all([make(ai), make(ai)])).toEqual([gists[1], gists[0]])
  })

  test('that does not retry leaves its answer unfinished', async () => {
    const { ai, http } = await createCallsApp()
    const fake = http.fakeAi()
    respond(fake, [{ error: new Error('The model is down.'), then: answers[0] }])
    await rejection(make(ai))
    expect(endOf(fake)?.complaints).toMatchObject([{ code: 'UNFINISHED_ANSWER', call, remaining: 1 }])
  })
})

describe.each(callCases.filter(({ call }) => isStreamed(call)))('$call()', ({ call, answers, respond }) => {
  test('whose stream nobody reads is told when the fake ends', async () => {
    const { ai, http } = await createCallsApp()
    const fake = http.fakeAi()
    respond(fake, [answers[0]])
    openStream(ai, call)
    expect(endOf(fake)?.complaints).toMatchObject([{ code: 'CALL_RUNNING', call }])
  })

  test('whose reader stops early has ended', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi()
    respond(fake, [answers[0]])
    await openStream(ai, call).fullStream.cancel(new Error('Enough.'))
    expect(fake.transcript()).toContain('aborted: "Error: Enough."')
  })

  test('is the same result as the one of the SDK, and is read once', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi()
    respond(fake, [answers[0]])
    const result = openStream(ai, call)
    expect(await result.warnings).toEqual([])
    expect(() => result.fullStream).toThrow('fullStream cannot be accessed after a result promise')
    await result.providerMetadata
  })
})

describe('embedMany()', () => {
  test('takes a vector for each value, in order, and one model call for all', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi({ strict: true })
    fake.respondEmbeddings([[1], [2], [3], [4]])
    const [first, second] = await Promise.all([ai.embedMany({ values: ['a', 'b', 'a'] }), ai.embed({ value: 'c' })])
    expect(first.embeddings).toEqual([[1], [2], [3]])
    expect(first.responses).toHaveLength(1)
    expect(second.embedding).toEqual([4])
    expect(fake.embedCalls()).toEqual([
      { values: ['a', 'b', 'a'], provider: 'main' },
      { values: ['c'], provider: 'main' },
    ])
  })

  test('of no values takes nothing, and asks for nothing', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi({ strict: true })
    expect((await ai.embedMany({ values: [] })).embeddings).toEqual([])
    fake.assertEmbedded()
  })

  test('with too few vectors, or vectors of different lengths, fails naming the value', async () => {
    const { ai, http } = await createCallsApp()
    for (const [vectors, told] of [
      [[[1]], 'for the value "b" (values[1]), but only 1 answer is scripted'],
      [[[1], [2, 3]], 'values[1] ("b")'],
    ] as const) {
      const fake = http.fakeAi()
      fake.respondEmbeddings(vectors)
      const error = await rejection(ai.embedMany({ values: ['a', 'b'] }))
      expect((error as Error).message).toContain(told)
      expect(endOf(fake)?.complaints).toEqual([error as Error])
    }
  })
})

describe('what a fake records', () => {
  test('does not change with the app’s own objects', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi()
    fake.respondEmbeddings((value) => [value.length]).respondEvaluations([{ urgent: 0.9 }])
    const values = ['a']
    await ai.embedMany({ values })
    values.push('b')
    const questions = { urgent: { type: 'boolean', instructions: 'Is it?' } } as const
    const { answers } = await ai.evaluate({ state: { mail: ['Fire!'] }, questions })
    answers.urgent.probability = 0
    expect(fake.embedCalls()).toEqual([{ values: ['a'], provider: 'main' }])
    expect(fake.evaluationCalls()).toEqual([
      {
        state: { mail: ['Fire!'] },
        questions,
        provider: 'main',
        answers: { urgent: { type: 'boolean', probability: 0.9 } },
      },
    ])
  })

  test('is listed in order among the prompts, with data as its size', async () => {
    const { ai, http } = await createCallsApp()
    using fake = http.fakeAi()
    fake
      .respondImages(['AQ=='])
      .respondTranscriptions(['Hi\u001b[2J'])
      .respondEmbeddings([[1, 2]])
    await ai.image({ prompt: { images: [new Uint8Array(9), 'AAAA'], text: 'brighter' } })
    await ai.transcribe({ audio: Buffer.from('audio') })
    await ai.embed({ value: 'a' })
    expect(fake.transcript()).toBe(
      [
        'model call 1, image() of "main": {"text":"brighter","images":["9 bytes","3 bytes"],"n":1}',
        '  answer ["image/png, 1 byte"]',
        'model call 2, transcribe() of "main": "5 bytes"',
        '  answer "Hi\\u001b[2J"',
        'model call 3, embed() of "main": ["a"]',
        '  answer ["a vector of 2"]',
      ].join('\n'),
    )
    fake.assertNothingPrompted()
  })
})

test('a failed assertion points at its caller, and a failed response shows the calls', async () => {
  const { http } = await createCallsApp()
  const fake = http.fakeAi()
  try {
    fake.assertEmbedded()
    expect.unreachable()
  } catch (error) {
    const frames = (error as AssertionFailedError).stack?.split('\n').filter((line) => /^\s+at /.test(line))
    expect(frames?.[0]).toContain('model-vocabulary.test.ts')
  }
  const error = await rejection(http.post('/embed').assertOk())
  expect((error as Error).message).toMatch(
    /The fake AI \(made at \S+model-vocabulary\.test\.ts:\d+\) complains:\n {2}1\. ai\.embed\(\) asked the embeddingModel/,
  )
  expect((error as Error).message).toContain('>>> model call 1, embed() of "main": ["a"]')
  endOf(fake)
})

function isStreamed(call: string): boolean {
  return call.startsWith('stream') || call === 'translate'
}

function openStream(ai: Ai, call: CallName) {
  const audio = { audio: audioStream(), inputAudioFormat: { type: 'audio/pcm', rate: 16_000 } }
  if (call === 'streamSpeech') return ai.streamSpeech({ text: 'hi' })
  return call === 'translate' ? ai.translate({ ...audio, targetLanguage: 'es' }) : ai.streamTranscribe(audio)
}
