/** What a test passes by mistake, and what its own functions throw: told by name and place, and never a pass. */
import { describe, expect, test } from 'bun:test'
import { embed, generateText, Output } from 'ai'
import { z } from 'zod'
import { fakeModels, type FakeModels, improvise, scriptedModel, TestSetupError } from '../index.js'
import { endOf, OPUS } from '../test-fake-models.js'
import { rejection } from '../test-models.js'

const missing = undefined as never
const mine = new RangeError('mine')

function broken(): never {
  throw mine
}

function setupErrorOf(run: () => unknown): TestSetupError {
  try {
    run()
  } catch (error) {
    if (error instanceof TestSetupError) return error
    throw error
  }
  throw new Error('It was accepted.')
}

test('options that are none are refused, with the nearest', () => {
  const wrong: readonly [() => unknown, string][] = [
    [() => fakeModels({ strikt: true } as never), 'Did you mean "strict"?'],
    [() => fakeModels(null as never), 'was given null'],
    [() => fakeModels(5 as never), 'was given 5'],
    [() => scriptedModel(['x'], { nme: 1 } as never), 'Did you mean "name"?'],
    [() => scriptedModel(['x'], 'x' as never), 'was given "x"'],
  ]
  for (const [make, message] of wrong) expect(setupErrorOf(make).message).toContain(message)
  // None of them is left.
  using models = fakeModels({ strict: true })
  expect(setupErrorOf(() => models.respond(OPUS, ['x'], null as never)).message).toContain('was given null')
  models.assertComplete()
})

const wrong: readonly [string, (models: FakeModels) => unknown][] = [
  ['respond', (models) => models.respond(missing, ['x'])],
  ['replay', (models) => models.replay(missing, 'x.json')],
  ['calls', (models) => models.calls(missing)],
  ['transcript', (models) => models.transcript(5 as never)],
  ['assertNeverPrompted', (models) => models.assertNeverPrompted(missing)],
  ['assertNotPrompted', (models) => models.assertNotPrompted(OPUS, missing)],
  ['assertPrompted', (models) => models.assertPrompted(OPUS, 'x' as never)],
  ['assertPromptedTimes', (models) => models.assertPromptedTimes(OPUS, '0' as never)],
  ['assertToolNotCalled', (models) => models.assertToolNotCalled(OPUS, missing)],
  ['assertEmbedded', (models) => models.assertEmbedded('x' as never)],
]
test.each(wrong)('%s() refuses what means nothing', (method, assertion) => {
  using models = fakeModels()
  expect(setupErrorOf(() => assertion(models)).message).toStartWith(`${method}() takes `)
})

describe('what a function of the test throws is told with its model and its place', () => {
  const scripts: readonly [string, (models: FakeModels) => unknown][] = [
    ['a condition', (models) => void models.respond(OPUS, ['never'], { when: broken })],
    ['a function in the place of the list', (models) => void models.respond(OPUS, broken)],
  ]
  test.each(scripts)('%s', async (_, script) => {
    const models = fakeModels()
    script(models)
    expect(await rejection(generateText({ model: OPUS, prompt: 'hi' }))).toBe(mine)
    const end = endOf(models)
    expect(end?.message).toMatch(
      /1\. Model "\S+" \(prompt "hi"\): RangeError: mine \(Its reply was scripted at \S*given\.test\.ts:\d+\.\)/,
    )
    expect(end?.complaints).toEqual([mine])
  })

  test('a function of vectors', async () => {
    const models = fakeModels()
    models.respondEmbeddings(broken)
    await rejection(embed({ model: 'openai/small', value: 'a' }))
    expect(endOf(models)?.message).toMatch(
      /1\. Model "openai\/small": RangeError: mine \(Its answer was scripted at \S*given\.test\.ts:\d+\.\)/,
    )
  })
})

test('a prompt for an output with nothing scripted is told how one is scripted, which works when it is pasted', async () => {
  const models = fakeModels()
  const output = Output.object({ schema: z.object({ urgent: z.boolean() }) })
  const error = (await rejection(generateText({ model: OPUS, prompt: 'hi', output }))) as Error
  expect(error.message).toContain(`\`models.respond('${OPUS}', [improvise()])\``)
  expect(error.message).not.toContain("'…'")
  models.respond(OPUS, [improvise()])
  expect((await generateText({ model: OPUS, prompt: 'hi', output })).output).toEqual({
    urgent: expect.any(Boolean) as boolean,
  })
  expect(endOf(models)?.complaints).toEqual([error])
})
