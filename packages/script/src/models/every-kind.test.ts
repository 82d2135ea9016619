import { describe, expect, test } from 'bun:test'
import {
  APICallError,
  embed,
  experimental_decide,
  experimental_extract,
  experimental_generateVideo,
  experimental_streamTranslate,
  generateImage,
  generateSpeech,
  rerank,
  transcribe,
} from 'ai'
import {
  AnswersExhaustedError,
  apiError,
  InvalidStepError,
  type ModelKind,
  parseAnswers,
  playAnswers,
  type ScriptedAnswers,
  type ScriptedModelByKind,
  ScriptUnfinishedError,
} from '../index.js'
import { describeValue } from '../grammar/describe-value.js'
import { rejection, streamOf } from '../test-models.js'

const bytes = Uint8Array.of(1, 2, 3)
const questions = { urgent: { type: 'boolean', instructions: 'Urgent?' } } as const
const fields = { name: { type: 'text' } } as const
const pcm = { type: 'audio/pcm', rate: 16_000 }

/** What is particular about a kind: two answers, what is none, how the SDK asks and what comes of it. */
interface Row<KIND extends ModelKind> {
  answers: [unknown, unknown]
  gives: [unknown, unknown]
  notAnswers: unknown[]
  /** Asks through the SDK's own function. */
  ask: (model: ScriptedModelByKind[KIND], maxRetries?: number) => Promise<unknown>
  /** Asks the model itself, past all that the SDK checks before. */
  call: (model: ScriptedModelByKind[KIND], abortSignal: AbortSignal) => PromiseLike<unknown> | undefined
  /** Whether the SDK's function tries again: those that stream do not. */
  retries?: false
}

