import { describe, expect, test } from 'bun:test'
import {
  embed,
  embedMany,
  experimental_decide,
  experimental_streamTranslate,
  generateImage,
  createProviderRegistry,
} from 'ai'
import {
  apiError,
  AssertionFailedError,
  CallRunningError,
  FakeEndedError,
  fakeModels,
  type FakeModels,
  ImpossibleAnswerError,
  InvalidStepError,
  UnfinishedAnswerError,
  UnscriptedModelError,
  UnusedAnswerError,
} from '../index.js'
import { complaintsOf, endOf } from '../test-fake-models.js'
import { rejection } from '../test-models.js'
import { sdkCalls, stringIds } from '../test-real-models.js'

const ID = 'acme/any'

/** By the function of the SDK that asks: how it is scripted, and what the record of its call has. */
const rows: Record<
  string,
  {
    readonly script: (models: FakeModels) => void
    readonly kept: object
    readonly made: (models: FakeModels) => void
    readonly never: (models: FakeModels) => void
    readonly calls: (models: FakeModels) => readonly object[]
  }
> = {
  embed: {
    script: (models) => models.respondEmbeddings([[0.1, 0.2]]),
    kept: { values: ['Hi.'] },
    made: (models) => models.assertEmbedded(({ values }) => values[0] === 'Hi.'),
    never: (models) => models.assertNeverEmbedded(),
    calls: (models) => models.embedCalls(),
  },
  generateImage: {
    script: (models) => models.respondImages(['AAAA']),
    kept: { prompt: 'Hi.', n: 1 },
    made: (models) => models.assertGeneratedImage(({ prompt }) => prompt === 'Hi.'),
    never: (models) => models.assertNeverGeneratedImage(),
    calls: (models) => models.imageCalls(),
  },
  decide: {
    script: (models) => models.respondEvaluations([{ urgent: 0.9 }]),
    kept: { questions: { urgent: { type: 'boolean', instructions: 'Is it urgent?' } } },
    made: (models) => models.assertEvaluated(({ questions }) => 'urgent' in questions),
    never: (models) => models.assertNeverEvaluated(),
    calls: (models) => models.evaluationCalls(),
  },
  rerank: {
    script: (models) => models.respondRerankings([[0]]),
    kept: { query: 'Hi.' },
    made: (models) => models.assertReranked(({ query }) => query === 'Hi.'),
    never: (models) => models.assertNeverReranked(),
    calls: (models) => models.rerankCalls(),
  },
  generateSpeech: {
    script: (models) => models.respondSpeech(['AAAA']),
    kept: { text: 'Hi.', mode: 'generate' },
    made: (models) => models.assertGeneratedSpeech(({ text }) => text === 'Hi.'),
    never: (models) => models.assertNeverGeneratedSpeech(),
    calls: (models) => models.speechCalls(),
  },
  transcribe: {
    script: (models) => models.respondTranscriptions(['Hello.']),
    kept: { mode: 'generate' },
    made: (models) => models.assertTranscribed(({ mode }) => mode === 'generate'),
    never: (models) => models.assertNeverTranscribed(),
    calls: (models) => models.transcriptionCalls(),
  },
  generateVideo: {
    script: (models) => models.respondVideos(['AAAA']),
    kept: { prompt: 'Hi.' },
    made: (models) => models.assertGeneratedVideo(({ prompt }) => prompt === 'Hi.'),
    never: (models) => models.assertNeverGeneratedVideo(),
    calls: (models) => models.videoCalls(),
  },
  extract: {
    script: (models) => models.respondExtractions([{ total: '12.50' }]),
    kept: { fields: { total: { type: 'text', description: 'The total.' } } },
    made: (models) => models.assertExtracted(({ fields }) => 'total' in fields),
    never: (models) => models.assertNeverExtracted(),
    calls: (models) => models.extractionCalls(),
  },
  streamTranslate: {
    script: (models) => models.respondTranslations(['Hallo.']),
    kept: { targetLanguage: 'de' },
    made: (models) => models.assertTranslated(({ targetLanguage }) => targetLanguage === 'de'),
    never: (models) => models.assertNeverTranslated(),
    calls: (models) => models.translationCalls(),
  },
}

