import { expect, test } from 'bun:test'
import { generateText, type TelemetryOptions } from 'ai'
import { MockEmbeddingModelV4, MockLanguageModelV4 } from 'ai/test'
import { RealModelError } from '../errors/real-model-error.js'
import { scriptedModel } from '../scripted-model.js'
import { bareTextModel, rejection } from '../test-models.js'
import { type Models, providerOf, realLanguageModel, realModels, sdkCalls, stringIds } from '../test-real-models.js'
import { forbidRealModels } from './forbid-real-models.js'

const everyCall = Object.entries(sdkCalls)

/** A model for extraction is always an object. */
const callsById = everyCall.filter(([name]) => name !== 'extract')

/** The SDK's gateway has no model for translation. */
const callsOfGateway = callsById.filter(([name]) => name !== 'streamTranslate')

/** Those that can be stopped before the model object is asked. */
const stoppable = ['generateText', 'streamText', 'ToolLoopAgent.generate', 'ToolLoopAgent.stream'] as const

/** Models that send a request as the SDK's providers do, and how often one arrived. */
function networkModels(): Models & Disposable & { readonly hits: () => number } {
  let hits = 0
  const server = Bun.serve({
    port: 0,
    fetch() {
      hits += 1
      return new Response('{}')
    },
  })
  const models = realModels((asked = {}) => {
    const headers = new Headers()
    for (const [name, value] of Object.entries(asked)) if (value !== undefined) headers.set(name, value)
    return fetch(`${server.url}v1/ask?key=secret`, { method: 'POST', headers, body: '{"model":"acme-1"}' })
  })
  return { ...models, hits: () => hits, [Symbol.dispose]: () => void server.stop(true) }
}

/** Makes a provider the SDK's default until the block ends. */
function defaultProvider(provider: typeof globalThis.AI_SDK_DEFAULT_PROVIDER): Disposable {
  globalThis.AI_SDK_DEFAULT_PROVIDER = provider
  return { [Symbol.dispose]: () => void Reflect.deleteProperty(globalThis, 'AI_SDK_DEFAULT_PROVIDER') }
}

async function realModelError(promise: PromiseLike<unknown>): Promise<RealModelError> {
  const thrown = await rejection(promise)
  if (thrown instanceof RealModelError) return thrown
  throw new Error(`Not a RealModelError: ${String(thrown)}`, { cause: thrown })
}

test.each(stoppable)('%s with a model that the app holds is refused before the model is asked', async (name) => {
  const reached: string[] = []
  const models = realModels(async () => reached.push(name))
  using _ = forbidRealModels()
  expect(await realModelError(sdkCalls[name](models))).toMatchObject({
    code: 'REAL_MODEL',
    kind: 'language',
    provider: 'acme',
    modelId: 'acme-1',
    way: 'telemetry',
    endpoint: undefined,
  })
  expect(reached).toEqual([])
})

test.each(['v2', 'v3'])('a model of specification %s is refused before it is asked', async (specificationVersion) => {
  const reached: string[] = []
  const current = realLanguageModel(async () => {
    reached.push(specificationVersion)
    throw new Error('It was asked.')
  })
  // The SDK reads nothing else of it before it asks.
  const model = Object.assign(current, { specificationVersion }) as unknown as MockLanguageModelV4
  using _ = forbidRealModels()
  expect((await realModelError(generateText({ model, prompt: 'Hi.' }))).provider).toBe('acme')
  expect(reached).toEqual([])
})

test.serial.each(callsById)(
  '%s with a string id is refused before the default provider’s model is asked',
  async (_, call) => {
    const reached: string[] = []
    using _provider = defaultProvider(providerOf(realModels(async () => reached.push('asked'))))
    using _guard = forbidRealModels()
    expect(await realModelError(call(stringIds('acme-1')))).toMatchObject({ provider: 'acme', modelId: 'acme-1' })
    expect(reached).toEqual([])
  },
)

