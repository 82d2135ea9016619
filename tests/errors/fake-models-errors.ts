// How the errors of `fakeModels()` in `@understudy/script` occur. A complaint of a fake is shown by itself, and once with
// the run around it.

import { apiError, fakeModels, type FakeModels, FakeModelsError, type FakeModelsOptions } from '@understudy/script'
import { embed, embedMany, generateText, isStepCount, Output, streamText, tool } from 'ai'
import { z } from 'zod'
import { makeModels } from './one.fixture'
import type { Occasion } from './occasion'
import { leaveModels } from './other.fixture'

const MODEL = 'anthropic/claude-opus-5'
const tools = { add: tool({ inputSchema: z.object({ a: z.number(), b: z.number() }), execute: ({ a, b }) => a + b }) }
const sum = { name: 'add', input: { a: 2, b: 3 } }

/** What a fake complains about at its end is seen only where `run` ends it. */
async function withModels(run: (models: FakeModels) => unknown, options?: FakeModelsOptions): Promise<void> {
  const models = fakeModels(options)
  try {
    await run(models)
  } finally {
    endQuietly(models)
  }
}

function endQuietly(models: FakeModels): void {
  try {
    models[Symbol.dispose]()
  } catch (error) {
    if (!(error instanceof FakeModelsError)) throw error
  }
}

/** Ends a fake, and throws the first thing that it complains about. */
function throwComplaint(models: FakeModels): void {
  try {
    models[Symbol.dispose]()
  } catch (error) {
    throw error instanceof FakeModelsError ? error.complaints[0] : error
  }
}

/** What the app makes of a failed prompt: nothing. */
async function swallow(prompt: PromiseLike<unknown>): Promise<void> {
  await Promise.resolve(prompt).catch(() => {})
}

const refused: readonly Occasion[] = [
  {
    when: 'a model is prompted that has no script, and others have',
    occur: () =>
      withModels(async (models) => {
        models.respond(MODEL, ['Hi.'])
        await generateText({ model: 'anthropic/claude-opus-4', prompt: 'Hello.' })
      }),
  },
  {
    when: 'a model is prompted more often than it is scripted',
    occur: () =>
      withModels(async (models) => {
        models.respond(MODEL, ['Hi.'])
        await generateText({ model: MODEL, prompt: 'Hello.' })
        await generateText({ model: MODEL, prompt: 'Again.' })
      }),
  },
  {
    when: 'a real model is asked while a fake of models lives',
    occur: () =>
      withModels(async (models) => {
        const real = { specificationVersion: 'v4', provider: 'acme', modelId: 'acme-1', supportedUrls: {} } as const
        const asked = async (): Promise<never> => {
          throw new Error('It was asked.')
        }
        await swallow(generateText({ model: { ...real, doGenerate: asked, doStream: asked }, prompt: 'Hello.' }))
        throwComplaint(models)
      }),
  },
  {
    when: 'a model is asked that its fake made before it ended',
    occur: () =>
      withModels(async (models) => {
        const model = models.languageModel(MODEL)
        models[Symbol.dispose]()
        await generateText({ model, prompt: 'Late.' })
      }),
  },
  {
    when: 'an id could be for two fakes of models',
    occur: async () => {
      const makeLate = async (): Promise<FakeModels> => {
        await Promise.resolve()
        return fakeModels()
      }
      const fakes = await Promise.all([makeLate(), makeLate()])
      try {
        await generateText({ model: MODEL, prompt: 'Hello.' })
      } finally {
        for (const models of fakes) endQuietly(models)
      }
    },
  },
  // The types forbid it.
  {
    when: 'a model object is scripted in the place of its id',
    occur: () => withModels((models) => models.respond(models.languageModel(MODEL) as never, ['Hi.'])),
  },
]

