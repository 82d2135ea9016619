/**
 * Scripted embeddings: one vector for each value, however the SDK batches. Knows what a vector is and what a model's
 * vectors have in common.
 */
import { MockEmbeddingModelV4 } from 'ai/test'
import { describeValue } from '../grammar/describe-value.js'
import type { SdkEmbeddingRequest } from '../sdk-types.js'
import type { Answers } from './answers.js'
import type { AnswerPlayer } from './answer-player.js'
import type { KindDefinition, KindTypes, Place } from './model-kind.js'
import { type ScriptedAnswersOptions, type ScriptedModelOf, scriptModel } from './play-script.js'
import { quoted } from '../quoted.js'

/** The vector of one value. */
export type EmbeddingAnswer = readonly number[]

/** What an embedding model was sent. */
export type EmbeddingCall = Readonly<Omit<SdkEmbeddingRequest, 'abortSignal'>>

/** What an embedding model says that it can take. */
export interface EmbeddingLimits {
  /** How many values the SDK may send in one call; any number unless given. */
  readonly maxEmbeddingsPerCall?: number
  /** Whether the SDK may send several calls at once; it may unless told otherwise. */
  readonly supportsParallelCalls?: boolean
}

export interface EmbeddingTypes extends KindTypes {
  readonly answer: EmbeddingAnswer
  readonly parsed: EmbeddingAnswer
  readonly call: EmbeddingCall
  readonly asked: string
  readonly model: MockEmbeddingModelV4
  readonly limits: EmbeddingLimits
}

/** A scripted embedding model. */
export type ScriptedEmbeddingModel = ScriptedModelOf<EmbeddingTypes>

const howToWrite = 'A vector is a list of finite numbers: `[0.1, 0.2]`.'

export const embeddings: KindDefinition<EmbeddingTypes> = {
  kind: 'embeddingModel',
  scripted: 'scriptedEmbeddings',
  limits: ['maxEmbeddingsPerCall', 'supportsParallelCalls'],
  parse: parseVector,
  describe: (vector) => `vector of ${vector.length} ${vector.length === 1 ? 'number' : 'numbers'}`,
  tellAsked: (value, index) => ({
    words: `for the value ${quoted(value)} (values[${index}])`,
    path: `values[${index}]`,
  }),
  create(player, { modelId, provider }, { maxEmbeddingsPerCall, supportsParallelCalls = true }) {
    const sizes = new VectorSizes(player)
    return new MockEmbeddingModelV4({
      modelId,
      provider,
      // The mock's own default is one value a call; null is what it takes for no limit.
      maxEmbeddingsPerCall: maxEmbeddingsPerCall ?? null,
      supportsParallelCalls,
      async doEmbed(request) {
        const call = player.record(request)
        // Of one call of the app, all parts have the same object of headers.
        const attempt = { whole: request.headers, part: request.values }
        const vectors = await player.answers(call.values, { signal: request.abortSignal, attempt })
        sizes.check(call, vectors)
        return { embeddings: vectors.map((vector) => [...vector]), usage: { tokens: 0 }, warnings: [] }
      },
    })
  },
}

/**
 * An embedding model that gives one vector for each value, in the order in which values are asked for; a function gives
 * the vector of any value. Throws InvalidStepError, a TypeError, for what is no vector.
 */
export function scriptedEmbeddings(
  vectors: Answers<EmbeddingAnswer, string>,
  options: ScriptedAnswersOptions & EmbeddingLimits = {},
): ScriptedEmbeddingModel {
  return scriptModel(embeddings, vectors, options)
}

function parseVector(value: unknown, { path, problems }: Place): EmbeddingAnswer | undefined {
  if (!Array.isArray(value) || value.length === 0) {
    problems.push({ path, found: describeValue(value), fix: howToWrite })
    return undefined
  }
  // Array.from also shows the holes of a sparse list, which the methods of arrays skip.
  const numbers: unknown[] = Array.from(value)
  const bad = numbers.findIndex((number) => typeof number !== 'number' || !Number.isFinite(number))
  if (bad === -1) return numbers.filter((number) => typeof number === 'number')
  problems.push({ path: `${path}[${bad}]`, found: describeValue(numbers[bad]), fix: howToWrite })
  return undefined
}

/** All vectors of a model are of one length, where they were asked for with the same `dimensions`. */
class VectorSizes {
  readonly #player: AnswerPlayer<EmbeddingTypes>
  readonly #known = new Map<number | undefined, number>()

  constructor(player: AnswerPlayer<EmbeddingTypes>) {
    this.#player = player
  }

  check({ values, dimensions }: EmbeddingCall, vectors: readonly EmbeddingAnswer[]): void {
    for (const [index, { length }] of vectors.entries()) {
      const known = this.#known.get(dimensions) ?? length
      this.#known.set(dimensions, known)
      if (length === known) continue
      throw this.#player.impossible({
        path: `values[${index}]`,
        detail: `(${quoted(values[index] ?? '')}) has a vector of ${length} ${length === 1 ? 'number' : 'numbers'}, but an earlier one has ${known}`,
        fix: 'Give vectors of one length: `[[0.1, 0.2], [0.3, 0.4]]`.',
      })
    }
  }
}
