import { describe, expect, test } from 'bun:test'
import { createApp } from '@understudy/app'
import { scriptedModel } from '@understudy/script'
import { Agent, AiBindingError, defineAi, ProviderError } from './index.js'

class Greeter extends Agent {}

function createAi(...replies: string[]) {
  const model = scriptedModel(replies)
  return { model, ai: defineAi({ default: 'main', providers: { main: { model: () => model } } }) }
}

describe('the imported binding', () => {
  test('works without an app, but for app tools', async () => {
    const { ai } = createAi('Hello.')
    expect((await ai.agent(Greeter).as(null).prompt('hi')).text).toBe('Hello.')
    class Desk extends Agent {
      static override scopes = ['tools:*'] as const
      override tools() {
        return this.appTools(['tickets_index'])
      }
    }
    expect(() => ai.agent(Desk).as(null)).toThrow('the binding is of no app')
  })

  test('is the only app there is, outside of a request', async () => {
    const { ai } = createAi('Hello.')
    const app = createApp({ bindings: { ai } })
    using _ = app.fake('ai', { ...app.make('ai'), agent: () => ({ as: () => 'the fake' }) } as never)
    expect(ai.agent(Greeter).as(null) as unknown).toBe('the fake')
  })

  test('is the app of the request that it runs in', async () => {
    const { ai } = createAi()
    const createNamed = (name: string) => {
      const app = createApp({ bindings: { ai } }).get('/', (c) => c.text(ai.agent(Greeter).as(null) as never))
      return { app, fake: app.fake('ai', { agent: () => ({ as: () => name }) } as never) }
    }
    const [one, two] = [createNamed('one'), createNamed('two')]
    expect(await (await one.app.request('/')).text()).toBe('one')
    expect(await (await two.app.request('/')).text()).toBe('two')
    two.fake[Symbol.dispose]()
    one.fake[Symbol.dispose]()
  })

  test('of several apps and in no request is refused, naming the other two ways', () => {
    const { ai, model } = createAi('never')
    createApp({ bindings: { ai } })
    createApp({ bindings: { ai } })
    expect(() => ai.agent(Greeter)).toThrow(expect.objectContaining({ code: 'AI_BINDING', reason: 'ambiguous' }))
    expect(() => ai.agent(Greeter)).toThrow(/c\.var\.ai.*app\.make\('ai'\)/)
    expect(model.calls).toEqual([])
  })
})

describe('defineAi()', () => {
  test('refuses a default that is no provider, and a default without a model of its kind', () => {
    expect(() => defineAi({ default: 'nobody' as 'main', providers: { main: {} } })).toThrow(ProviderError)
    expect(() => defineAi({ default: 'main', defaultImage: 'main', providers: { main: {} } })).toThrow(
      'has no image model',
    )
  })

  for (const [what, options, says] of [
    ['no options', undefined, 'defineAi() was given undefined, and needs its providers.'],
    ['no providers', {}, '`providers` as undefined'],
    ['a list of providers', { default: 'main', providers: [] }, '`providers` as a list'],
    ['a provider that is a text', { default: 'main', providers: { main: 'openai' } }, 'Provider "main" is a string'],
    [
      'a model in the place of its factory',
      { default: 'main', providers: { main: { model: 'openai/gpt-5.5' } } },
      'The `model` of provider "main" is a string, and must be a function. Write `main: { model: () => … }`.',
    ],
  ] as const) {
    test(`refuses ${what}, and says what to write`, () => {
      const define = (): unknown => defineAi(options as never)
      expect(define).toThrow(AiBindingError)
      expect(define).toThrow(expect.objectContaining({ reason: 'options', message: expect.stringContaining(says) }))
    })
  }

  test('tells all mistakes of all providers together', () => {
    const providers = { main: { model: 'x' }, other: { imageModel: {}, pricing: { input: 1, output: 1 } } }
    const define = (): unknown => defineAi({ default: 'main', providers } as never)
    expect(define).toThrow(
      /The `model` of provider "main" is a string.*\nThe `imageModel` of provider "other" is an object/,
    )
  })

  test('a factory that makes nothing is refused by the prompt that asks for its model', async () => {
    const ai = defineAi({ default: 'main', providers: { main: { model: () => undefined as never } } })
    const error = await ai
      .agent(Greeter)
      .as(null)
      .prompt('hi')
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AiBindingError)
    expect(error).toMatchObject({ reason: 'options', message: expect.stringContaining('returned nothing') })
  })
})
