/**
 * Scripted rankings: the documents' indices in order of relevance. Knows which of them a request allows.
 */
import { MockRerankingModelV4 } from 'ai/test'
import { describeValue } from '../grammar/describe-value.js'
import { isPlainObject } from '../grammar/plain-object.js'
import type { SdkRerankingRequest, SdkRerankingResult } from '../sdk-types.js'
import type { Answers } from './answers.js'
import type { AnswerPlayer } from './answer-player.js'
import type { KindDefinition, KindTypes, Place } from './model-kind.js'
import { refuseUnknownKeys } from './object-answer.js'
import { type ScriptedAnswersOptions, type ScriptedModelOf, scriptModel } from './play-script.js'
import { quoted } from '../quoted.js'

type Ranking = SdkRerankingResult['ranking']

/** The most relevant document first: indices, which are scored from 1 downwards, or indices with their scores. */
export type RerankingAnswer = readonly number[] | readonly Readonly<Ranking[number]>[]

/** What a reranking model was sent. */
export type RerankingCall = Readonly<Omit<SdkRerankingRequest, 'abortSignal'>>

export interface RerankingTypes extends KindTypes {
  readonly answer: RerankingAnswer
  readonly parsed: Readonly<Ranking>
  readonly call: RerankingCall
  readonly asked: RerankingCall
  readonly model: MockRerankingModelV4
  readonly limits: {}
}

/** A scripted reranking model. */
export type ScriptedRerankingModel = ScriptedModelOf<RerankingTypes>

const howToWrite = 'A ranking is a list of document indices, `[2, 0]`, or of `{ index, relevanceScore }`.'

export const rerankings: KindDefinition<RerankingTypes> = {
  kind: 'rerankingModel',
  scripted: 'scriptedRerankings',
  parse: parseRanking,
  describe: (ranking) => `ranking ${ranking.map(({ index }) => index).join(', ')}`,
  tellAsked: ({ query }) => ({ words: `for the query ${quoted(query)}` }),
  create: (player, { modelId, provider }) =>
    new MockRerankingModelV4({
      modelId,
      provider,
      async doRerank(request) {
        const call = player.record(request)
        const ranking = await player.answer(call, request.abortSignal)
        checkFits(ranking, call, player)
        return { ranking: ranking.map((ranked) => ({ ...ranked })), warnings: [] }
      },
    }),
}

/**
 * A reranking model that gives one ranking for each call. Throws InvalidStepError, a TypeError, for what is no ranking.
 */
export function scriptedRerankings(
  answers: Answers<RerankingAnswer, RerankingCall>,
  options: ScriptedAnswersOptions = {},
): ScriptedRerankingModel {
  return scriptModel(rerankings, answers, options)
}

function parseRanking(value: unknown, { path, problems }: Place): Readonly<Ranking> | undefined {
  if (!Array.isArray(value)) {
    problems.push({ path, found: describeValue(value), fix: howToWrite })
    return undefined
  }
  const before = problems.length
  const listed: unknown[] = value
  const ranking = Array.from(listed, (item, place) =>
    parseRanked(item, { path: `${path}[${place}]`, problems }, 1 - place / listed.length),
  )
  const seen = new Set<number>()
  for (const [place, ranked] of ranking.entries()) {
    if (ranked === undefined) continue
    if (seen.has(ranked.index)) {
      problems.push({
        path: `${path}[${place}]`,
        found: `the document ${ranked.index} again`,
        fix: 'Rank each document once.',
      })
    }
    seen.add(ranked.index)
  }
  return problems.length > before ? undefined : ranking.filter((ranked) => ranked !== undefined)
}

function parseRanked(value: unknown, place: Place, score: number): Ranking[number] | undefined {
  if (isIndex(value)) return { index: value, relevanceScore: score }
  if (isPlainObject(value)) {
    refuseUnknownKeys(value, ['index', 'relevanceScore'], place)
    const { index, relevanceScore } = value
    if (isIndex(index) && typeof relevanceScore === 'number' && Number.isFinite(relevanceScore)) {
      return { index, relevanceScore }
    }
  }
  place.problems.push({ path: place.path, found: describeValue(value), fix: howToWrite })
  return undefined
}

function isIndex(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0
}

function checkFits(
  ranking: Readonly<Ranking>,
  { documents, topN }: RerankingCall,
  player: AnswerPlayer<RerankingTypes>,
): void {
  const count = documents.values.length
  const beyond = ranking.findIndex(({ index }) => index >= count)
  if (beyond !== -1) {
    throw player.impossible({
      path: `ranking[${beyond}]`,
      detail: `is document ${ranking[beyond]?.index}, but ${count === 1 ? '1 was' : `${count} were`} sent`,
      fix: `Give indices from 0 to ${count - 1}.`,
    })
  }
  if (topN !== undefined && ranking.length > topN) {
    throw player.impossible({
      path: 'ranking',
      detail: `has ${ranking.length} documents, but the ${topN} most relevant were asked for`,
      fix: `Give at most ${topN}.`,
    })
  }
}
