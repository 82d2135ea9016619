import { describe, expect, test } from 'bun:test'
import { Agent, defineAi } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { embed, generateImage, generateText, type LanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { forbidRealModels, RealModelError, TestApp } from '../index.js'
import { endOf, Other, principal, rejection } from '../test-desk.js'

/** A real provider's model: whoever asks it is counted. */
function realModel(asked: string[]): LanguageModel {
  return new MockLanguageModelV4({
    provider: 'acme',
    modelId: 'acme-1',
    doGenerate: async () => {
      asked.push('generate')
      throw new Error('A real model was asked.')
    },
  })
}

/** An app whose handlers ask models past its binding, and turn every error into a 500 that says nothing. */
async function createDesk() {
  const asked: string[] = []
  const held = realModel(asked)
  const ai = defineAi({ default: 'main', providers: { main: { model: () => held } } })
  const app = createApp({ bindings: { ai } })
    .post('/object', async (c) => c.json({ text: (await generateText({ model: held, prompt: 'hello' })).text }))
    .post('/string', async (c) =>
      c.json({ text: (await generateText({ model: 'acme/acme-1', prompt: 'hello', maxRetries: 0 })).text }),
    )
    .post('/embedding', async (c) => c.json(await embed({ model: 'acme/embed', value: 'hello', maxRetries: 0 })))
    .post('/image', async (c) =>
      c.json((await generateImage({ model: 'acme/image', prompt: 'x', maxRetries: 0 })).image),
    )
  app.onError((_, c) => c.json({ error: 'Something went wrong.' }, 500))
  return { app, ai, asked, held, http: await TestApp.fromApp(app) }
}

describe('a real model that the app asks past its binding', () => {
  const ways = [
    ['/object', { kind: 'language', provider: 'acme', modelId: 'acme-1' }],
    ['/string', { kind: 'language', modelId: 'acme/acme-1' }],
    ['/embedding', { kind: 'embedding', modelId: 'acme/embed' }],
    ['/image', { kind: 'image', modelId: 'acme/image' }],
  ] as const
  test.each(ways)('%s: is refused before it is made, and reported at disposal', async (path, details) => {
    const { http, asked } = await createDesk()
    const fake = http.fakeAi()
    const failure = await rejection(http.post(path).assertOk())

    expect((failure as Error).message).toContain('A real')
    expect((failure as Error).message).toContain('c.var.ai.agent(…)')
    const complaints = endOf(fake)?.complaints ?? []
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toBeInstanceOf(RealModelError)
    expect(complaints[0]).toMatchObject(details)
    expect(asked).toEqual([])
  })

  test('is answered again once the fake has ended, and nothing global is left', async () => {
    const { http, held, asked } = await createDesk()
    const names = ['AI_SDK_DEFAULT_PROVIDER', 'AI_SDK_TELEMETRY_INTEGRATIONS', 'fetch', 'WebSocket']
    const globals = (): unknown[] => names.map((name) => Reflect.get(globalThis, name))
    const [before, keys] = [globals(), Object.keys(globalThis)]
    {
      using fake = http.fakeAi()
      fake.respond(Other, ['Hello.'])
      expect((await fake.agent(Other).as(principal).prompt('hello')).text).toBe('Hello.')
    }
    expect(globals().map((value, index) => Object.is(value, before[index]))).toEqual([true, true, true, true])
    expect(Object.keys(globalThis)).toEqual(keys)
    await rejection(generateText({ model: held, prompt: 'hello' }))
    expect(asked).toEqual(['generate'])
  })

  test('is refused also where prepareStep brings it', async () => {
    const { http, held, asked } = await createDesk()
    class Sly extends Agent {
      prepareStep = (): { model: LanguageModel } => ({ model: held })
    }
    const fake = http.fakeAi()
    fake.respond(Sly, ['Hello.'])
    await rejection(fake.agent(Sly).as(principal).prompt('hello'))
    expect(endOf(fake)?.complaints).toHaveLength(1)
    expect(asked).toEqual([])
  })

  test('of two tests at once is told to its own alone', async () => {
    const { http } = await createDesk()
    const ends = await Promise.all(
      ['/string', undefined].map(async (path) => {
        await Promise.resolve()
        const fake = http.fakeAi()
        fake.respond(Other, ['Hello.'])
        await fake.agent(Other).as(principal).prompt('hello')
        if (path !== undefined) await http.post(path)
        return endOf(fake)?.complaints.length ?? 0
      }),
    )
    expect(ends).toEqual([1, 0])
  })

  test('under forbidRealModels() too, where a fake answers as ever', async () => {
    const { http, asked, held } = await createDesk()
    using _ = forbidRealModels()
    expect(await rejection(generateText({ model: held, prompt: 'hello' }))).toBeInstanceOf(RealModelError)
    using fake = http.fakeAi()
    fake.respond(Other, ['Hello.'])
    expect((await fake.agent(Other).as(principal).prompt('hello')).text).toBe('Hello.')
    expect(asked).toEqual([])
  })
})