/** Asks by the id; `extract` takes no string id in the SDK. */
function ask(models: FakeModels, name: string): PromiseLike<unknown> {
  const call = sdkCalls[name as keyof typeof sdkCalls]
  return call({ ...stringIds(ID), extraction: models.extractionModel(ID) })
}

describe.each(Object.keys(rows))('%s by its id', (name) => {
  const row = rows[name]
  if (row === undefined) throw new Error('There is a row.')

  test('is answered by its script, recorded, and asserted about', async () => {
    using models = fakeModels({ strict: true })
    row.never(models)
    row.script(models)
    await ask(models, name)
    expect(row.calls(models)).toMatchObject([{ model: ID, ...row.kept }])
    row.made(models)
    expect(() => row.never(models)).toThrow(AssertionFailedError)
    expect(models.transcript()).toContain(ID)
    models.assertNothingPrompted()
  })

  test('with nothing scripted is refused, at the call and at the end, and is a call all the same', async () => {
    const models = fakeModels()
    const error = await rejection(ask(models, name))
    expect(error).toBeInstanceOf(UnscriptedModelError)
    expect(error).toMatchObject({ model: ID, scripted: 0 })
    expect(() => row.never(models)).toThrow(AssertionFailedError)
    expect(endOf(models)?.complaints).toEqual([error as Error])
  })
})

describe('embeddings', () => {
  const model = 'openai/text-embedding-3-small'

  test('are one vector for each value, in one call, and a function answers every value', async () => {
    using models = fakeModels({ strict: true })
    models.respondEmbeddings([[1], [2], [3]]).respondEmbeddings((value) => [value.length])
    expect((await embedMany({ model, values: ['a', 'b', 'c'] })).embeddings).toEqual([[1], [2], [3]])
    expect((await embed({ model, value: 'four' })).embedding).toEqual([4])
    expect(models.embedCalls().map(({ values }) => values)).toEqual([['a', 'b', 'c'], ['four']])
  })

  test('past their end name the value', async () => {
    const models = fakeModels()
    models.respondEmbeddings([[1]])
    const error = await rejection(embedMany({ model, values: ['a', 'b'] }))
    expect(error).toBeInstanceOf(UnscriptedModelError)
    expect((error as Error).message).toBe(
      'The embeddingModel "openai/text-embedding-3-small" was asked for the value "b" (values[1]), but only 1 answer is scripted. ' +
        'No real model was asked. Script an answer: `models.respondEmbeddings([…])`.',
    )
    expect(endOf(models)?.complaints).toEqual([error as Error])
  })

  test('at once, with retries, keep to their calls', async () => {
    using models = fakeModels({ strict: true })
    const busy = { error: apiError({ status: 503 }) }
    models.respondEmbeddings([{ ...busy, then: [1] }, { ...busy, then: [2] }, [3]])
    const values = ['a', 'b', 'c']
    const answers = await Promise.all(values.map(async (value) => (await embed({ model, value })).embedding))
    expect(answers).toEqual([[1], [2], [3]])
    expect(models.embedCalls()).toHaveLength(3)
  })
})

test('images are one entry for each call, however the SDK splits it', async () => {
  using models = fakeModels({ strict: true })
  models.respondImages([['AAAA', 'BBBB', 'CCCC'], 'DDDD'])
  const asked = { model: 'openai/gpt-image-1', prompt: 'A fox' }
  const { images } = await generateImage({ ...asked, n: 3, maxImagesPerCall: 1 })
  expect(images.map(({ base64 }) => base64)).toEqual(['AAAA', 'BBBB', 'CCCC'])
  expect((await generateImage(asked)).image.base64).toBe('DDDD')
  expect(models.imageCalls()).toHaveLength(2)
})

