import { describe, expect, test } from 'bun:test'
import { scriptedModel } from '@understudy/script'
import { AiBindingError, defineAi, memoryConversations, ProviderError } from './index.js'
import { thrown } from './test-desk.js'

function problemsOf(options: object): readonly string[] {
  const made: string[] = []
  const main = { model: () => (made.push('model'), scriptedModel([])) }
  const error = thrown(() => defineAi({ default: 'main', providers: { main }, ...options }))
  expect(error).toBeInstanceOf(AiBindingError)
  expect(error).toMatchObject({ code: 'AI_BINDING', reason: 'options' })
  expect((error as AiBindingError).message).toBe((error as AiBindingError).problems.join('\n'))
  expect(made).toEqual([])
  return (error as AiBindingError).problems
}

describe('conversations', () => {
  const store = memoryConversations()
  test.each([
    ['a store without its parentheses', memoryConversations, 'find(), create(), append()'],
    ['an object', {}, 'find(), create(), append()'],
    ['a text', 'sqlite', 'find(), create(), append()'],
    ['null', null, 'find(), create(), append()'],
    ['a store that lacks a method', { find: store.find, create: store.create }, 'append()'],
  ])('that are %s are refused when the binding is defined', (_, conversations, missing) => {
    expect(problemsOf({ conversations })).toEqual([
      `\`conversations\` has no ${missing}. Write \`conversations: memoryConversations()\`.`,
    ])
  })

  test('may be kept by an instance of a class', () => {
    class Store {
      async find() {
        return undefined
      }
      async create() {}
      async append() {}
    }
    const conversations = new Store()
    const providers = { main: { model: () => scriptedModel([]) } }
    expect(defineAi({ default: 'main', providers, conversations }).conversations()).toBe(conversations)
  })
})

describe('the options of defineAi()', () => {
  test.each([
    [
      'no default',
      { default: undefined },
      "`default` is undefined, and must name one of the providers (main). Write `default: 'main'`.",
    ],
    ['a default that is no name', { default: 5 }, '`default` is a number'],
    ['another default that is no name', { defaultImage: {} }, '`defaultImage` is an object, and must name one'],
    ['an unknown option', { converstions: memoryConversations() }, 'no option "converstions". Write `conversations`.'],
    ['one that is like none', { xyz: 1 }, 'no option "xyz". Leave it out; there are default, providers, '],
    ['a listener that is none', { onError: 'log' }, '`onError` is a string. Write `onError: ({ error, agent }) => …`.'],
    [
      'a kind of model that is none',
      { providers: { main: { modle: () => 'x' } } },
      'Provider "main" has no option "modle". Write `model`.',
    ],
    [
      'one that only ends like a kind',
      { providers: { main: { languageModel: () => 'x' } } },
      'has no option "languageModel"',
    ],
    [
      'prices that are none',
      { providers: { main: { pricing: { input: '5', output: 1 } } } },
      'The `pricing` of provider "main"',
    ],
    ['a price that is missing', { providers: { main: { pricing: { input: 5 } } } }, 'The `pricing` of provider "main"'],
  ])('refuse %s', (_, options, says) => {
    expect(problemsOf(options)).toEqual([expect.stringContaining(says)])
  })

  test('are told wrong all together, with the defaults that name no provider', () => {
    const problems = problemsOf({
      default: 'mian',
      defaultImage: 'main',
      defaultEmbeding: 'main',
      conversations: memoryConversations,
      onError: true,
    })
    expect(problems).toEqual([
      expect.stringContaining('no option "defaultEmbeding". Write `defaultEmbedding`.'),
      expect.stringContaining('`conversations` has no find()'),
      expect.stringContaining('`onError` is a boolean'),
      expect.stringMatching(/no provider "mian".*Write `\{ provider: 'main' \}`/),
      expect.stringContaining('Provider "main" has no image model'),
    ])
  })

  test('with nothing wrong but one default are refused with what is known of the provider', () => {
    const error = thrown(() => defineAi({ default: 'mian' as 'main', providers: { main: {} } }))
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject({ provider: 'mian', known: ['main'] })
  })

  test('may leave out what is undefined', () => {
    const providers = { main: { model: () => scriptedModel([]), imageModel: undefined as never } }
    const options = {
      default: 'main',
      providers,
      conversations: undefined,
      onError: undefined,
      defaultImage: undefined,
    }
    expect(() => defineAi(options as never)).not.toThrow()
  })
})
