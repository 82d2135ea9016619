import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAI } from '@ai-sdk/openai'
import { defineAi } from '@understudy/agents'
import { createApp, requirePrincipal } from '@understudy/app'
import { apiError, RealModelError, scriptedModel, type Reply } from '@understudy/script'
import { generateText, type LanguageModel } from 'ai'
import { TestApp, type FakeAi } from '../index.js'
import { Clerk, endOf, principal, rejection, ticketsIndex } from '../test-desk.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-record-'))
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => {
  delete process.env['RECORD']
})

const look = { name: 'tickets_index', input: {} }

/** An app whose provider has that model, and another. */
async function createDesk(model: () => LanguageModel): Promise<TestApp> {
  const other = (): LanguageModel => scriptedModel(['Other.'])
  const ai = defineAi({ default: 'main', providers: { main: { model }, other: { model: other } } })
  const app = createApp({ bindings: { ai } }).get('/tickets', requirePrincipal(), ticketsIndex, (c) =>
    c.json({ tickets: [7] }),
  )
  return await TestApp.fromApp(app)
}

/** A model that stands for a real one, and counts how often it was asked. */
function realModel(...replies: Reply[]): { readonly model: () => LanguageModel; readonly asked: () => number } {
  const script = scriptedModel(replies)
  return { model: () => script, asked: () => script.calls.length }
}

async function turnsOf(path: string): Promise<object[]> {
  const fixture: { turns: object[] } = JSON.parse(await readFile(path, 'utf8'))
  return fixture.turns
}

/** A fake that records where it is asked to. */
function fakeWith(http: TestApp, path: string, record: boolean): FakeAi {
  if (record) process.env['RECORD'] = '1'
  else delete process.env['RECORD']
  return http.fakeAi({ strict: true }).replay(Clerk, path)
}

describe('replay() with RECORD=1', () => {
  test.each(['prompt', 'stream'] as const)('asks the real model, and replays the file without it: %s', async (mode) => {
    const path = join(folder, `both-${mode}.json`)
    const real = realModel([look], 'One is open.')
    const http = await createDesk(real.model)
    const texts: string[] = []
    for (const record of [true, false]) {
      using fake = fakeWith(http, path, record)
      const clerk = fake.agent(Clerk).as(principal)
      if (mode === 'prompt') texts.push((await clerk.prompt('Which are open?')).text)
      else texts.push(await (await clerk.stream('Which are open?')).text())
      fake.assertToolCalled(Clerk, 'tickets_index', ({ status, output }) => status === 200 && output !== undefined)
      expect(fake.calls(Clerk)[0]?.requests).toHaveLength(2)
    }
    expect(texts[0]).toContain('One is open.')
    if (mode === 'prompt') expect(texts[1]).toBe(texts[0] ?? '')
    else expect(texts[1]).toContain('One is open.')
    expect(real.asked()).toBe(2)
    expect(await turnsOf(path)).toMatchObject([{ kind: 'tool_call' }, { kind: 'text', content: 'One is open.' }])
  })

  test('writes each answer as it completes, before the fake ends', async () => {
    const path = join(folder, 'as-it-completes.json')
    const http = await createDesk(realModel('One.', 'Two.').model)
    using fake = fakeWith(http, path, true)
    const clerk = fake.agent(Clerk).as(principal)
    await clerk.prompt('a')
    expect(await turnsOf(path)).toMatchObject([{ content: 'One.' }])
    await clerk.prompt('b')
    expect(await turnsOf(path)).toMatchObject([{ content: 'One.' }, { content: 'Two.' }])
  })

  test('keeps what a provider fails with out of the file, and the SDK retries as in production', async () => {
    const path = join(folder, 'retries.json')
    const busy = { error: apiError({ status: 503 }), then: 'Back.' }
    const http = await createDesk(realModel(busy).model)
    const fake = fakeWith(http, path, true)
    expect((await fake.agent(Clerk).as(principal).prompt('a')).text).toBe('Back.')
    expect(endOf(fake)).toBeUndefined()
    expect(await turnsOf(path)).toMatchObject([{ content: 'Back.' }])
  })

  test('shows the app what a real model does wrong', async () => {
    const path = join(folder, 'wrong.json')
    const wrong: Reply = { toolCalls: [{ name: 'ticket_index', input: {}, invalid: true }], then: 'Sorry.' }
    const http = await createDesk(realModel(wrong).model)
    const fake = fakeWith(http, path, true)
    expect((await fake.agent(Clerk).as(principal).prompt('a')).text).toBe('Sorry.')
    expect(fake.calls(Clerk)[0]?.toolCalls[0]?.error).toBeInstanceOf(Error)
    expect(endOf(fake)).toBeUndefined()
  })

  test('replies that are queued come first, and ask no real model', async () => {
    const path = join(folder, 'queued.json')
    const real = realModel('Real.')
    const http = await createDesk(real.model)
    using fake = fakeWith(http, path, true).respond(Clerk, ['Queued.'])
    expect((await fake.agent(Clerk).as(principal).prompt('a')).text).toBe('Queued.')
    expect(real.asked()).toBe(0)
    expect(existsSync(path)).toBe(false)
  })

  test('leaves a file that nobody asks for as it was', async () => {
    const path = join(folder, 'untouched.json')
    await Bun.write(path, JSON.stringify({ name: 'untouched', turns: [{ kind: 'text', content: 'Old.' }] }))
    const http = await createDesk(realModel().model)
    expect(endOf(fakeWith(http, path, true))).toBeUndefined()
    expect(await turnsOf(path)).toMatchObject([{ content: 'Old.' }])
  })

  test('one file is of one model: the second provider is refused, at the call and at the end', async () => {
    const path = join(folder, 'two-models.json')
    const http = await createDesk(realModel('One.').model)
    const fake = fakeWith(http, path, true)
    const clerk = fake.agent(Clerk).as(principal)
    await clerk.prompt('a')
    expect(await rejection(clerk.prompt('b', { provider: 'other' }))).toMatchObject({ code: 'TEST_SETUP' })
    expect(endOf(fake)?.complaints).toMatchObject([{ code: 'TEST_SETUP' }])
  })
})

