/**
 * What this package's tests take for real: a provider with a model of every kind, and every function of the SDK that asks
 * one. Knows nothing about guards.
 */
import {
  embed,
  embedMany,
  type EmbeddingModel,
  experimental_decide,
  experimental_extract,
  experimental_generateVideo,
  experimental_streamSpeech,
  experimental_streamTranscribe,
  experimental_streamTranslate,
  generateImage,
  generateObject,
  generateSpeech,
  generateText,
  type LanguageModel,
  rerank,
  streamObject,
  streamText,
  ToolLoopAgent,
  transcribe,
} from 'ai'
import {
  Experimental_DecisionMockModelV4,
  Experimental_ExtractionMockModelV4,
  Experimental_MockSpeechTranslationModelV4,
  Experimental_MockStreamingSpeechModelV4,
  MockEmbeddingModelV4,
  MockImageModelV4,
  MockLanguageModelV4,
  MockRerankingModelV4,
  MockTranscriptionModelV4,
  MockVideoModelV4,
} from 'ai/test'

/** One model of every kind: objects, or what stands for them. */
export interface Models {
  readonly language: LanguageModel
  readonly embedding: EmbeddingModel
  readonly reranking: Parameters<typeof rerank>[0]['model']
  readonly decision: Parameters<typeof experimental_decide>[0]['model']
  readonly image: Parameters<typeof generateImage>[0]['model']
  readonly speech: Parameters<typeof generateSpeech>[0]['model']
  readonly transcription: Parameters<typeof transcribe>[0]['model']
  readonly video: Parameters<typeof experimental_generateVideo>[0]['model']
  readonly extraction: Parameters<typeof experimental_extract>[0]['model']
  readonly translation: Parameters<typeof experimental_streamTranslate>[0]['model']
}

/** Called by a model that is asked, with the headers that it would send. */
type Reach = (headers: Record<string, string | undefined> | undefined) => Promise<unknown>

