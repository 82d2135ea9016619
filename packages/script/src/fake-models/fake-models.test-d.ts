/** The types of `fakeModels()`: it is a provider of the SDK, and its script is the grammar. */
import {
  createProviderRegistry,
  customProvider,
  generateText,
  type LanguageModel,
  type StepResult,
  type ToolSet,
} from 'ai'
import { apiError, fakeModels, forever, type FakeModels, type ModelCall, type RecordedToolCall } from '../index.js'

const models: FakeModels = fakeModels({ strict: true })

models
  .respond('a', [
    'text',
    { output: { n: 1 } },
    [{ name: 'any', input: { a: 1 } }],
    { toolCalls: [{ name: 'any' }], then: { error: apiError({ status: 503 }), then: 'Done.' } },
    forever([{ name: 'any' }]),
    (request: ModelCall) => request.messages.length.toString(),
  ])
  .respond('a', ({ input, instructions, model }) => `${input} ${instructions ?? ''} ${model}`)
  .respond('a', ['x'], { when: (input, call) => input === call.input })
  .replay('a', 'file.json', { volatile: [] })

// @ts-expect-error -- no step
models.respond('a', [{ txt: 'x' }])
// @ts-expect-error -- no list
models.respond('a', 'x')
// @ts-expect-error -- no id
models.respond(models.languageModel('a'), ['x'])
// @ts-expect-error -- a condition answers at once
models.respond('a', ['x'], { when: async () => true })
// @ts-expect-error -- no such option
fakeModels({ stirct: true })

export const language: LanguageModel = models.languageModel('a')
export const custom = customProvider({ languageModels: { fast: language }, fallbackProvider: models })
export const registry = createProviderRegistry({ openai: models })
export const answer = generateText({ model: registry.languageModel('openai:a'), prompt: 'x' })
globalThis.AI_SDK_DEFAULT_PROVIDER = models

const [call] = models.calls('a')
export const toolCalls: readonly RecordedToolCall[] | undefined = call?.toolCalls
export const steps: readonly StepResult<ToolSet>[] | undefined = call?.response?.steps
export const requests: readonly ModelCall[] | undefined = call?.requests
// @ts-expect-error -- a model has no gate
export const denied: unknown = call?.toolCalls[0]?.denied

models.assertPrompted('a', (input, { response }) => response?.text === input)
models.assertToolCalled('a', 'any', ({ output }, { model }) => output === model)
// @ts-expect-error -- a predicate answers at once
models.assertPrompted('a', async () => true)
// @ts-expect-error -- it says which prompts are meant
models.assertNotPrompted('a')
// @ts-expect-error -- the gate's
models.assertToolDenied('a', 'any')

models
  .respondEmbeddings([[0.1, 0.2]])
  .respondEmbeddings((value) => [value.length])
  .respondEvaluations([{ urgent: 0.9 }])
export const embedded: readonly string[] | undefined = models.embedCalls()[0]?.values
export const embedder: string | undefined = models.embedCalls()[0]?.model
models.assertGeneratedImage(({ prompt, n, model }) => prompt === model && n === 1)
// @ts-expect-error -- no vector
models.respondEmbeddings(['a'])
// @ts-expect-error -- an image's record has no values
models.assertGeneratedImage(({ values }) => values.length === 1)
