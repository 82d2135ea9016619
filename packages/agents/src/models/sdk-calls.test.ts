import { describe, expect, test } from 'bun:test'
import {
  scriptedEmbeddings,
  scriptedEvaluations,
  scriptedExtractions,
  scriptedImages,
  scriptedRerankings,
  scriptedSpeech,
  scriptedTranscriptions,
  scriptedTranslations,
  scriptedVideos,
} from '@understudy/script'
import { experimental_decide, type Telemetry } from 'ai'
import { AppAi, defineAi, ProviderError } from '../index.js'
import type { Ai, CallKind, CallRun, CallStart, ModelSource } from '../index.js'
import type { CallTelemetry } from './call-telemetry.js'
import { ConfiguredModels } from './configured-models.js'

const pcm = { type: 'audio/pcm', rate: 16_000 } as const
const questions = { urgent: { type: 'boolean', instructions: 'Is it urgent?' } } as const
const fields = { name: { type: 'text' } } as const

function audio(): ReadableStream<Uint8Array> {
  return new Blob([new Uint8Array([1, 2])]).stream()
}

/** Each call, and the gist of what the models below answer. */
const calls: Readonly<Record<string, (ai: Ai, provider?: string) => Promise<unknown>>> = {
  embed: async (ai, provider = 'a') => (await ai.embed({ value: 'x', provider })).embedding,
  embedMany: async (ai, provider = 'a') => (await ai.embedMany({ values: ['x'], provider })).embeddings[0],
  image: async (ai, provider = 'a') => (await ai.image({ prompt: 'x', provider })).image.base64,
  video: async (ai, provider = 'a') => (await ai.video({ prompt: 'x', provider })).video.base64,
  evaluate: async (ai, provider = 'a') =>
    (await ai.evaluate({ state: 'x', questions, provider })).answers.urgent.probability,
  extract: async (ai, provider = 'a') => (await ai.extract({ state: 'x', fields, provider })).answers.name.value,
  rerank: async (ai, provider = 'a') =>
    (await ai.rerank({ query: 'q', documents: ['x', 'y'], provider })).rerankedDocuments,
  speech: async (ai, provider = 'a') => (await ai.speech({ text: 'x', provider })).audio.base64,
  streamSpeech: async (ai, provider = 'a') =>
    await Array.fromAsync(ai.streamSpeech({ text: 'x', provider }).audioStream),
  transcribe: async (ai, provider = 'a') => (await ai.transcribe({ audio: new Uint8Array(1), provider })).text,
  streamTranscribe: async (ai, provider = 'a') =>
    await ai.streamTranscribe({ audio: audio(), inputAudioFormat: pcm, provider }).text,
  translate: async (ai, provider = 'a') =>
    await ai.translate({ audio: audio(), inputAudioFormat: pcm, targetLanguage: 'es', provider }).translationText,
}

const gists: Readonly<Record<string, unknown>> = {
  embed: [1],
  embedMany: [1],
  image: 'AQ==',
  video: 'AQ==',
  evaluate: 0.9,
  extract: 'Ann',
  rerank: ['y', 'x'],
  speech: 'AQ==',
  streamSpeech: [new Uint8Array([1])],
  transcribe: 'Hello.',
  streamTranscribe: 'Hello.',
  translate: 'Hola.',
}

const models = {
  embeddingModel: () => scriptedEmbeddings(() => [1]),
  imageModel: () => scriptedImages(() => 'AQ=='),
  evaluationModel: () => scriptedEvaluations(() => ({ urgent: 0.9 })),
  rerankingModel: () => scriptedRerankings(() => [1, 0]),
  speechModel: () => scriptedSpeech(() => 'AQ=='),
  transcriptionModel: () => scriptedTranscriptions(() => 'Hello.'),
  videoModel: () => scriptedVideos(() => 'AQ=='),
  extractionModel: () => scriptedExtractions(() => ({ name: 'Ann' })),
  translationModel: () => scriptedTranslations(() => 'Hola.'),
}

const ai = defineAi({ default: 'none', providers: { none: {}, a: models } })

describe.each(Object.entries(calls))('ai.%s()', (name, call) => {
  test("is the SDK's own call with the provider's model", async () => {
    expect(await call(ai)).toEqual(gists[name])
  })

  test('of a provider without the kind is refused, naming those that have it', async () => {
    const error = await call(ai, 'none').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject({ provider: 'none', able: ['a'] })
    expect((error as Error).message).toContain("Those with one: a. Choose: `{ provider: 'a' }`")
  })

  test('starts before anything is awaited, and tells its source of the end', async () => {
    const { followed, told } = follow()
    const running = call(followed)
    expect(told).toEqual([`${name} of a`])
    await running
    expect(told).toEqual([`${name} of a`, 'ended'])
  })

  test('tells its source what it fails with', async () => {
    const { followed, told } = follow(new Error('No model today.'))
    await expect(call(followed)).rejects.toThrow('No model today.')
    expect(told).toEqual([`${name} of a`, 'failed: No model today.'])
  })
})

