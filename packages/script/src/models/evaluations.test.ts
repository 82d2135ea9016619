import { describe, expect, test } from 'bun:test'
import { experimental_decide, type Experimental_DecisionQuestion as DecisionQuestion } from 'ai'
import fc from 'fast-check'
import { type EvaluationAnswer, ImpossibleAnswerError, InvalidStepError, scriptedEvaluations } from '../index.js'
import { rejection } from '../test-models.js'

const questions = {
  category: { type: 'choice', criteria: { billing: 'Money.', technical: null, other: null } },
  quality: { type: 'score', criteria: ['bad', 'fair', 'good'] },
  urgent: { type: 'boolean', instructions: 'Is it urgent?' },
} as const

const good = { category: 'billing', quality: 2, urgent: 0.97 }

const decide = async (set: EvaluationAnswer | object, asked: Record<string, DecisionQuestion> = questions) =>
  (await experimental_decide({ model: scriptedEvaluations([set as EvaluationAnswer]), state: 'a', questions: asked }))
    .answers

describe('a set of answers', () => {
  test('is an option, a place and a probability', async () => {
    expect(await decide(good)).toEqual({
      category: { type: 'choice', choice: 'billing', probabilities: { billing: 1, technical: 0, other: 0 } },
      quality: { type: 'score', score: 2, probabilities: { '0': 0, '1': 0, '2': 1 } },
      urgent: { type: 'boolean', probability: 0.97 },
    })
  })

  test('carries no distribution for a score between two places', async () => {
    expect(await decide({ ...good, quality: 1.5 })).toHaveProperty('quality', { type: 'score', score: 1.5 })
  })

  test("hands on the SDK's own answers", async () => {
    const own: EvaluationAnswer = {
      category: { type: 'choice', choice: 'other', probabilities: { billing: 0.2, technical: 0.3, other: 0.5 } },
      quality: { type: 'score', score: 0.5, probabilities: { '0': 0.5, '1': 0.5, '2': 0 } },
      urgent: { type: 'boolean', probability: 0 },
    }
    expect(await decide(own)).toEqual(own as never)
    expect(await decide({ ...own, category: { type: 'choice', choice: 'other' } })).toHaveProperty('category', {
      type: 'choice',
      choice: 'other',
    })
  })

  test('answers a box with a box', async () => {
    const asked = { face: { type: 'box', instructions: 'Where?' } } as const
    const box = { top: 0, bottom: 1, left: 0.25, right: 0.5 }
    expect(await decide({ face: { type: 'box', box } }, asked)).toEqual({ face: { type: 'box', box } })
    expect(await rejection(decide({ face: 0.5 }, asked))).toMatchObject({ path: 'face' })
    expect(await rejection(decide({ face: { type: 'box', box: { ...box, left: 0.9 } } }, asked))).toMatchObject({
      code: 'IMPOSSIBLE_ANSWER',
      path: 'face',
    })
  })

  test('may refuse, as a model may: that is no fault of the script', async () => {
    const error = await rejection(decide({ ...good, urgent: { type: 'refusal' } }))
    expect(error).toMatchObject({ name: 'AI_DecisionRefusalError', questionIds: ['urgent'] })
  })

  test('may answer questions with the names of what all objects have', async () => {
    const asked = JSON.parse(
      '{"__proto__":{"type":"choice","criteria":{"constructor":null}},"toString":{"type":"boolean","instructions":"?"}}',
    ) as Record<string, DecisionQuestion>
    const set = JSON.parse('{"__proto__":"constructor","toString":1}') as EvaluationAnswer
    const answers = await decide(set, asked)
    expect(Object.keys(answers)).toEqual(['__proto__', 'toString'])
    expect(Object.getOwnPropertyDescriptor(answers, '__proto__')?.value).toMatchObject({ choice: 'constructor' })
  })

  test('may have a question that is called error', async () => {
    const asked = { error: { type: 'boolean', instructions: 'An error?' } } as const
    expect(await decide({ error: 1 }, asked)).toEqual({ error: { type: 'boolean', probability: 1 } })
  })
})

const choice = (name: string, probabilities: unknown) => ({ type: 'choice', choice: name, probabilities })
const score = (value: number, probabilities?: unknown) => ({ type: 'score', score: value, probabilities })

