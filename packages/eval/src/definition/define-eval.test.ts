import { expect, test } from 'bun:test'
import { defineEval, EvalDefinitionError } from '../index.js'
import { Clerk, clerkEval, model, files } from '../test-eval.js'

const models = { main: model(files) }

function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('It did not throw.')
}

test('a definition fills in what it leaves out', () => {
  const evaluation = clerkEval(models, { metrics: [{ id: 'a-rather-long-name', kind: 'float' }] })
  expect(evaluation).toMatchObject({
    flow: 'clerk',
    timeoutMs: 120_000,
    retries: 2,
    gates: {},
    metrics: [{ id: 'a-rather-long-name', label: 'a-rather-long-', kind: 'float', scale: 1, better: 'higher' }],
  })
})

test('a definition is refused with all its problems', () => {
  const error = thrown(() =>
    clerkEval(models, {
      flow: '../up',
      metrics: [
        { id: 'a', kind: 'binary', label: 'fifteen letters', scale: 0 },
        { id: 'a', kind: 'float' },
        { id: 'b', kind: 'percent' as 'float' },
      ],
      gates: { c: { min: 1 }, a: {} },
      timeoutMs: Number.NaN,
      retries: -1,
    }),
  )
  expect(error).toBeInstanceOf(EvalDefinitionError)
  expect((error as EvalDefinitionError).problems).toEqual([
    '"../up" is no name for a folder. Give it one: `{ flow: \'ticket-digest\' }`',
    'the label of "a" has 15 characters, and reports have room for 14. Shorten it: `{ label: \'fifteen letter\' }`',
    'the scale of "a" is 0. Give its best score: `{ scale: 1 }`',
    "the metric \"a\" is listed twice. List it once: `metrics: [{ id: 'a', kind: 'float' }]`",
    `the metric "b" is of kind "percent". The kinds are 'binary', 'float' and 'judge': \`{ id: 'b', kind: 'binary' }\``,
    'it has a gate for "c", which is no metric of it. Gate one of its metrics, a, a, b: `gates: { a: { min: 0.9 } }`',
    'the gate for "a" has no bound that is a number. Write `gates: { a: { min: 0.9 } }`',
    'its timeoutMs is NaN. Give milliseconds: `{ timeoutMs: 120_000 }`',
    'its retries are -1. Give a whole number: `{ retries: 2 }`',
  ])
})

test('a class without a name of its own lends its class name', () => {
  class Quiet extends Clerk {}
  expect(clerkEval(models, { agent: Quiet }).flow).toBe('Quiet')
})

test('members of another form are all named at once, each with its fix', () => {
  const shapes = {
    flow: 5,
    agent: {},
    app: 'app',
    cases: {},
    servedAs: 'gpt-5',
    setup: 'seed',
    grade: undefined,
    metrics: [null],
    judge: { agent: Clerk },
    reporter: {},
    gates: { urgent: null },
  }
  const { problems } = thrown(() => clerkEval(models, shapes as never)) as EvalDefinitionError
  expect(problems.map((problem) => problem.split(' not ')[0])).toEqual([
    'its flow is',
    'its agent is',
    'its app is',
    'its cases are',
    'its servedAs is',
    'its setup is',
    'its grade is',
    'its metrics are',
    'its judge is',
    'its reporter is',
    'its gates are',
  ])
  expect(problems[3]).toBe(
    "its cases are not a list or a function that gets one. Write `{ cases: fromJsonl('cases.jsonl') }`",
  )
  for (const nothing of [undefined, null, []]) {
    expect(thrown(() => defineEval(nothing as never))).toMatchObject({ code: 'EVAL_DEFINITION' })
  }
})

test.each([
  [{ metrics: [{ id: '__proto__', kind: 'binary' }] }, 'a metric has no id that a score can have'],
  [{ metrics: [{ id: 'm', kind: 'binary', label: 5 }] }, 'the label of "m" is no text'],
  [{ metrics: [{ id: 'm', kind: 'binary', better: 'up' }] }, '"m" is better "up", which is no direction'],
  [{ gates: { urgent: { min: 0.9, max: 0.1 } } }, 'asks for at least 0.9 and at most 0.1, which no mean is'],
  [{ gates: { urgent: { min: 90 } } }, 'has a bound that no mean meets, as its scores go from 0 to 1'],
  [{ gates: { urgent: { max: -0.1 } } }, 'has a bound that no mean meets, as its scores go from 0 to 1'],
  [{ timeoutMs: 2 ** 31 }, 'its timeoutMs is 2147483648'],
  [{ flow: 'con' }, '"con" is no name for a folder'],
])('%p is refused', (changes, problem) => {
  const error = thrown(() => clerkEval(models, changes as never)) as EvalDefinitionError
  expect(error.problems).toEqual([expect.stringContaining(problem)])
})