describe('a streamed call', () => {
  test('has ended when its reader stops early', async () => {
    const { followed, told } = follow()
    for await (const _ of followed.streamSpeech({ text: 'x', provider: 'a' }).fullStream) break
    expect(told.at(-1)).toStartWith('aborted')
  })

  test('has ended for whoever asks for its warnings alone', async () => {
    const { followed, told } = follow()
    const result = followed.streamTranscribe({ audio: audio(), inputAudioFormat: pcm, provider: 'a' })
    expect(await result.warnings).toEqual([])
    await result.segments
    expect(told.at(-1)).toBe('ended')
  })

  test('that nobody reads has not ended', () => {
    const { followed, told } = follow()
    followed.streamSpeech({ text: 'x', provider: 'a' })
    expect(told).toEqual(['streamSpeech of a'])
  })
})

describe('the default provider of a kind', () => {
  test('is its own, else the default one', async () => {
    const own = defineAi({
      default: 'none',
      defaultEmbedding: 'a',
      defaultImage: 'a',
      defaultEvaluation: 'a',
      defaultReranking: 'a',
      defaultSpeech: 'a',
      defaultTranscription: 'a',
      defaultVideo: 'a',
      defaultExtraction: 'a',
      defaultTranslation: 'a',
      providers: { none: {}, a: models },
    })
    expect((await own.embed({ value: 'x' })).embedding).toEqual([1])
    expect((await own.image({ prompt: 'x' })).image.base64).toBe('AQ==')
    expect((await own.rerank({ query: 'q', documents: ['x', 'y'] })).rerankedDocuments).toEqual(['y', 'x'])
    expect((await own.transcribe({ audio: new Uint8Array(1) })).text).toBe('Hello.')
    await expect(ai.embed({ value: 'x' })).rejects.toThrow('Provider "none" has no embedding model')
  })

  test('must have the kind', () => {
    const providers = { main: {} }
    for (const option of ['defaultReranking', 'defaultSpeech', 'defaultVideo', 'defaultTranslation']) {
      expect(() => defineAi({ default: 'main', [option]: 'main', providers })).toThrow(ProviderError)
    }
  })
})

test('a source may say which telemetry hears of a call, and a call with its own keeps that', async () => {
  const heard: string[] = []
  const hears = (name: string): Telemetry => ({ onEmbedStart: () => void heard.push(name) })
  const { followed } = follow(undefined, { integrations: [hears('source')] })
  await followed.embed({ value: 'x', provider: 'a' })
  await followed.embed({ value: 'x', provider: 'a', telemetry: { integrations: [hears('own')] } })
  expect(heard).toEqual(['source', 'own'])
})

test('a source that turns telemetry off does not turn off what a call says of its own', async () => {
  const heard: string[] = []
  const hears: Telemetry = { onEmbedStart: () => void heard.push('own') }
  const { followed } = follow(undefined, { isEnabled: false })
  await followed.embed({ value: 'x', provider: 'a', telemetry: { functionId: 'search' } })
  expect(heard).toEqual([])
  await followed.embed({ value: 'x', provider: 'a', telemetry: { integrations: [hears] } })
  expect(heard).toEqual(['own'])
})

test('an evaluation answers what experimental_decide answers', async () => {
  const ours = await ai.evaluate({ state: 'x', questions, provider: 'a' })
  const theirs = await experimental_decide({ model: models.evaluationModel(), state: 'x', questions })
  expect(ours.answers).toEqual(theirs.answers)
})

/** A binding whose source follows each call, or has a model that fails, and what the source is told. */
function follow(failure?: Error, telemetry?: CallTelemetry): { followed: AppAi; told: string[] } {
  const told: string[] = []
  // Every call names its provider, so that there need be no default.
  const configured = new ConfiguredModels({ a: models }, {} as never)
  const source: ModelSource = {
    startPrompt: (start) => configured.startPrompt(start),
    providerOf: (kind, asked) => configured.providerOf(kind, asked),
    startCall: <Kind extends CallKind>(start: CallStart<Kind>): CallRun<Kind> => {
      told.push(`${start.call} of ${start.provider}`)
      const { model } = configured.startCall(start)
      return {
        model: failure === undefined ? model : failing(model, failure),
        telemetry,
        ended: () => void told.push('ended'),
        failed: (error, aborted) => void told.push(`${aborted ? 'aborted' : 'failed'}: ${(error as Error).message}`),
      }
    },
  }
  return { followed: new AppAi({ app: undefined, configured: source, store: undefined }), told }
}

/** The model, but whatever it is asked fails. */
function failing<Model>(model: Model, failure: Error): Model {
  return new Proxy(model as object, {
    get: (target, key): unknown =>
      typeof key === 'string' && key.startsWith('do') ? () => Promise.reject(failure) : Reflect.get(target, key),
  }) as Model
}