const rows: { [KIND in ModelKind]: Row<KIND> } = {
  embeddingModel: {
    answers: [
      [1, 2],
      [3, 4],
    ],
    gives: [
      [1, 2],
      [3, 4],
    ],
    notAnswers: [null, 5, 'a', [], ['1'], [Number.NaN], [Number.POSITIVE_INFINITY], Array.of(1, undefined), { a: 1 }],
    ask: async (model, maxRetries = 2) => (await embed({ model, value: 'a', maxRetries })).embedding,
    call: (model, abortSignal) => model.doEmbed({ values: ['a'], abortSignal }),
  },
  imageModel: {
    answers: ['AAAA', bytes],
    gives: ['AAAA', 'AQID'],
    notAnswers: [null, 5, '', 'no base64!', [], [''], new Uint8Array(), ['AAAA', null], { image: 'AAAA' }],
    ask: async (model, maxRetries = 2) => (await generateImage({ model, prompt: 'a', maxRetries })).image.base64,
    call: (model, abortSignal) =>
      model.doGenerate({
        prompt: 'a',
        n: 1,
        size: undefined,
        aspectRatio: undefined,
        seed: undefined,
        files: undefined,
        mask: undefined,
        providerOptions: {},
        abortSignal,
      }),
  },
  evaluationModel: {
    answers: [{ urgent: 1 }, { urgent: { type: 'boolean', probability: 0.5 } }],
    gives: [{ urgent: { type: 'boolean', probability: 1 } }, { urgent: { type: 'boolean', probability: 0.5 } }],
    notAnswers: [
      null,
      5,
      'a',
      [],
      {},
      { urgent: null },
      { urgent: true },
      { urgent: [1] },
      { urgent: { probability: 1 } },
    ],
    ask: async (model, maxRetries = 2) =>
      (await experimental_decide({ model, state: 'a', questions, maxRetries })).answers,
    call: (model, abortSignal) => model.doDecide({ state: [], questions, abortSignal }),
  },
  rerankingModel: {
    answers: [[1, 0], [{ index: 0, relevanceScore: 0.9 }]],
    gives: [[1, 0], [0]],
    notAnswers: [null, 5, 'a', [-1], [0.5], [0, 0], [{ index: 0 }], [{ index: 0, relevanceScore: Number.NaN }], ['0']],
    ask: async (model, maxRetries = 2) =>
      (await rerank({ model, query: 'a', documents: ['a', 'b'], maxRetries })).ranking.map(
        (each) => each.originalIndex,
      ),
    call: (model, abortSignal) =>
      model.doRerank({ query: 'a', documents: { type: 'text', values: ['a', 'b'] }, abortSignal }),
  },
  speechModel: {
    answers: ['AAAA', { audio: bytes }],
    gives: ['AAAA', 'AQID'],
    notAnswers: [
      null,
      5,
      '',
      new Uint8Array(),
      [bytes],
      { audio: '' },
      { audio: bytes, audioFormat: 'mp3' },
      { text: 'a' },
    ],
    ask: async (model, maxRetries = 2) => (await generateSpeech({ model, text: 'a', maxRetries })).audio.base64,
    call: (model, abortSignal) => model.doGenerate({ text: 'a', abortSignal }),
  },
  transcriptionModel: {
    answers: ['Hello.', { text: 'Bye.', language: 'en', durationInSeconds: 2 }],
    gives: ['Hello.', 'Bye.'],
    notAnswers: [
      null,
      5,
      [],
      { segments: [] },
      { text: 'a', segments: [{ text: 'a' }] },
      { text: 'a', durationInSeconds: -1 },
    ],
    ask: async (model, maxRetries = 2) => (await transcribe({ model, audio: bytes, maxRetries })).text,
    call: (model, abortSignal) => model.doGenerate({ audio: bytes, mediaType: 'audio/wav', abortSignal }),
  },
  videoModel: {
    answers: ['AAAA', [{ data: bytes, mediaType: 'video/webm' }]],
    gives: ['video/mp4', 'video/webm'],
    notAnswers: [null, 5, '', [], [null], { data: '' }, { data: bytes, mediaType: '' }, { url: 'https://example.com' }],
    ask: async (model, maxRetries = 2) =>
      (await experimental_generateVideo({ model, prompt: 'a', maxRetries })).video.mediaType,
    call: (model, abortSignal) =>
      model.doGenerate?.({
        prompt: 'a',
        n: 1,
        aspectRatio: undefined,
        resolution: undefined,
        duration: undefined,
        fps: undefined,
        seed: undefined,
        image: undefined,
        frameImages: undefined,
        inputReferences: undefined,
        generateAudio: undefined,
        providerOptions: {},
        abortSignal,
      }),
  },
  extractionModel: {
    answers: [{ name: 'Ada' }, { name: { type: 'text', value: null, guess: 'Bo' } }],
    gives: [{ name: { type: 'text', value: 'Ada' } }, { name: { type: 'text', value: null, guess: 'Bo' } }],
    notAnswers: [null, 5, 'a', [], {}, { name: true }, { name: { value: 'Ada' } }, { name: new Date(0) }],
    ask: async (model, maxRetries = 2) =>
      (await experimental_extract({ model, state: 'a', fields, maxRetries })).answers,
    call: (model, abortSignal) => model.doExtract({ state: [], fields, abortSignal }),
  },
  translationModel: {
    answers: ['Hola.', { audio: bytes, text: 'Adiós.' }],
    gives: ['Hola.', 'Adiós.'],
    notAnswers: [null, 5, '', [], {}, { sourceText: 'a' }, { audio: '' }, { text: 5 }, { text: 'a', language: 'es' }],
    ask: async (model) =>
      experimental_streamTranslate({ model, audio: streamOf(bytes), inputAudioFormat: pcm, targetLanguage: 'es' })
        .translationText,
    call: (model, abortSignal) =>
      model.doStream({ audio: streamOf(bytes), inputAudioFormat: pcm, targetLanguage: 'es', abortSignal }),
    retries: false,
  },
}

const kinds = Object.keys(rows).filter((kind): kind is ModelKind => Object.hasOwn(rows, kind))

interface Scripted {
  model: ScriptedAnswers<object>
  ask: (maxRetries?: number) => Promise<unknown>
  call: (signal: AbortSignal) => PromiseLike<unknown> | undefined
  heard: object[]
  faults: unknown[]
}

