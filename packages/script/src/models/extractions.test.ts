import { describe, expect, test } from 'bun:test'
import { experimental_extract } from 'ai'
import { type ExtractionField, type ExtractionSetAnswer, ImpossibleAnswerError, scriptedExtractions } from '../index.js'
import { rejection } from '../test-models.js'

const extract = async (field: ExtractionField, value: unknown) =>
  (
    await experimental_extract({
      model: scriptedExtractions([{ it: value } as ExtractionSetAnswer]),
      state: 'a',
      fields: { it: field },
    })
  ).answers.it

const fields: [ExtractionField, unknown[], unknown[]][] = [
  [{ type: 'text' }, ['Ada', ''], [5, ['Ada']]],
  [{ type: 'number' }, [1.5, 0, -1], ['1', Number.NaN, Number.POSITIVE_INFINITY]],
  [{ type: 'number', integer: true }, [1], [1.5]],
  [{ type: 'number', decimals: 1 }, [1.5], [1.55]],
  [{ type: 'duration' }, [0, 2.5], [-1, '2']],
  [{ type: 'date' }, ['2028-02-29'], ['2027-02-29', '29.2.2028', 5]],
  [{ type: 'time' }, ['09:30', '09:30:59'], ['24:00', '9:30']],
  [{ type: 'datetime' }, ['2028-02-29T09:30Z', '2028-02-29T09:30:00+02:00'], ['2027-02-29T09:30Z', '2028-02-29']],
  [{ type: 'list', items: 'text' }, [['a', 'b'], []], ['a', [5], Array.of('a', undefined)]],
  [{ type: 'list', items: 'number', integer: true }, [[1, 2]], [[1.5], ['1']]],
  [{ type: 'list', items: 'date' }, [['2028-02-29']], [['2027-02-29']]],
]

describe.each(fields)('a field %j', (field, good, bad) => {
  test('may hold what the SDK accepts, or null', async () => {
    for (const value of [...good, null])
      expect(await extract(field, value)).toEqual({ type: field.type, value } as never)
  })

  test('cannot hold anything else, which fails naming the field', async () => {
    for (const value of bad) {
      const error = await rejection(extract(field, value))
      expect(error).toBeInstanceOf(ImpossibleAnswerError)
      expect(error).toMatchObject({ kind: 'extractionModel', path: 'it' })
    }
  })
})

describe('a set of values', () => {
  test("hands on the SDK's own answers", async () => {
    const own = { type: 'text', value: null, guess: 'Ada', pNull: 0.7, confidence: 0.3 }
    expect(await extract({ type: 'text' }, own)).toEqual(own as never)
    expect(await rejection(extract({ type: 'date' }, own))).toBeInstanceOf(ImpossibleAnswerError)
  })

  test('may refuse, as a model may', async () => {
    const error = await rejection(extract({ type: 'text' }, { type: 'refusal' }))
    expect(error).toHaveProperty('name', 'AI_ExtractionRefusalError')
  })

  test.each([
    [{ name: 'Ada' }, 'age'],
    [{ name: 'Ada', age: 36, agge: 36 }, 'agge'],
    [{ name: 'Ada', age: 36, constructor: 'x' }, 'constructor'],
  ])('%j has not what is asked for', async (set, path) => {
    const model = scriptedExtractions([set])
    const asked = { name: { type: 'text' }, age: { type: 'number' } } as const
    expect(await rejection(experimental_extract({ model, state: 'a', fields: asked }))).toMatchObject({
      code: 'IMPOSSIBLE_ANSWER',
      path,
    })
  })
})
