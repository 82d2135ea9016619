import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { generateText } from 'ai'
import { AmbiguousFakeError, fakeModels, FakeEndedError, forbidRealModels, type FakeModels } from '../index.js'
import { complaintsOf, endOf, OPUS } from '../test-fake-models.js'
import { rejection } from '../test-models.js'

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

async function ask(prompt = 'x'): Promise<string> {
  return (await generateText({ model: OPUS, prompt })).text
}

describe('tests that run at the same time', () => {
  const names = ['a', 'b', 'c', 'd']
  const ready = Promise.withResolvers<void>()
  let waiting = names.length

  for (const name of names) {
    test.concurrent(`with a fake each never meet: ${name}`, async () => {
      using models = fakeModels({ strict: true })
      models.respond(OPUS, [`${name} 1`, `${name} 2`])
      // All of them live from here on.
      if (--waiting === 0) ready.resolve()
      await ready.promise
      expect(await ask(name)).toBe(`${name} 1`)
      await turn()
      expect(await ask(name)).toBe(`${name} 2`)
      expect(models.calls(OPUS).map(({ input }) => input)).toEqual([name, name])
    })
  }
})

describe('nested fakes', () => {
  test('the inner one answers until it ends, then the outer one again', async () => {
    using outer = fakeModels({ strict: true })
    outer.respond(OPUS, ['outer 1', 'outer 2'])
    expect(await ask()).toBe('outer 1')
    {
      using inner = fakeModels({ strict: true })
      inner.respond(OPUS, ['inner'])
      expect(await ask()).toBe('inner')
    }
    expect(await ask()).toBe('outer 2')
  })

  test('a model object stays with the fake that made it', async () => {
    using outer = fakeModels({ strict: true })
    outer.respond(OPUS, ['outer'])
    const model = outer.languageModel(OPUS)
    using inner = fakeModels({ strict: true })
    inner.respond(OPUS, ['inner'])
    expect((await generateText({ model, prompt: 'x' })).text).toBe('outer')
    expect(await ask()).toBe('inner')
  })

  test('a guard that is put up inside changes nothing', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, ['Hi.'])
    using _ = forbidRealModels()
    expect(await ask()).toBe('Hi.')
  })
})

describe('a fake made in a hook', () => {
  let models: FakeModels
  beforeEach(() => {
    models = fakeModels({ strict: true })
  })
  afterEach(() => {
    models[Symbol.dispose]()
  })

  for (const name of ['one', 'other']) {
    test.serial(`works for tests that run one after another: ${name}`, async () => {
      models.respond(OPUS, [name])
      expect(await ask()).toBe(name)
    })
  }
})

test.serial('an id that could be for several fakes is refused, at the call and at the end of each', async () => {
  const { promise: made, resolve: make } = Promise.withResolvers<void>()
  const makeLate = async (): Promise<FakeModels> => {
    await made
    return fakeModels()
  }
  // Neither is tied to this test: each is made in a flow of its own.
  const both = Promise.all([makeLate(), makeLate()])
  make()
  const [one, other] = await both
  one.respond(OPUS, ['one'])
  other.respond(OPUS, ['other'])
  const error = await rejection(generateText({ model: OPUS, prompt: 'x' }))
  expect(error).toBeInstanceOf(AmbiguousFakeError)
  expect(error).toMatchObject({ model: OPUS })
  expect((error as AmbiguousFakeError).message).toMatch(/made at \S*contexts\.test\.ts:\d+/)
  for (const models of [one, other]) {
    const denials = [
      () => models.assertNothingPrompted(),
      () => models.assertNeverPrompted(OPUS),
      () => models.assertPromptedTimes(OPUS, 0),
      () => models.assertNotPrompted(OPUS, () => true),
      () => models.assertToolNotCalled(OPUS, 'search'),
      () => models.assertNeverEmbedded(),
    ]
    for (const denial of denials) expect(denial).toThrow('A call was refused that could have been for this fake')
    expect(models.calls(OPUS)).toEqual([])
  }
  expect(endOf(one)?.complaints).toEqual([error as Error])
  expect(complaintsOf(other)).toEqual(['AmbiguousFakeError'])
})

test.serial('late work of an ended fake is refused, and never answered by the next', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const begin = (): Promise<unknown> => {
    using models = fakeModels()
    models.respond(OPUS, [])
    return gate.then(() => rejection(generateText({ model: OPUS, prompt: 'late' })))
  }
  const late = begin()
  using next = fakeModels()
  next.respond(OPUS, ['next'])
  open()
  expect(await late).toBeInstanceOf(FakeEndedError)
  next.assertNothingPrompted()
})

describe('a fake that was made under the test’s own, in a flow of its own', () => {
  async function makeLate(asks: boolean): Promise<FakeModels> {
    await turn()
    const models = fakeModels()
    models.respond(OPUS, ['late', 'late again'])
    if (asks) expect(await ask()).toBe('late')
    return models
  }

  test.serial('is the inner one, and answers until it ends', async () => {
    using own = fakeModels({ strict: true })
    own.respond(OPUS, ['own'])
    {
      using late = await makeLate(false)
      expect(await ask()).toBe('late')
      expect([own.calls(OPUS).length, late.calls(OPUS).length]).toEqual([0, 1])
    }
    expect(await ask()).toBe('own')
  })

  test.serial('that its flow asks is never guessed', async () => {
    const own = fakeModels()
    own.respond(OPUS, ['own'])
    const late = await makeLate(true)
    expect(await rejection(generateText({ model: OPUS, prompt: 'x' }))).toBeInstanceOf(AmbiguousFakeError)
    expect([own.calls(OPUS).length, late.calls(OPUS).length]).toEqual([0, 1])
    expect(complaintsOf(late)).toEqual(['AmbiguousFakeError'])
    // With the other one gone there is one answer again.
    expect(await ask()).toBe('own')
    expect(complaintsOf(own)).toEqual(['AmbiguousFakeError'])
  })
})