function scripted<KIND extends ModelKind>(kind: KIND, answers: unknown): Scripted {
  const heard: object[] = []
  const faults: unknown[] = []
  const { ask, call } = rows[kind]
  const options = {
    label: 'The double',
    onCall: (sent: object) => void heard.push(sent),
    onFault: (fault: unknown) => void faults.push(fault),
  }
  const model = playAnswers<KIND>(kind, parseAnswers(kind, answers), options)
  // The model is of the kind that its row asks.
  const own = model as ScriptedModelByKind[KIND] & ScriptedAnswers<object>
  return { model: own, ask: (maxRetries) => ask(own, maxRetries), call: (signal) => call(own, signal), heard, faults }
}

describe.each(kinds)('a scripted %s', (kind) => {
  const { answers, gives, notAnswers, retries = true } = rows[kind]
  const [first, second] = answers
  const busy = apiError({ status: 429 })

  test('gives its answers in order, and is then complete', async () => {
    const { model, ask, heard, faults } = scripted(kind, answers)
    expect(model.remaining).toBe(2)
    expect([await ask(), await ask()]).toEqual(gives)
    expect(model.remaining).toBe(0)
    expect(() => model.assertComplete()).not.toThrow()
    expect(model.calls).toHaveLength(2)
    expect(heard).toEqual([...model.calls])
    expect(faults).toEqual([])
  })

  test('answers everything with a function, and never ends', async () => {
    const { model, ask } = scripted(kind, async () => first)
    expect([await ask(), await ask(), await ask()]).toEqual([gives[0], gives[0], gives[0]])
    expect(model.remaining).toBe(0)
    expect(() => model.assertComplete()).not.toThrow()
  })

  test('that keeps no calls answers the same, and who decides on its answers is still shown what was sent', async () => {
    const { ask } = rows[kind]
    const model = playAnswers(kind, parseAnswers(kind, answers), { keepsCalls: false })
    expect([await ask(model as never), await ask(model as never)]).toEqual(gives)
    expect([model.calls, model.remaining]).toEqual([[], 0])

    const shown: unknown[] = []
    const decide = (asked: unknown): unknown => {
      shown.push(asked)
      return first
    }
    const deciding = playAnswers(kind, parseAnswers(kind, decide), { keepsCalls: false })
    expect(await ask(deciding as never)).toEqual(gives[0])
    expect(deciding.calls).toEqual([])
    const keeping = playAnswers(kind, parseAnswers(kind, decide), {})
    await ask(keeping as never)
    expect(shown[0]).toEqual(shown[1])
  })

  test('past its end fails, is not retried, and answers nothing', async () => {
    const { model, ask, faults } = scripted(kind, [first])
    await ask()
    const error = await rejection(ask())
    expect(error).toBeInstanceOf(AnswersExhaustedError)
    expect(error).toMatchObject({ code: 'ANSWERS_EXHAUSTED', label: 'The double', kind, answerCount: 1, askedFor: 2 })
    expect(faults).toEqual([error])
    expect(model.calls).toHaveLength(2)
  })

  test('with nothing scripted fails as its player says', async () => {
    const faults: unknown[] = []
    const refusal = new Error('Not scripted.')
    const model = playAnswers(kind, undefined, { exhausted: () => refusal, onFault: (fault) => faults.push(fault) })
    expect(await rejection(rows[kind].ask(model as never))).toBe(refusal)
    expect(faults).toEqual([refusal])
  })

  test('fails with a scripted error itself, which is no fault of the script', async () => {
    const error = new Error('The cable is cut.')
    const { model, ask, faults } = scripted(kind, [{ error, then: first }, second])
    expect(await rejection(ask())).toBe(error)
    expect(model.remaining).toBe(2)
    expect([await ask(), await ask()]).toEqual(gives)
    expect(faults).toEqual([])
  })

  if (retries) {
    test('is retried after a retryable error, at once, and gives what comes then', async () => {
      const slow = new APICallError({ message: 'Busy.', url: '', requestBodyValues: {}, isRetryable: true })
      const { model, ask } = scripted(kind, [{ error: busy, then: { error: slow, then: first } }, second])
      expect([await ask(), await ask()]).toEqual(gives)
      expect(model.calls).toHaveLength(4)
    })
  }

  test('tells the SDK not to wait before it retries', async () => {
    const slow = new APICallError({ message: 'Busy.', url: '', requestBodyValues: {}, isRetryable: true })
    const { ask } = scripted(kind, [{ error: slow }])
    expect(await rejection(ask(0))).toMatchObject({ message: 'Busy.', responseHeaders: { 'retry-after-ms': '0' } })
  })

  test('unfinished tells what was not asked for', async () => {
    const { model, ask } = scripted(kind, [first, { error: busy, then: second }])
    await ask()
    const error = await rejection(Promise.try(() => model.assertComplete()))
    expect(error).toBeInstanceOf(ScriptUnfinishedError)
    expect(error).toMatchObject({ label: 'The double', taken: 1, left: { length: 2 } })
  })

  test('rejects with the reason of a signal that is aborted already, and uses nothing up', async () => {
    const { model, call, heard, faults } = scripted(kind, [first])
    const reason = new Error('gone')
    expect(await rejection(Promise.try(() => call(AbortSignal.abort(reason))))).toBe(reason)
    expect([model.calls, heard, faults]).toEqual([[], [], []])
    expect(model.remaining).toBe(1)
  })

  test('rejects as soon as it is aborted while a function decides', async () => {
    const controller = new AbortController()
    const { call, faults } = scripted(kind, () => {
      controller.abort(new Error('gone'))
      return new Promise(() => {})
    })
    const rejected = await rejection(Promise.try(() => call(controller.signal)))
    expect(rejected).toHaveProperty('message', 'gone')
    expect(faults).toEqual([])
  })

  test.each(notAnswers.map((value) => [describeValue(value), value]))('cannot be scripted with %s', (_, value) => {
    const refused = (): unknown => parseAnswers(kind, [first, value])
    expect(refused).toThrow(InvalidStepError)
    expect(refused).toThrow(TypeError)
    expect(refused).toThrow(expect.objectContaining({ path: expect.stringMatching(/^answer 2\b/) }))
  })

  test('is refused with all mistakes together', async () => {
    const bad = [notAnswers[0], first, { error: busy, then: notAnswers[0] }, { error: true }]
    const error = await rejection(Promise.try(() => parseAnswers(kind, bad)))
    expect(error).toMatchObject({ problems: [{ path: 'answer 1' }, { path: 'answer 3.then' }, {}] })
    expect(() => parseAnswers(kind, 'AAAA')).toThrow(InvalidStepError)
    expect(() => parseAnswers(kind, undefined)).toThrow(InvalidStepError)
  })

  test('fails with what its function throws', async () => {
    const mistake = new Error('A bug in the test.')
    const { ask, faults } = scripted(kind, () => {
      throw mistake
    })
    expect(await rejection(ask())).toBe(mistake)
    expect(faults).toEqual([mistake])
  })

  test('fails where its function returns no answer', async () => {
    const { ask, faults } = scripted(kind, () => notAnswers[0])
    const error = await rejection(ask())
    expect(error).toBeInstanceOf(InvalidStepError)
    expect(error).toHaveProperty('path', expect.stringContaining('what the function returned for '))
    expect(faults).toEqual([error])
  })

  test('fails as its function says, but takes no `then` from it', async () => {
    const error = new Error('Down.')
    expect(await rejection(scripted(kind, () => ({ error })).ask())).toBe(error)
    const { ask } = scripted(kind, () => ({ error, then: first }))
    expect(await rejection(ask())).toHaveProperty('found', 'an error with a `then`')
  })

  test('cannot be scripted with an entry that is part of itself', () => {
    const entry: { error: Error; then?: unknown } = { error: busy }
    entry.then = entry
    expect(() => parseAnswers(kind, [entry])).toThrow(InvalidStepError)
  })
})
