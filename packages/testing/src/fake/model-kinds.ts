/**
 * What differs between the kinds of models that are asked by call: what the record of a call keeps of it, and how much of a
 * script a call takes. Adding a kind is adding a row here, its record and its words.
 */
import type { CallKind, CallOptions, CallsByKind } from '@understudy/agents'
import type { AnswerCallByKind, PlayAnswersOptions } from '@understudy/script'
import type {
  EmbedManyResult,
  EmbedResult,
  GenerateImageResult,
  GenerateVideoResult,
  RerankResult,
  SpeechResult,
} from 'ai'
import type { RecordedCall, RecordedCallByKind } from './model-calls.js'
import { dataSize, fileSizes, withSizes } from '@understudy/script/fake'

/** What a record keeps of what a call was given. */
export type Kept<Kind extends CallKind> = Omit<RecordedCallByKind[Kind], keyof RecordedCall | 'answers'>

/** One kind of model. */
export interface ModelKindRow<Kind extends CallKind> {
  /** What the record keeps of a call's options. */
  readonly keep: (options: CallOptions<CallsByKind[Kind]>) => Kept<Kind>
  /** What was kept as a failure shows it. */
  readonly show: (kept: Kept<Kind>) => unknown
  /** How many answers of the script a call takes; one unless given. */
  readonly takes?: (kept: Kept<Kind>) => number
  /** What the scripted model is told of the call. */
  readonly tell?: (kept: Kept<Kind>) => PlayAnswersOptions<Kind>
  /** What the record learns from what its model was sent: the call's own options may be a stream. */
  readonly hear?: (sent: AnswerCallByKind[Kind]) => Partial<Kept<Kind>>
  /** The SDK's result as a failure shows it; that of a stream is not kept. */
  readonly showResult?: (result: never) => unknown
  /** Whether the record keeps the result's answers. */
  readonly keepsAnswers?: boolean
}

/** A row of whichever kind. */
export interface AnyModelKindRow extends Pick<ModelKindRow<CallKind>, 'keepsAnswers'> {
  readonly keep: (options: object) => object
  readonly show: (kept: object) => unknown
  readonly takes?: (kept: object) => number
  readonly tell?: (kept: object) => PlayAnswersOptions<CallKind>
  readonly hear?: (sent: object) => object
  readonly showResult?: (result: unknown) => unknown
}

/** Every kind. */
const modelKinds: { readonly [Kind in CallKind]: ModelKindRow<Kind> } = {
  embeddingModel: {
    keep: (options) => ({ values: 'values' in options ? options.values : [options.value] }),
    show: ({ values }) => values,
    takes: ({ values }) => values.length,
    showResult: (result: EmbedResult | EmbedManyResult) =>
      'embeddings' in result ? result.embeddings.map(showVector) : [showVector(result.embedding)],
  },
  imageModel: {
    keep: ({ prompt, n = 1 }) => ({ prompt, n }),
    show: ({ prompt, n }) => {
      if (typeof prompt === 'string') return { prompt, n }
      const { images, mask, text } = prompt
      return { text, images: images.map(dataSize), ...(mask && { mask: dataSize(mask) }), n }
    },
    tell: ({ n }) => ({ total: n }),
    showResult: ({ images }: GenerateImageResult) => fileSizes(images),
  },
  evaluationModel: {
    keep: ({ state, questions }) => ({ state, questions }),
    show: withSizes,
    showResult: showAnswers,
    keepsAnswers: true,
  },
  rerankingModel: {
    keep: ({ query, documents, topN }) => ({ query, documents, ...(topN !== undefined && { topN }) }),
    show: (kept) => kept,
    // Of no documents the SDK asks no model.
    takes: ({ documents }) => Math.min(documents.length, 1),
    showResult: ({ ranking }: RerankResult<never>) => ranking.map(({ originalIndex }) => originalIndex),
  },
  speechModel: {
    keep: ({ text, voice }) => ({ text: typeof text === 'string' ? text : '', ...(voice !== undefined && { voice }) }),
    show: (kept) => kept,
    hear: ({ text }) => ({ text }),
    showResult: ({ audio }: SpeechResult) => fileSizes([audio]),
  },
  transcriptionModel: {
    keep: ({ audio }) => (audio instanceof ReadableStream ? {} : { audio }),
    show: ({ audio }) => (audio === undefined ? 'a stream' : dataSize(audio)),
    showResult: ({ text }: { readonly text: string }) => text,
  },
  videoModel: {
    keep: ({ prompt, n = 1 }) => ({ prompt, n }),
    show: ({ prompt, n }) =>
      typeof prompt === 'string' ? { prompt, n } : { text: prompt.text, image: dataSize(prompt.image), n },
    tell: ({ n }) => ({ total: n }),
    showResult: ({ videos }: GenerateVideoResult) => fileSizes(videos),
  },
  extractionModel: {
    keep: ({ state, fields }) => ({ state, fields }),
    show: withSizes,
    showResult: showAnswers,
    keepsAnswers: true,
  },
  translationModel: {
    keep: ({ targetLanguage, sourceLanguage }) => ({
      targetLanguage,
      ...(sourceLanguage !== undefined && { sourceLanguage }),
    }),
    show: (kept) => kept,
  },
}

/** The row of a kind. It is given what is of that kind only, and so it may be given anything. */
export function rowOf(kind: CallKind): AnyModelKindRow {
  return modelKinds[kind] as unknown as AnyModelKindRow
}

function showVector(vector: readonly number[]): string {
  return `a vector of ${vector.length}`
}

function showAnswers({ answers }: { readonly answers: object }): unknown {
  return answers
}
