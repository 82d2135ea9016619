/** One case for each call of a binding that asks a model by itself, which the tests of the fake go through together. */
import { defineAi, type Ai, type CallKind, type CallName, type ModelKind } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { TestApp, type FakeAi, type RecordedCall } from './index.js'

/** What every call takes. */
export interface SharedOptions {
  readonly provider?: string
  readonly abortSignal?: AbortSignal
}

/** One call, scripted and asserted in the words of its kind. */
export interface CallCase {
  readonly call: CallName
  readonly kind: CallKind
  /** Makes the call and resolves with the gist of its answer; a stream is read to its end. */
  readonly make: (ai: Ai, options?: SharedOptions) => Promise<unknown>
  /** Two answers, and the gist of each. */
  readonly answers: readonly [unknown, unknown]
  readonly gists: readonly [unknown, unknown]
  /** An answer that the grammar takes, and this call does not. */
  readonly impossible?: unknown
  readonly respond: (fake: FakeAi, answers: unknown) => void
  readonly calls: (fake: FakeAi) => readonly RecordedCall[]
  readonly made: (fake: FakeAi, predicate?: (call: RecordedCall) => boolean) => void
  readonly never: (fake: FakeAi) => void
  /** What its record holds, beside the provider. */
  readonly record: object
}

const pcm = { type: 'audio/pcm', rate: 16_000 } as const
const questions = { urgent: { type: 'boolean', instructions: 'Is it?' } } as const
const fields = { name: { type: 'text' } } as const

/** A stream of one chunk. */
export function audioStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array([1, 2]))
      controller.close()
    },
  })
}

const embeddings = {
  kind: 'embeddingModel',
  respond: (fake, answers) => fake.respondEmbeddings(answers as never),
  calls: (fake) => fake.embedCalls(),
  made: (fake, predicate) => fake.assertEmbedded(predicate),
  never: (fake) => fake.assertNeverEmbedded(),
} satisfies Partial<CallCase>

const speech = {
  kind: 'speechModel',
  answers: ['AQ==', new Uint8Array([7, 7])],
  gists: [[1], [7, 7]],
  respond: (fake, answers) => fake.respondSpeech(answers as never),
  calls: (fake) => fake.speechCalls(),
  made: (fake, predicate) => fake.assertGeneratedSpeech(predicate),
  never: (fake) => fake.assertNeverGeneratedSpeech(),
} satisfies Partial<CallCase>

const transcriptions = {
  kind: 'transcriptionModel',
  answers: ['one', { text: 'two' }],
  gists: ['one', 'two'],
  respond: (fake, answers) => fake.respondTranscriptions(answers as never),
  calls: (fake) => fake.transcriptionCalls(),
  made: (fake, predicate) => fake.assertTranscribed(predicate),
  never: (fake) => fake.assertNeverTranscribed(),
} satisfies Partial<CallCase>