test.serial('a default provider that is assigned while real models are forbidden is guarded too', async () => {
  const reached: string[] = []
  using _guard = forbidRealModels()
  using _provider = defaultProvider(undefined)
  globalThis.AI_SDK_DEFAULT_PROVIDER = providerOf(realModels(async () => reached.push('asked')))
  const error = await realModelError(sdkCalls.generateImage(stringIds('acme-1')))
  expect(error).toMatchObject({ kind: 'image', provider: 'acme', way: 'default-provider' })
  expect(reached).toEqual([])
})

test.each(callsOfGateway)('%s with a string id for the gateway is refused', async (_, call) => {
  using _guard = forbidRealModels()
  const error = await realModelError(call(stringIds('acme/acme-1')))
  expect(error.modelId).toBe('acme/acme-1')
  expect(error.provider).toStartWith('gateway')
})

test.each(everyCall)('%s with a model of any provider sends nothing', async (_, call) => {
  using models = networkModels()
  using _guard = forbidRealModels()
  expect((await realModelError(call(models))).code).toBe('REAL_MODEL')
  expect(models.hits()).toBe(0)
})

test.each<TelemetryOptions>([{ isEnabled: false }, { integrations: [] }])(
  'with %o a call sends nothing',
  async (telemetry) => {
    using models = networkModels()
    using _guard = forbidRealModels()
    const error = await realModelError(generateText({ model: models.language, prompt: 'Hi.', telemetry }))
    expect(error).toMatchObject({ kind: undefined, modelId: 'acme-1', way: 'fetch' })
    expect(error.endpoint).toMatch(/^POST http:\/\/\S+\/v1\/ask$/)
    expect(models.hits()).toBe(0)
  },
)

test('scripted models and the SDK’s mocks answer', async () => {
  const embedding = new MockEmbeddingModelV4({
    maxEmbeddingsPerCall: null,
    doEmbed: { embeddings: [[1]], warnings: [] },
  })
  using _guard = forbidRealModels()
  const scripted = await generateText({ model: scriptedModel(['Scripted.']), prompt: 'Hi.' })
  const mocked = await generateText({ model: bareTextModel('Mocked.', 'stop'), prompt: 'Hi.' })
  expect([scripted.text, mocked.text]).toEqual(['Scripted.', 'Mocked.'])
  await sdkCalls.embed({ ...stringIds('none'), embedding })
})

test.serial('a mock of any provider answers for a string id', async () => {
  const model = new MockLanguageModelV4({
    provider: 'acme',
    doGenerate: async (options) => await bareTextModel('Mocked.', 'stop').doGenerate(options),
  })
  using _provider = defaultProvider(providerOf({ ...stringIds('none'), language: model }))
  using _guard = forbidRealModels()
  // Its call is known by the provider alone, unless its telemetry is off.
  const telemetry = { isEnabled: false }
  expect((await generateText({ model: 'acme-1', prompt: 'Hi.', telemetry })).text).toBe('Mocked.')
})

test('the error says what was asked, what is known and what to write instead', async () => {
  using models = networkModels()
  using _guard = forbidRealModels()
  expect((await realModelError(sdkCalls.embed(models))).message).toBe(
    'A real embedding model was asked: "acme-1" of provider "acme". The SDK told of it as it began; real models are forbidden ' +
      'here, and scripted models and the mocks of ai/test answer. Script it: model: scriptedEmbeddings([[0.1, 0.2]]). ' +
      "Your own double of a model passes with provider: 'scripted'.",
  )
})

test('a model that answers though nobody could stop it fails the run', async () => {
  const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).pathname)
  const program = `
    import { sdkCalls, realModels } from ${module('../test-real-models.ts')}
    import { forbidRealModels } from ${module('./forbid-real-models.ts')}
    forbidRealModels()
    await sdkCalls.embed(realModels(async () => {}))
    console.log('It answered.')
  `
  const run = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'pipe' })
  const [output, errors, exitCode] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
    run.exited,
  ])
  expect(output + errors).toContain('A real embedding model was asked: "acme-1"')
  expect(exitCode).not.toBe(0)
})