describe('a provider on the network', () => {
  /** A server that speaks as the provider does. */
  function serve(): Disposable & { readonly url: string; readonly hits: () => number } {
    let hits = 0
    const server = Bun.serve({
      port: 0,
      fetch() {
        hits++
        const message = { role: 'assistant', content: 'From the wire.' }
        const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
        const choices = [{ index: 0, message, finish_reason: 'stop' }]
        return Response.json({ id: 'c-1', object: 'chat.completion', created: 1, model: 'gpt', choices, usage })
      },
    })
    return { url: server.url.href, hits: () => hits, [Symbol.dispose]: () => void server.stop(true) }
  }

  test('is let through for the recorded prompt alone, and no key comes into the file', async () => {
    using server = serve()
    const path = join(folder, 'wire.json')
    const openai = createOpenAI({ apiKey: 'sk-secret-key-1234567890', baseURL: `${server.url}v1` })
    const http = await createDesk(() => openai.chat('gpt-5.5'))
    const fake = fakeWith(http, path, true)
    const recorded = fake.agent(Clerk).as(principal).prompt('a')
    const past = rejection(generateText({ model: openai.chat('gpt-5.5'), prompt: 'past the binding' }))
    expect((await recorded).text).toBe('From the wire.')
    expect(await past).toBeInstanceOf(RealModelError)
    expect(server.hits()).toBe(1)
    expect(endOf(fake)?.complaints).toEqual([(await past) as Error])
    expect(await readFile(path, 'utf8')).not.toContain('sk-secret')

    using replayed = fakeWith(http, path, false)
    expect((await replayed.agent(Clerk).as(principal).prompt('a')).text).toBe('From the wire.')
    expect(server.hits()).toBe(1)
  })

  test('that is aborted rejects as in production, and its answer is none', async () => {
    const path = join(folder, 'aborted.json')
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const controller = new AbortController()
    const stalled = (_url: unknown, init?: { signal?: AbortSignal | null }): Promise<Response> =>
      new Promise((_, reject) => {
        ask()
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const openai = createOpenAI({ apiKey: 'sk-test', fetch: stalled as typeof fetch })
    const http = await createDesk(() => openai.chat('gpt-5.5'))
    const fake = fakeWith(http, path, true)
    const late = rejection(fake.agent(Clerk).as(principal).prompt('a', { signal: controller.signal }))
    await asked
    controller.abort()
    expect(await late).toMatchObject({ name: 'AbortError' })
    expect(endOf(fake)).toBeUndefined()
    expect(existsSync(path)).toBe(false)
  })
})
