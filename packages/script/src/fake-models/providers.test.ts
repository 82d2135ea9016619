import { describe, expect, test } from 'bun:test'
import { createProviderRegistry, customProvider, embed, generateText, rerank, wrapLanguageModel } from 'ai'
import { fakeModels } from '../index.js'
import { complaintsOf, OPUS } from '../test-fake-models.js'
import { rejection } from '../test-models.js'

describe('models is a provider of the SDK', () => {
  test('whose models stand in a custom provider, by the ids that models.languageModel() was given', async () => {
    using models = fakeModels({ strict: true })
    const provider = customProvider({ languageModels: { fast: models.languageModel('small'), good: OPUS } })
    models.respond('small', ['from small']).respond(OPUS, ['from opus'])
    expect((await generateText({ model: provider.languageModel('fast'), prompt: 'x' })).text).toBe('from small')
    expect((await generateText({ model: provider.languageModel('good'), prompt: 'x' })).text).toBe('from opus')
  })

  test('that a custom provider falls back on, by the ids that are asked for', async () => {
    using models = fakeModels({ strict: true })
    const provider = customProvider({ fallbackProvider: models })
    models.respond('whatever', ['Hi.'])
    expect((await generateText({ model: provider.languageModel('whatever'), prompt: 'x' })).text).toBe('Hi.')
  })

  test('in a registry, by the ids without its prefix', async () => {
    using models = fakeModels({ strict: true })
    const registry = createProviderRegistry({ openai: models })
    models.respond('gpt-5.5', ['Hi.'])
    expect((await generateText({ model: registry.languageModel('openai:gpt-5.5'), prompt: 'x' })).text).toBe('Hi.')
  })

  test('whose models pass through middleware', async () => {
    using models = fakeModels({ strict: true })
    models.respond(OPUS, ['Hi.'])
    const model = wrapLanguageModel({
      model: models.languageModel(OPUS),
      middleware: {
        specificationVersion: 'v4',
        transformParams: async ({ params }) => ({ ...params, temperature: 0.1 }),
      },
    })
    expect((await generateText({ model, prompt: 'x' })).text).toBe('Hi.')
    expect(models.calls(OPUS)[0]?.requests[0]?.options.temperature).toBe(0.1)
  })
})

test.serial('a default provider of an older version is replaced as well', async () => {
  const before = globalThis.AI_SDK_DEFAULT_PROVIDER
  const reached: string[] = []
  const factory = (id: string): never => {
    reached.push(id)
    throw new Error('It was asked.')
  }
  // A provider of the first version says none, and has only these.
  globalThis.AI_SDK_DEFAULT_PROVIDER = {
    languageModel: factory,
    textEmbeddingModel: factory,
    imageModel: factory,
  }
  try {
    using models = fakeModels({ strict: true })
    models
      .respond(OPUS, ['Hi.'])
      .respondEmbeddings([[1]])
      .respondRerankings([[0]])
    expect((await generateText({ model: OPUS, prompt: 'x' })).text).toBe('Hi.')
    expect((await embed({ model: 'any/embedder', value: 'x' })).embedding).toEqual([1])
    expect((await rerank({ model: 'any/reranker', query: 'x', documents: ['x'] })).ranking).toHaveLength(1)
    expect(reached).toEqual([])
  } finally {
    globalThis.AI_SDK_DEFAULT_PROVIDER = before
  }
})

test.serial("a string id is the fake's as it stands, whatever the app's default provider makes of it", async () => {
  const before = globalThis.AI_SDK_DEFAULT_PROVIDER
  globalThis.AI_SDK_DEFAULT_PROVIDER = customProvider({ languageModels: { fast: OPUS } })
  try {
    const models = fakeModels()
    models.respond('fast', ['Hi.'])
    expect((await generateText({ model: 'fast', prompt: 'x' })).text).toBe('Hi.')
    expect(await rejection(generateText({ model: OPUS, prompt: 'x' }))).toMatchObject({ model: OPUS, scripted: 0 })
    expect(complaintsOf(models)).toEqual(['UnscriptedPromptError'])
  } finally {
    globalThis.AI_SDK_DEFAULT_PROVIDER = before
  }
})
