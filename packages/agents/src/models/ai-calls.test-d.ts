/** The types of the binding's calls: options without a model, results with the types of what was asked. */
import { defineAi } from '../index.js'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function same<A, B>(_: Equal<A, B>): void {}

const ai = defineAi({
  default: 'main',
  defaultReranking: 'other',
  providers: { main: { embeddingModel: () => 'main/embedder' }, other: { rerankingModel: () => 'other/reranker' } },
})
const audio = new ReadableStream<Uint8Array>()
const inputAudioFormat = { type: 'audio/pcm', rate: 16_000 } as const

export async function answers(): Promise<void> {
  same<number[], Awaited<ReturnType<typeof ai.embed>>['embedding']>(true)
  same<number[][], Awaited<ReturnType<typeof ai.embedMany>>['embeddings']>(true)

  // What is asked decides what the answers are.
  const evaluated = await ai.evaluate({
    state: 'A mail.',
    questions: {
      category: { type: 'choice', criteria: { billing: 'Money.', technical: 'A fault.' } },
      urgent: { type: 'boolean', instructions: 'Is it?' },
    },
  })
  same<typeof evaluated.answers.category.choice, 'billing' | 'technical'>(true)
  same<typeof evaluated.answers.urgent.probability, number>(true)
  const extracted = await ai.extract({
    state: 'A mail.',
    fields: { name: { type: 'text' }, ages: { type: 'list', items: 'number' } },
  })
  same<typeof extracted.answers.name.value, string | null>(true)
  same<typeof extracted.answers.ages.value, number[] | null>(true)
  const { rerankedDocuments } = await ai.rerank({ query: 'q', documents: [{ title: 'a' }], provider: 'main' })
  same<typeof rerankedDocuments, { title: string }[]>(true)

  // The streaming ones return their result at once.
  same<PromiseLike<string>, ReturnType<typeof ai.streamTranscribe>['text']>(true)
  same<PromiseLike<string>, ReturnType<typeof ai.translate>['translationText']>(true)
  for await (const chunk of ai.streamSpeech({ text: ['a'] }).audioStream) same<typeof chunk, Uint8Array>(true)
}

export async function mistakes(): Promise<void> {
  // @ts-expect-error the binding has the models
  await ai.image({ prompt: 'a cat', model: 'main/painter' })
  // @ts-expect-error a prompt is asked for
  await ai.video({})
  // @ts-expect-error no such option
  await ai.speech({ text: 'hi', loudness: 11 })
  // @ts-expect-error audio is asked for
  await ai.transcribe({})
  // @ts-expect-error no format of the audio
  ai.streamTranscribe({ audio })
  // @ts-expect-error no language to translate into
  ai.translate({ audio, inputAudioFormat })
  // @ts-expect-error no such type of field
  await ai.extract({ state: 'x', fields: { name: { type: 'name' } } })
  // @ts-expect-error not one of the providers
  defineAi({ default: 'main', defaultVideo: 'nobody', providers: { main: {} } })
  // @ts-expect-error no model of that kind
  defineAi({ default: 'main', providers: { main: { videoModel: () => 42 } } })
}