describe('an impossible set', () => {
  test.each([
    ['leaves a question out', { category: 'billing', quality: 2 }, 'urgent'],
    ['answers what was not asked', { ...good, urgnet: 1 }, 'urgnet'],
    ['answers what only a prototype has', { ...good, toString: 1 }, 'toString'],
    ['chooses an option that is not there', { ...good, category: 'biling' }, 'category'],
    ['chooses what only a prototype has', { ...good, category: 'toString' }, 'category'],
    ['chooses a number', { ...good, category: 1 }, 'category'],
    ['has 97 for a probability', { ...good, urgent: 97 }, 'urgent'],
    ['has a negative probability', { ...good, urgent: -0.1 }, 'urgent'],
    ['has NaN for a probability', { ...good, urgent: Number.NaN }, 'urgent'],
    ['has a text for a probability', { ...good, urgent: 'yes' }, 'urgent'],
    ['scores past the last level', { ...good, quality: 3 }, 'quality'],
    ['scores below the first', { ...good, quality: -1 }, 'quality'],
    ['scores NaN', { ...good, quality: Number.NaN }, 'quality'],
    ['scores with a text', { ...good, quality: 'good' }, 'quality'],
    ['answers as another type', { ...good, quality: { type: 'boolean', probability: 1 } }, 'quality'],
    ['omits an option from a distribution', { ...good, category: choice('billing', { billing: 1 }) }, 'category'],
    [
      'adds an option to a distribution',
      { ...good, category: choice('billing', { billing: 1, technical: 0, other: 0, spam: 0 }) },
      'category',
    ],
    [
      'contradicts its choice',
      { ...good, category: choice('billing', { billing: 0.1, technical: 0.9, other: 0 }) },
      'category',
    ],
    [
      'has probabilities whose sum is not 1',
      { ...good, category: choice('billing', { billing: 0.5, technical: 0.1, other: 0 }) },
      'category',
    ],
    ['has a distribution that is none', { ...good, category: choice('billing', [1, 0, 0]) }, 'category'],
    [
      'has NaN in a distribution',
      { ...good, category: choice('billing', { billing: Number.NaN, technical: 0, other: 0 }) },
      'category',
    ],
    ['contradicts its score', { ...good, quality: score(2, { '0': 1, '1': 0, '2': 0 }) }, 'quality'],
    ['omits a level from a distribution', { ...good, quality: score(2, { '2': 1 }) }, 'quality'],
    ["scores past the last level in the SDK's form", { ...good, quality: score(3) }, 'quality'],
    ["has 97 in the SDK's form", { ...good, urgent: { type: 'boolean', probability: 97 } }, 'urgent'],
  ])('%s, and fails naming the question', async (_, set, path) => {
    const model = scriptedEvaluations([set as EvaluationAnswer, good])
    const error = await rejection(experimental_decide({ model, state: 'a', questions, maxRetries: 2 }))
    expect(error).toBeInstanceOf(ImpossibleAnswerError)
    expect(error).toMatchObject({ code: 'IMPOSSIBLE_ANSWER', kind: 'evaluationModel', path })
    expect(model.calls).toHaveLength(1)
    expect((await experimental_decide({ model, state: 'a', questions })).answers.urgent.probability).toBe(0.97)
  })

  test('is told with the name that was probably meant', async () => {
    expect(await rejection(decide({ ...good, category: 'biling' }))).toHaveProperty('nearest', 'billing')
    expect(await rejection(decide({ ...good, urgnet: 1 }))).toHaveProperty('nearest', 'urgent')
  })

  test('is refused when it is scripted where it is none for any question', () => {
    const refused = (): unknown => scriptedEvaluations([good, { urgent: null, quality: true } as never])
    expect(refused).toThrow(InvalidStepError)
    expect(refused).toThrow(
      expect.objectContaining({ problems: [{}, {}].map(() => expect.objectContaining({ fix: expect.any(String) })) }),
    )
    expect(refused).toThrow('answer 2.quality is the boolean true')
  })
})

describe('any set', () => {
  const names = fc.constantFrom('a', 'b', 'constructor', '__proto__', 'toString', 'then')
  const question = fc.oneof(
    fc.record({ type: fc.constant('choice'), criteria: fc.dictionary(names, fc.constant(null), { minKeys: 1 }) }),
    fc.record({ type: fc.constant('score'), criteria: fc.array(fc.constant(null), { minLength: 1, maxLength: 4 }) }),
    fc.record({ type: fc.constant('boolean'), instructions: fc.constant('?') }),
  )
  const value = fc.oneof(names, fc.double(), fc.integer({ min: -1, max: 4 }))

  test('is an answer that the SDK accepts, or fails with the one error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(names, question, { minKeys: 1, maxKeys: 3 }),
        fc.dictionary(names, value, { minKeys: 1, maxKeys: 3 }),
        async (asked, set) => {
          try {
            // What is generated has the form of questions.
            expect(Object.keys(await decide(set, asked as Record<string, DecisionQuestion>))).toEqual(
              Object.keys(asked),
            )
          } catch (error) {
            expect(error).toBeInstanceOf(ImpossibleAnswerError)
          }
        },
      ),
    )
  })
})