/** Every call. */
export const callCases: readonly CallCase[] = [
  {
    ...embeddings,
    call: 'embed',
    make: async (ai, options) => (await ai.embed({ value: 'a', ...options })).embedding,
    answers: [[1, 2], [3]],
    gists: [[1, 2], [3]],
    record: { values: ['a'] },
  },
  {
    ...embeddings,
    call: 'embedMany',
    make: async (ai, options) => (await ai.embedMany({ values: ['a'], ...options })).embeddings,
    answers: [[1, 2], [3]],
    gists: [[[1, 2]], [[3]]],
    record: { values: ['a'] },
  },
  {
    call: 'image',
    kind: 'imageModel',
    make: async (ai, options) => (await ai.image({ prompt: 'a cat', ...options })).image.base64,
    answers: ['AQ==', ['BwcH']],
    gists: ['AQ==', 'BwcH'],
    impossible: ['AQ==', 'AQ=='],
    respond: (fake, answers) => fake.respondImages(answers as never),
    calls: (fake) => fake.imageCalls(),
    made: (fake, predicate) => fake.assertGeneratedImage(predicate),
    never: (fake) => fake.assertNeverGeneratedImage(),
    record: { prompt: 'a cat', n: 1 },
  },
  {
    call: 'evaluate',
    kind: 'evaluationModel',
    make: async (ai, options) =>
      (await ai.evaluate({ state: 'Fire!', questions, ...options })).answers.urgent.probability,
    answers: [{ urgent: 0.9 }, { urgent: 0.1 }],
    gists: [0.9, 0.1],
    impossible: { urgent: 97 },
    respond: (fake, answers) => fake.respondEvaluations(answers as never),
    calls: (fake) => fake.evaluationCalls(),
    made: (fake, predicate) => fake.assertEvaluated(predicate),
    never: (fake) => fake.assertNeverEvaluated(),
    record: { state: 'Fire!', questions },
  },
  {
    call: 'rerank',
    kind: 'rerankingModel',
    make: async (ai, options) => (await ai.rerank({ query: 'q', documents: ['a', 'b'], ...options })).rerankedDocuments,
    answers: [
      [1, 0],
      [0, 1],
    ],
    gists: [
      ['b', 'a'],
      ['a', 'b'],
    ],
    impossible: [0, 9],
    respond: (fake, answers) => fake.respondRerankings(answers as never),
    calls: (fake) => fake.rerankCalls(),
    made: (fake, predicate) => fake.assertReranked(predicate),
    never: (fake) => fake.assertNeverReranked(),
    record: { query: 'q', documents: ['a', 'b'] },
  },
  {
    ...speech,
    call: 'speech',
    make: async (ai, options) => [...(await ai.speech({ text: 'hi', ...options })).audio.uint8Array],
    record: { text: 'hi' },
  },
  {
    ...speech,
    call: 'streamSpeech',
    make: async (ai, options) => {
      const chunks: number[] = []
      for await (const chunk of ai.streamSpeech({ text: ['h', 'i'], ...options }).audioStream) {
        chunks.push(...chunk)
      }
      return chunks
    },
    record: { text: 'hi' },
  },
  {
    ...transcriptions,
    call: 'transcribe',
    make: async (ai, options) => (await ai.transcribe({ audio: new Uint8Array([1, 2]), ...options })).text,
    record: { audio: new Uint8Array([1, 2]) },
  },
  {
    ...transcriptions,
    call: 'streamTranscribe',
    make: async (ai, options) =>
      await ai.streamTranscribe({ audio: audioStream(), inputAudioFormat: pcm, ...options }).text,
    record: {},
  },
  {
    call: 'video',
    kind: 'videoModel',
    make: async (ai, options) => (await ai.video({ prompt: 'a cat', ...options })).video.base64,
    answers: ['AQ==', ['BwcH']],
    gists: ['AQ==', 'BwcH'],
    impossible: ['AQ==', 'AQ=='],
    respond: (fake, answers) => fake.respondVideos(answers as never),
    calls: (fake) => fake.videoCalls(),
    made: (fake, predicate) => fake.assertGeneratedVideo(predicate),
    never: (fake) => fake.assertNeverGeneratedVideo(),
    record: { prompt: 'a cat', n: 1 },
  },
  {
    call: 'extract',
    kind: 'extractionModel',
    make: async (ai, options) => (await ai.extract({ state: 'I am Ann.', fields, ...options })).answers.name.value,
    answers: [{ name: 'Ann' }, { name: null }],
    gists: ['Ann', null],
    impossible: { nmae: 'Ann' },
    respond: (fake, answers) => fake.respondExtractions(answers as never),
    calls: (fake) => fake.extractionCalls(),
    made: (fake, predicate) => fake.assertExtracted(predicate),
    never: (fake) => fake.assertNeverExtracted(),
    record: { state: 'I am Ann.', fields },
  },
  {
    call: 'translate',
    kind: 'translationModel',
    make: async (ai, options) => {
      const audio = { audio: audioStream(), inputAudioFormat: pcm }
      return await ai.translate({ ...audio, targetLanguage: 'es', ...options }).translationText
    },
    answers: ['uno', { text: 'dos' }],
    gists: ['uno', 'dos'],
    respond: (fake, answers) => fake.respondTranslations(answers as never),
    calls: (fake) => fake.translationCalls(),
    made: (fake, predicate) => fake.assertTranslated(predicate),
    never: (fake) => fake.assertNeverTranslated(),
    record: { targetLanguage: 'es' },
  },
]

/** An app with a route for each call, which hides what the call throws; `main` has every kind of model, `none` none. */
export async function createCallsApp() {
  const made: ModelKind[] = []
  const providers = {
    main: Object.fromEntries(callCases.map(({ kind }) => [kind, () => made.push(kind)])),
    none: {},
  }
  // The factories make no models: that they never run is what they are for.
  const ai = defineAi({ default: 'main', providers: providers as never })
  const app = createApp({ bindings: { ai } }).post('/:call', async (c) => {
    const asked = callCases.find(({ call }) => call === c.req.param('call'))
    try {
      return c.json({ answer: await asked?.make(c.var.ai) })
    } catch {
      return c.text('Something went wrong.', 500)
    }
  })
  return { ai, app, made, http: await TestApp.fromApp(app) }
}
