/** What compiles as a script of a model by call, and what does not. Checked by `tsc`; nothing here runs. */
import type { generateImage, embed, experimental_decide, experimental_generateVideo, rerank, transcribe } from 'ai'
import {
  type AnswerByKind,
  type AnswersByKind,
  apiError,
  parseAnswers,
  playAnswers,
  scriptedEmbeddings,
  scriptedEvaluations,
  scriptedExtractions,
  scriptedImages,
  scriptedRerankings,
  scriptedSpeech,
  scriptedTranscriptions,
  scriptedTranslations,
  scriptedVideos,
} from '../index.js'

const error = new Error('a')

export const embeddingModel: Parameters<typeof embed>[0]['model'] = scriptedEmbeddings(
  [[1, 2], { error }, { error: apiError({ status: 429 }), then: { error, then: [1] } }],
  { name: 'a', maxEmbeddingsPerCall: 2, supportsParallelCalls: false },
)
scriptedEmbeddings((value) => [value.length])
scriptedEmbeddings(async () => ({ error }))
// @ts-expect-error a vector alone
scriptedEmbeddings([1, 2])
// @ts-expect-error no numbers
scriptedEmbeddings([['1']])
// @ts-expect-error an error that is none
scriptedEmbeddings([{ error: 'a' }])
// @ts-expect-error another kind's answer comes then
scriptedEmbeddings([{ error, then: 'a' }])
// @ts-expect-error a function that returns an error with a then
scriptedEmbeddings(() => ({ error, then: [1] }))
// @ts-expect-error another kind's limit
scriptedEmbeddings([], { maxImagesPerCall: 1 })

export const imageModel: Parameters<typeof generateImage>[0]['model'] = scriptedImages(
  ['a', new Uint8Array(), ['a', new Uint8Array()], { error, then: ['a'] }],
  { maxImagesPerCall: 1 },
)
scriptedImages(({ n, prompt }) => Array.from({ length: n }, () => prompt ?? 'AAAA'))
// @ts-expect-error no image
scriptedImages([5])
// @ts-expect-error the total is known to a player alone
scriptedImages([], { total: 1 })

export const videoModel: Parameters<typeof experimental_generateVideo>[0]['model'] = scriptedVideos([
  'a',
  [{ data: 'a', mediaType: 'video/webm' }, new Uint8Array()],
])
// @ts-expect-error an unknown key
scriptedVideos([{ url: 'a' }])

export const evaluationModel: Parameters<typeof experimental_decide>[0]['model'] = scriptedEvaluations([
  { a: 'x', b: 0.5, c: { type: 'boolean', probability: 1 }, d: { type: 'refusal' } },
  { error },
])
scriptedEvaluations(({ questions }) => Object.fromEntries(Object.keys(questions).map((id) => [id, 1])))
// @ts-expect-error no answer to any question
scriptedEvaluations([{ a: true }])
// @ts-expect-error an answer of no type
scriptedEvaluations([{ a: { probability: 1 } }])

export const rerankingModel: Parameters<typeof rerank>[0]['model'] = scriptedRerankings([
  [1, 0],
  [{ index: 0, relevanceScore: 1 }],
])
// @ts-expect-error a document without its score
scriptedRerankings([[{ index: 0 }]])

export const transcriptionModel: Parameters<typeof transcribe>[0]['model'] = scriptedTranscriptions([
  'a',
  { text: 'a', segments: [{ text: 'a', startSecond: 0, endSecond: 1 }] },
])
// @ts-expect-error no text
scriptedTranscriptions([{ language: 'en' }])

scriptedSpeech(['a', { audio: new Uint8Array(), audioFormat: { type: 'audio/pcm', rate: 16_000 } }])
// @ts-expect-error no audio
scriptedSpeech([{ audioFormat: { type: 'audio/pcm' } }])

scriptedTranslations(['a', { audio: 'a' }, { text: 'a', sourceText: 'b' }])
// @ts-expect-error an unknown key
scriptedTranslations([{ outputText: 'a' }])

scriptedExtractions([{ a: 'x', b: 1, c: null, d: ['x'], e: { type: 'text', value: null } }])
// @ts-expect-error no value of any field
scriptedExtractions([{ a: true }])

export const entry: AnswerByKind['evaluationModel'] = { a: 'x' }
export const script: AnswersByKind['embeddingModel'] = (value) => [value.length]

const played = playAnswers('imageModel', parseAnswers('imageModel', ['a']), { total: 2, onCall: ({ n }) => void n })
export const counts: number[] = played.calls.map(({ n }) => n)
export const left: number = played.remaining
// @ts-expect-error what is checked for another kind
playAnswers('imageModel', parseAnswers('embeddingModel', []), {})
// @ts-expect-error a kind that does not exist
parseAnswers('languageModel', [])
// @ts-expect-error a call of this kind has no values
export const values: unknown = played.calls[0]?.values