interface Asked {
  readonly headers?: Record<string, string | undefined> | undefined
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/**
 * The models of a provider `acme`. Each reaches out as it is asked; those whose calls have telemetry then answer, and the
 * others fail. Nothing but what they say of themselves tells what they are.
 */
export function realModels(reach: Reach): Models {
  const acme = { provider: 'acme', modelId: 'acme-1' }
  const answering =
    <Result>(result: Result) =>
    async ({ headers }: Asked): Promise<Result> => {
      await reach(headers)
      return result
    }
  const failing = async ({ headers }: Asked): Promise<never> => {
    await reach(headers)
    throw new Error('The real model was asked.')
  }
  const content = [{ type: 'text' as const, text: '{}' }]
  const finishReason = { unified: 'stop' as const, raw: undefined }
  const answers = { urgent: { type: 'boolean' as const, probability: 1 } }
  const both = { ...acme, doGenerate: failing, doStream: failing }
  return {
    language: realLanguageModel(answering({ content, finishReason, usage, warnings: [] }), failing),
    embedding: real(
      new MockEmbeddingModelV4({
        ...acme,
        maxEmbeddingsPerCall: null,
        doEmbed: answering({ embeddings: [[1]], usage: { tokens: 1 }, warnings: [] }),
      }),
    ),
    reranking: real(
      new MockRerankingModelV4({ ...acme, doRerank: answering({ ranking: [{ index: 0, relevanceScore: 1 }] }) }),
    ),
    decision: real(new Experimental_DecisionMockModelV4({ ...acme, doDecide: answering({ answers, warnings: [] }) })),
    image: real(new MockImageModelV4({ ...acme, doGenerate: failing })),
    speech: real(new Experimental_MockStreamingSpeechModelV4(both)),
    transcription: real(new MockTranscriptionModelV4(both)),
    video: real(new MockVideoModelV4({ ...acme, doGenerate: failing })),
    extraction: real(new Experimental_ExtractionMockModelV4({ ...acme, doExtract: failing })),
    translation: real(new Experimental_MockSpeechTranslationModelV4({ ...acme, doStream: failing })),
  }
}

/** A language model of `acme` that answers with these. */
export function realLanguageModel(
  doGenerate: MockLanguageModelV4['doGenerate'],
  doStream: MockLanguageModelV4['doStream'] = () => Promise.reject(new Error('It streams nothing.')),
): MockLanguageModelV4 {
  const mock = new MockLanguageModelV4({ provider: 'acme', modelId: 'acme-1', doGenerate, doStream })
  return Object.assign(real<MockLanguageModelV4>(mock), { supportedUrls: {} })
}

/** The members of a mock without its class. */
function real<Model>(mock: object): Model {
  // A mock is a model of its kind, though its optional members are not declared as the SDK's are; and the SDK reads a
  // model's own members alone, but for what is set where it is needed.
  return { ...mock } as Model
}

/** A provider of these models, as an app makes it the SDK's default. */
export function providerOf(models: Models): NonNullable<typeof globalThis.AI_SDK_DEFAULT_PROVIDER> {
  const provider = {
    specificationVersion: 'v4',
    languageModel: () => models.language,
    embeddingModel: () => models.embedding,
    rerankingModel: () => models.reranking,
    decisionModel: () => models.decision,
    imageModel: () => models.image,
    speechModel: () => models.speech,
    transcriptionModel: () => models.transcription,
    videoModel: () => models.video,
    speechTranslationModel: () => models.translation,
  }
  // The models are objects, whatever `Models` allows beside them.
  return provider as unknown as NonNullable<typeof globalThis.AI_SDK_DEFAULT_PROVIDER>
}

/** A string id in the place of every model. */
export function stringIds(id: string): Models {
  const kinds = Object.keys(realModels(() => Promise.resolve()))
  // Where the SDK takes no string id, no test passes one.
  return Object.fromEntries(kinds.map((kind) => [kind, id])) as unknown as Models
}

const audio = (): ReadableStream<Uint8Array> => new ReadableStream({ start: (controller) => controller.close() })
const inputAudioFormat = { type: 'audio/pcm', rate: 16_000 }
const questions = { urgent: { type: 'boolean' as const, instructions: 'Is it urgent?' } }
const fields = { total: { type: 'text' as const, description: 'The total.' } }

/** Every function of the SDK that asks a model, each failing with what its call or its stream fails with. */
export const sdkCalls = {
  generateText: ({ language: model }) => generateText({ model, prompt: 'Hi.' }),
  streamText: ({ language: model }) => drain(streamText({ model, prompt: 'Hi.', onError: ignore }).fullStream),
  'ToolLoopAgent.generate': ({ language: model }) => new ToolLoopAgent({ model }).generate({ prompt: 'Hi.' }),
  'ToolLoopAgent.stream': async ({ language: model }) => {
    const { fullStream } = await new ToolLoopAgent({ model, onError: ignore }).stream({ prompt: 'Hi.' })
    await drain(fullStream)
  },
  generateObject: ({ language: model }) => generateObject({ model, output: 'no-schema', prompt: 'Hi.' }),
  streamObject: ({ language: model }) =>
    drain(streamObject({ model, output: 'no-schema', prompt: 'Hi.', onError: ignore }).fullStream),
  embed: ({ embedding: model }) => embed({ model, value: 'Hi.' }),
  embedMany: ({ embedding: model }) => embedMany({ model, values: ['Hi.'] }),
  rerank: ({ reranking: model }) => rerank({ model, query: 'Hi.', documents: ['Hi.'] }),
  decide: ({ decision: model }) => experimental_decide({ model, state: 'Hi.', questions }),
  generateImage: ({ image: model }) => generateImage({ model, prompt: 'Hi.' }),
  generateSpeech: ({ speech: model }) => generateSpeech({ model, text: 'Hi.' }),
  streamSpeech: ({ speech: model }) => drain(experimental_streamSpeech({ model, text: 'Hi.' }).fullStream),
  transcribe: ({ transcription: model }) => transcribe({ model, audio: new Uint8Array([1]) }),
  streamTranscribe: ({ transcription: model }) =>
    drain(experimental_streamTranscribe({ model, audio: audio(), inputAudioFormat }).fullStream),
  generateVideo: ({ video: model }) => experimental_generateVideo({ model, prompt: 'Hi.' }),
  extract: ({ extraction: model }) => experimental_extract({ model, state: 'Hi.', fields }),
  streamTranslate: ({ translation: model }) =>
    drain(experimental_streamTranslate({ model, audio: audio(), inputAudioFormat, targetLanguage: 'de' }).fullStream),
} satisfies Record<string, (models: Models) => PromiseLike<unknown>>

const ignore = (): void => undefined

/** Reads a stream to its end, and fails with the first error part of it. */
async function drain(stream: AsyncIterable<{ readonly type: string }>): Promise<void> {
  for await (const part of stream) if ('error' in part) throw part.error
}