const complaints: readonly Occasion[] = [
  {
    when: 'a fake of models ends with complaints',
    occur: () =>
      withModels(async (models) => {
        models.respond(MODEL, [{ toolCalls: [sum], then: '5.' }])
        await generateText({ model: MODEL, tools, prompt: '2 + 3?' })
        await swallow(generateText({ model: MODEL, prompt: 'And 3 + 4?' }))
        models[Symbol.dispose]()
      }),
  },
  {
    when: 'an assertion about a model does not hold',
    occur: () =>
      withModels(async (models) => {
        models.respond(MODEL, [{ toolCalls: [sum], then: '5.' }])
        await generateText({ model: MODEL, tools, prompt: '2 + 3?', stopWhen: isStepCount(2) })
        models.assertToolCalled(MODEL, 'subtract')
      }),
  },
  {
    when: 'a prompt of a model still runs when the fake ends',
    occur: () =>
      withModels(async (models) => {
        const { promise, resolve } = Promise.withResolvers<string>()
        models.respond(MODEL, [() => promise])
        const prompt = generateText({ model: MODEL, prompt: 'Think.' })
        try {
          await new Promise((done) => void setImmediate(done))
          throwComplaint(models)
        } finally {
          resolve('Late.')
          await prompt
        }
      }),
  },
  {
    when: 'nobody reads the stream of a model',
    occur: () =>
      withModels(async (models) => {
        models.respond(MODEL, ['Hi.'])
        streamText({ model: MODEL, prompt: 'Hello.' })
        await new Promise((done) => void setImmediate(done))
        throwComplaint(models)
      }),
  },
  {
    when: 'the scripted output of a model is one that the schema refuses',
    occur: () =>
      withModels(async (models) => {
        models.respond(MODEL, [{ output: { n: 3 } }])
        const even = z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') })
        await swallow(generateText({ model: MODEL, prompt: 'Count.', output: Output.object({ schema: even }) }))
        throwComplaint(models)
      }),
  },
  {
    when: "a model's loop stops before the scripted answer",
    occur: () =>
      withModels(async (models) => {
        models.respond(MODEL, [{ toolCalls: [sum], then: '5.' }])
        await generateText({ model: MODEL, tools, prompt: '2 + 3?' })
        throwComplaint(models)
      }),
  },
  {
    when: 'a strict fake of models ends with replies that were never used',
    occur: () => withModels((models) => throwComplaint(models.respond(MODEL, ['One.', 'Two.'])), { strict: true }),
  },
  {
    when: 'another file of tests left its fake of models behind',
    occur: async () => {
      const left = await leaveModels()
      try {
        await makeModels()
      } finally {
        endQuietly(left)
      }
    },
  },
]

const EMBEDDER = 'openai/text-embedding-3-small'

const otherKinds: readonly Occasion[] = [
  {
    when: 'an embedding model is asked by its id for more than is scripted',
    occur: () =>
      withModels(async (models) => {
        models.respondEmbeddings([[0.1, 0.2]])
        await embedMany({ model: EMBEDDER, values: ['A ticket.', 'Another.'] })
      }),
  },
  {
    when: 'nobody asks again after a scripted error of an embedding model',
    occur: () =>
      withModels(async (models) => {
        models.respondEmbeddings([{ error: apiError({ status: 503 }), then: [0.1, 0.2] }])
        await swallow(embed({ model: EMBEDDER, value: 'A ticket.', maxRetries: 0 }))
        throwComplaint(models)
      }),
  },
  {
    when: 'a model that is no language model still answers when the fake ends',
    occur: () =>
      withModels(async (models) => {
        const { promise, resolve } = Promise.withResolvers<number[]>()
        models.respondEmbeddings(() => promise)
        const work = embed({ model: EMBEDDER, value: 'A ticket.' })
        try {
          await new Promise((done) => void setImmediate(done))
          throwComplaint(models)
        } finally {
          resolve([0.1])
          await work
        }
      }),
  },
  {
    when: 'a strict fake of models ends with answers that were never used',
    occur: () => withModels((models) => throwComplaint(models.respondImages(['aGk=', 'aGk='])), { strict: true }),
  },
]

export const fakeModelsErrors: readonly Occasion[] = [...refused, ...complaints, ...otherKinds]
