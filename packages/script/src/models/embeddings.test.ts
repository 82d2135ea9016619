import { describe, expect, test } from 'bun:test'
import { embed, embedMany } from 'ai'
import fc from 'fast-check'
import {
  AnswersExhaustedError,
  apiError,
  type EmbeddingLimits,
  ImpossibleAnswerError,
  scriptedEmbeddings,
} from '../index.js'
import { rejection } from '../test-models.js'

const values = ['a', 'b', 'c', 'd', 'e']
const vectors = [[1], [2], [3], [4], [5]]
const busy = apiError({ status: 503 })

const limits: [string, EmbeddingLimits, number][] = [
  ['one a call', { maxEmbeddingsPerCall: 1 }, 5],
  ['one a call, none at once', { maxEmbeddingsPerCall: 1, supportsParallelCalls: false }, 5],
  ['two a call', { maxEmbeddingsPerCall: 2 }, 3],
  ['two a call, none at once', { maxEmbeddingsPerCall: 2, supportsParallelCalls: false }, 3],
  ['any number', {}, 1],
  ['any number, none at once', { supportsParallelCalls: false }, 1],
]

describe.each(limits)('a model that takes %s', (_, limit, calls) => {
  test('gives value i vector i', async () => {
    const model = scriptedEmbeddings(vectors, limit)
    const result = await embedMany({ model, values })
    expect(result.embeddings).toEqual(vectors)
    expect(result.usage).toEqual({ tokens: 0 })
    expect(model.calls).toHaveLength(calls)
    expect(model.calls.flatMap((call) => call.values)).toEqual(values)
  })

  test('gives equal values a vector each', async () => {
    const model = scriptedEmbeddings(vectors, limit)
    expect((await embedMany({ model, values: ['a', 'a', 'b', 'a', 'a'] })).embeddings).toEqual(vectors)
  })

  test('uses nothing up for no values', async () => {
    const model = scriptedEmbeddings(vectors, limit)
    expect((await embedMany({ model, values: [] })).embeddings).toEqual([])
    expect(model.remaining).toBe(5)
    expect((await embedMany({ model, values })).embeddings).toEqual(vectors)
  })

  test('gives value i vector i where a part of the call is retried', async () => {
    for (const at of values.keys()) {
      const model = scriptedEmbeddings(vectors.toSpliced(at, 0, { error: busy } as never), limit)
      expect((await embedMany({ model, values })).embeddings).toEqual(vectors)
      expect(model.calls).toHaveLength(calls + 1)
      expect(model.remaining).toBe(0)
    }
  })

  test('names the value that has no vector', async () => {
    const model = scriptedEmbeddings(vectors, limit)
    const error = await rejection(embedMany({ model, values: [...values, 'f'] }))
    const index = 5 % (limit.maxEmbeddingsPerCall ?? 6)
    expect(error).toBeInstanceOf(AnswersExhaustedError)
    expect(error).toMatchObject({
      path: `values[${index}]`,
      asked: `for the value "f" (values[${index}])`,
      answerCount: 5,
      askedFor: 6,
    })
  })

  test('refuses vectors of different lengths, naming the value', async () => {
    const model = scriptedEmbeddings([[1], [2], [3], [4, 4], [5]], limit)
    const error = await rejection(embedMany({ model, values }))
    expect(error).toBeInstanceOf(ImpossibleAnswerError)
    expect(error).toMatchObject({
      code: 'IMPOSSIBLE_ANSWER',
      kind: 'embeddingModel',
      path: `values[${3 % (limit.maxEmbeddingsPerCall ?? 5)}]`,
      detail: expect.stringContaining('("d") has a vector of 2 numbers'),
    })
  })
})

describe('scripted embeddings', () => {
  test('give the vector of any value with a function, as often as it is asked', async () => {
    const model = scriptedEmbeddings((value) => [value.length, 1], { maxEmbeddingsPerCall: 2 })
    expect((await embedMany({ model, values: ['a', 'bb', 'ccc'] })).embeddings).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ])
    expect((await embed({ model, value: 'dddd' })).embedding).toEqual([4, 1])
  })

  test('keep the vectors that a call of too many values found', async () => {
    const model = scriptedEmbeddings([[1], [2]])
    await rejection(embedMany({ model, values: ['a', 'b', 'c'] }))
    expect(model.remaining).toBe(2)
    expect((await embedMany({ model, values: ['a', 'b'] })).embeddings).toEqual([[1], [2]])
  })

  test('give the vector after an error to the retry of a single value, or else to the next', async () => {
    const retried = scriptedEmbeddings([{ error: busy }, [1], [2]])
    expect((await embed({ model: retried, value: 'a' })).embedding).toEqual([1])
    expect((await embed({ model: retried, value: 'a' })).embedding).toEqual([2])
    const given = scriptedEmbeddings([{ error: busy }, [1], [2]])
    expect(await rejection(embed({ model: given, value: 'a', maxRetries: 0 }))).toHaveProperty('statusCode', 503)
    expect(given.remaining).toBe(2)
    expect((await embedMany({ model: given, values: ['b', 'c'] })).embeddings).toEqual([[1], [2]])
  })

  test('may be of another length where other dimensions are asked for', async () => {
    const model = scriptedEmbeddings([[1, 2], [3], [4, 5]])
    await embed({ model, value: 'a' })
    expect((await embed({ model, value: 'a', dimensions: 1 })).embedding).toEqual([3])
    expect((await embed({ model, value: 'a' })).embedding).toEqual([4, 5])
    expect(model.calls.map(({ dimensions }) => dimensions)).toEqual([undefined, 1, undefined])
  })

  test('do not change with what the app does to them, nor do the calls', async () => {
    const scripted = [1, 2]
    const model = scriptedEmbeddings([scripted, [3, 4]])
    scripted[0] = 9
    const asked = ['a', 'b']
    const { embeddings } = await embedMany({ model, values: asked })
    asked[0] = 'changed'
    embeddings[1]?.push(5)
    expect(embeddings[0]).toEqual([1, 2])
    expect(model.calls[0]?.values).toEqual(['a', 'b'])
  })

  test('are refused as one vector that stands for the list', () => {
    expect(() => scriptedEmbeddings([0.1, 0.2] as never)).toThrow('`[0.1, 0.2]`')
  })

  test('give value i vector i, whatever the values, the limits and the errors between', async () => {
    const anyCall = fc.record({
      values: fc.array(fc.string({ maxLength: 2 }), { maxLength: 12 }),
      maxEmbeddingsPerCall: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      supportsParallelCalls: fc.boolean(),
      errorsAt: fc.array(fc.nat({ max: 11 }), { maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(anyCall, async ({ values: asked, errorsAt, maxEmbeddingsPerCall, supportsParallelCalls }) => {
        const expected = asked.map((_, index) => [index])
        const script = expected.flatMap((vector, index) =>
          errorsAt.includes(index) ? [{ error: busy }, vector] : [vector],
        )
        const model = scriptedEmbeddings(script, {
          supportsParallelCalls,
          ...(maxEmbeddingsPerCall === undefined ? {} : { maxEmbeddingsPerCall }),
        })
        expect((await embedMany({ model, values: asked, maxRetries: 3 })).embeddings).toEqual(expected)
        expect(model.remaining).toBe(0)
      }),
      { numRuns: 60 },
    )
  })
})
