import { describe, expect, test } from 'bun:test'
import { rerank } from 'ai'
import { ImpossibleAnswerError, type RerankingAnswer, scriptedRerankings } from '../index.js'
import { rejection } from '../test-models.js'

const documents = ['a', 'b', 'c']
const ask = async (answer: RerankingAnswer, topN?: number) =>
  rerank({
    model: scriptedRerankings([answer]),
    query: 'q',
    documents,
    ...(topN === undefined ? {} : { topN }),
  })

describe('a scripted ranking', () => {
  test('is the documents in order, the first the most relevant', async () => {
    const { ranking, rerankedDocuments } = await ask([2, 0, 1])
    expect(rerankedDocuments).toEqual(['c', 'a', 'b'])
    expect(ranking.map(({ score }) => score)).toEqual([1, expect.closeTo(2 / 3), expect.closeTo(1 / 3)])
  })

  test('has the scores that are given', async () => {
    const { ranking } = await ask([{ index: 1, relevanceScore: 0.9 }])
    expect(ranking).toEqual([{ originalIndex: 1, score: 0.9, document: 'b' }])
  })

  test('may hold fewer documents than there are, and none', async () => {
    expect((await ask([1], 2)).rerankedDocuments).toEqual(['b'])
    expect((await ask([])).rerankedDocuments).toEqual([])
  })

  test.each([
    [[0, 3], undefined, 'ranking[1]'],
    [[0, 1], 1, 'ranking'],
  ] satisfies [RerankingAnswer, number | undefined, string][])(
    'of %j cannot be given (topN %p)',
    async (answer, topN, path) => {
      const error = await rejection(ask(answer, topN))
      expect(error).toBeInstanceOf(ImpossibleAnswerError)
      expect(error).toMatchObject({ kind: 'rerankingModel', path })
    },
  )

  test('is not asked for where there are no documents', async () => {
    const model = scriptedRerankings([[0]])
    expect((await rerank({ model, query: 'q', documents: [] })).ranking).toEqual([])
    expect(model.remaining).toBe(1)
  })
})