test('models of other kinds stand in a registry', async () => {
  using models = fakeModels({ strict: true })
  const registry = createProviderRegistry({ openai: models })
  models.respondEmbeddings([[1]]).respondImages(['AAAA'])
  await embed({ model: registry.embeddingModel('openai:small'), value: 'a' })
  await generateImage({ model: registry.imageModel('openai:big'), prompt: 'a' })
  expect(models.embedCalls()[0]?.model).toBe('small')
  expect(models.imageCalls()[0]?.model).toBe('big')
})

describe('what the fake refuses', () => {
  const questions = { urgent: { type: 'boolean' as const, instructions: 'Is it urgent?' } }

  test('an answer that no model could give, once', async () => {
    const models = fakeModels()
    models.respondEvaluations([{ urgent: 97 }])
    const error = await rejection(experimental_decide({ model: models.decisionModel(ID), state: 'x', questions }))
    expect(error).toBeInstanceOf(ImpossibleAnswerError)
    expect(endOf(models)?.complaints).toEqual([error as Error])
  })

  test('what is no answer, when it is scripted', () => {
    using models = fakeModels({ strict: true })
    expect(() => models.respondEmbeddings([['a'] as never])).toThrow(InvalidStepError)
  })

  test('an answer that was not asked for to its end', async () => {
    const models = fakeModels()
    models.respondEmbeddings([{ error: apiError({ status: 503 }), then: [1] }])
    await rejection(embed({ model: ID, value: 'a', maxRetries: 0 }))
    const [complaint] = endOf(models)?.complaints ?? []
    expect(complaint).toBeInstanceOf(UnfinishedAnswerError)
    expect(complaint).toMatchObject({ model: ID, remaining: 1 })
  })

  test('answers that were not used, where it is strict', () => {
    const models = fakeModels({ strict: true })
    models.respondImages(['AAAA'])
    const [complaint] = endOf(models)?.complaints ?? []
    expect(complaint).toBeInstanceOf(UnusedAnswerError)
    expect(complaint?.message).toContain('models.respondImages')
  })

  test('a call that is still running, and a stream that nobody read', async () => {
    const models = fakeModels()
    const { promise: gate, resolve: open } = Promise.withResolvers<number[]>()
    models.respondEmbeddings(() => gate).respondTranslations(['Hallo.'])
    const running = embed({ model: ID, value: 'a' })
    const inputAudioFormat = { type: 'audio/pcm', rate: 16_000 }
    const audio = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })
    experimental_streamTranslate({ model: ID, audio, inputAudioFormat, targetLanguage: 'de' })
    await new Promise((resolve) => void setImmediate(resolve))
    const complaints = endOf(models)?.complaints ?? []
    expect(complaints.flatMap((each) => (each instanceof CallRunningError ? [each.kind] : [])).toSorted()).toEqual([
      'embeddingModel',
      'translationModel',
    ])
    open([1])
    await running
  })

  test('a model that outlives it', async () => {
    const models = fakeModels()
    models.respondEmbeddings([[1]])
    const model = models.embeddingModel(ID)
    expect(complaintsOf(models)).toEqual([])
    expect(await rejection(embed({ model, value: 'a' }))).toBeInstanceOf(FakeEndedError)
    expect(() => models.respondEmbeddings([[1]])).toThrow(FakeEndedError)
  })

  test('nothing of a call that was aborted before it began', async () => {
    using models = fakeModels({ strict: true })
    models.respondEmbeddings([[1]])
    await rejection(embed({ model: ID, value: 'a', abortSignal: AbortSignal.abort() }))
    models.assertNeverEmbedded()
    expect((await embed({ model: ID, value: 'a' })).embedding).toEqual([1])
  })
})
