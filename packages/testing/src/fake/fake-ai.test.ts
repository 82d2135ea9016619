import { describe, expect, test } from 'bun:test'
import { Agent, defineAi, tool, type Ai } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { z } from 'zod'
import {
  apiError,
  type FakeAiError,
  FakeEndedError,
  forever,
  PromptRunningError,
  TestApp,
  UnscriptedModelError,
} from '../index.js'
import { Clerk, createDesk, endOf, principal, rejection, ticketsIndex } from '../test-desk.js'

describe('a fake', () => {
  test('answers for c.var.ai, app.make, the imported binding and itself', async () => {
    const { app, ai, http } = await createDesk()
    using fake = http.fakeAi()
    fake.respond(Clerk, ['one', 'two']).respond(Clerk, ['three', 'four', 'five'])
    await http.post('/prompt').assertJson({ text: 'one' })
    await http.post('/imported').assertJson({ text: 'two' })
    for (const [binding, text] of [
      [app.make('ai'), 'three'],
      [ai, 'four'],
      [fake, 'five'],
    ] as [Ai, string][]) {
      expect((await binding.agent(Clerk).as(principal).prompt('hi')).text).toBe(text)
    }
    expect(fake.calls(Clerk).map((call) => call.input)).toEqual(['from a route', 'from the import', 'hi', 'hi', 'hi'])
  })

  test('also answers an agent that was bound before it was made', async () => {
    const { app, http } = await createDesk()
    const clerk = app.make('ai').agent(Clerk).as(principal)
    using fake = http.fakeAi()
    fake.respond(Clerk, ['Hello.'])
    expect((await clerk.prompt('hi')).text).toBe('Hello.')
  })

  test('answers a request that comes over a socket', async () => {
    const { app, http } = await createDesk()
    using fake = http.fakeAi()
    fake.respond(Clerk, ['Hello.'])
    await using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch })
    const response = await fetch(new URL('/prompt', server.url), { method: 'POST' })
    expect(await response.json()).toEqual({ text: 'Hello.' })
  })

  test('gives the inner one the word until it ends', async () => {
    const { http } = await createDesk()
    using outer = http.fakeAi()
    outer.respond(Clerk, ['outer'])
    {
      using inner = http.fakeAi()
      inner.respond(Clerk, ['inner'])
      await http.post('/prompt').assertJson({ text: 'inner' })
    }
    await http.post('/prompt').assertJson({ text: 'outer' })
  })

  test('that has ended answers nothing any more, and ending it twice is harmless', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, ['never'])
    const clerk = fake.agent(Clerk).as(principal)
    fake[Symbol.dispose]()
    expect(await rejection(clerk.prompt('late'))).toBeInstanceOf(FakeEndedError)
    expect(endOf(fake)).toBeUndefined()
  })

  test('leaves everything as it was', async () => {
    const { app, http } = await createDesk()
    const before = app.make('ai')
    const globals = Object.keys(globalThis)
    {
      using fake = http.fakeAi()
      expect(app.make('ai') as unknown).toBe(fake)
    }
    expect(app.make('ai')).toBe(before)
    expect(Object.keys(globalThis)).toEqual(globals)
  })

  for (const name of ['a', 'b', 'c']) {
    test.concurrent(`made in a test of its own never sees another: ${name}`, async () => {
      const { http } = await shared
      using fake = http.fakeAi()
      for (let round = 0; round < 20; round++) {
        fake.respond(Clerk, [{ toolCalls: [{ name: 'tickets_index' }], then: `${name}${round}` }])
        await http.post('/prompt').assertJson({ text: `${name}${round}` })
      }
      expect(fake.calls(Clerk)).toHaveLength(20)
    })
  }
})

const shared = createDesk()

describe('calls()', () => {
  test('record the prompt, its principal, its tools in the order asked, and what the model was sent', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi()
    fake.respond(Clerk, [
      { toolCalls: [{ name: 'tickets_index' }, { name: 'tickets_index', id: 'mine' }], then: 'None.' },
    ])
    await fake.agent(Clerk).as(principal).prompt('list')
    const [call] = fake.calls(Clerk)
    expect(call).toMatchObject({ input: 'list', principal, response: { text: 'None.', output: 'None.' } })
    expect(call?.error).toBeUndefined()
    expect(call?.toolCalls).toEqual([
      {
        id: 'call-1',
        step: 1,
        name: 'tickets_index',
        input: {},
        output: { tickets: [] },
        status: 200,
        path: '/tickets',
      },
      { id: 'mine', step: 1, name: 'tickets_index', input: {}, output: { tickets: [] }, status: 200, path: '/tickets' },
    ])
    expect(call?.requests).toHaveLength(2)
    expect(call?.requests[0]?.tools.map(({ name }) => name)).toEqual(['tickets_index'])
    expect(call?.requests[1]?.messages.at(-1)?.role).toBe('tool')
  })

  test('hold what was said and answered, whatever a tool or the app does to it later', async () => {
    class Local extends Agent {
      override tools() {
        const inputSchema = z.object({ list: z.array(z.number()) })
        const grow = tool({ description: 'Grow.', inputSchema, execute: ({ list }) => (list.push(99), { list }) })
        return { grow }
      }
    }
    const { http } = await createDesk()
    using fake = http.fakeAi()
    fake.respond(Local, [{ toolCalls: [{ name: 'grow', input: { list: [1] } }], then: 'Grown.' }])
    const { steps } = await fake.agent(Local).as(null).prompt('grow')
    Object.assign(steps[0]?.toolResults[0]?.output ?? {}, { list: 'changed' })
    expect(fake.calls(Local)[0]?.toolCalls[0]).toMatchObject({ input: { list: [1] }, output: { list: [1, 99] } })
  })

  test('are there as soon as the prompt starts', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi()
    fake.respond(Clerk, ['Hello.'])
    const answer = fake.agent(Clerk).as(principal).prompt('hi')
    expect(fake.calls(Clerk)).toMatchObject([{ input: 'hi' }])
    await answer
  })

  test('keep what a local tool threw, and what a gate denied', async () => {
    class Local extends Agent {
      static override scopes = ['tools:*'] as const
      override tools() {
        const breaks = tool({
          description: 'Breaks.',
          inputSchema: z.object({}),
          execute: (): string => {
            throw new Error('It broke.')
          },
        })
        return { ...this.appTools([ticketsIndex]), breaks }
      }
    }
    const { http } = await createDesk()
    using fake = http.fakeAi()
    fake.respond(Local, [{ toolCalls: [{ name: 'tickets_index' }, { name: 'breaks' }], then: 'None.' }])
    await fake
      .agent(Local)
      .as({ ...principal, abilities: [] })
      .prompt('go')
    expect(fake.calls(Local)[0]?.toolCalls[0]).toMatchObject({ denied: 'scope', output: { denied: 'scope' } })
    expect(fake.calls(Local)[0]?.toolCalls[0]?.status).toBeUndefined()
    expect(fake.calls(Local)[0]?.toolCalls[1]?.error).toEqual(new Error('It broke.'))
  })
})

describe('the end of a fake', () => {
  test('names a prompt that is still running', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    const { promise, resolve } = Promise.withResolvers<string>()
    const asked = Promise.withResolvers<void>()
    fake.respond(Clerk, [
      () => {
        asked.resolve()
        return promise
      },
    ])
    const answer = fake.agent(Clerk).as(principal).prompt('slow')
    await asked.promise
    const [complaint, ...others] = endOf(fake)?.complaints ?? []
    expect(others).toEqual([])
    expect(complaint).toBeInstanceOf(PromptRunningError)
    expect(complaint).toMatchObject({ agent: 'clerk', input: 'slow', code: 'PROMPT_RUNNING' })
    expect(complaint?.message).toContain('It waits for its scripted step 1')
    expect(endOf(fake)).toBeUndefined()
    resolve('Late.')
    expect((await answer).text).toBe('Late.')
  })

  test('an aborted prompt and an endless reply are not unfinished', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi()
    const controller = new AbortController()
    fake.respond(Clerk, [
      {
        toolCalls: [{ name: 'tickets_index' }],
        then: {
          toolCalls: [{ name: 'tickets_index' }],
          then: 'never',
        },
      },
      forever([{ name: 'tickets_index' }]),
    ])
    const clerk = fake.agent(Clerk).as(principal)
    const prompt = clerk.prompt('go', { signal: controller.signal })
    controller.abort(new Error('Enough.'))
    expect(await rejection(prompt)).toMatchObject({ message: 'Enough.' })
    expect((await clerk.prompt('go on')).steps).toHaveLength(20)
  })

  test('an aborted signal before the prompt uses up no reply', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi()
    fake.respond(Clerk, ['Hello.'])
    const clerk = fake.agent(Clerk).as(principal)
    await rejection(clerk.prompt('never', { signal: AbortSignal.abort() }))
    expect((await clerk.prompt('hi')).text).toBe('Hello.')
    fake.assertPromptedTimes(Clerk, 1)
  })

  test('a retry stays on the reply of its prompt, and waits for nothing', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi()
    fake.respond(Clerk, [{ error: apiError({ status: 429 }), then: 'At last.' }, 'Second.'])
    const clerk = fake.agent(Clerk).as(principal)
    const texts = (await Promise.all([clerk.prompt('1'), clerk.prompt('2')])).map(({ text }) => text)
    expect(texts).toEqual(['At last.', 'Second.'])
  })

  test('a scripted error that nobody retried leaves its then unreached', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, [{ error: new Error('The model is down.'), then: 'Hello.' }])
    await rejection(fake.agent(Clerk).as(principal).prompt('hi'))
    expect(endOf(fake)?.complaints).toMatchObject([{ code: 'UNFINISHED_REPLY', unreached: ['text "Hello."'] }])
  })

  test('a provider that is not configured is refused, recorded and reported', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, ['never'])
    const error = await rejection(fake.agent(Clerk).as(principal).prompt('hi', { provider: 'mian' }))
    expect(error).toMatchObject({ code: 'PROVIDER', provider: 'mian' })
    expect(fake.calls(Clerk)).toMatchObject([{ input: 'hi', error }])
    expect(endOf(fake)?.complaints).toEqual([error as Error])
  })

  test('every other model is refused, at the call and at the end', async () => {
    const embeddingModel = () => expect.unreachable('a real model was made')
    const ai = defineAi({ default: 'main', providers: { main: { embeddingModel } } })
    const http = await TestApp.fromApp(createApp({ bindings: { ai } }))
    const fake = http.fakeAi()
    expect(await rejection(ai.embed({ value: 'x' }))).toBeInstanceOf(UnscriptedModelError)
    expect(endOf(fake)?.complaints).toMatchObject([{ kind: 'embeddingModel', provider: 'main' }])
  })

  test('its message lists every complaint and the run', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    await http.post('/prompt').assertStatus(500)
    const { message, cause, complaints } = endOf(fake) as FakeAiError
    expect(cause).toBe(complaints[0])
    expect(message).toStartWith(
      'The fake AI ended with a complaint:\n  1. Agent "clerk" was prompted (its prompt 1: "from a route")',
    )
    expect(message).toContain('>>> prompt 1 to clerk as user:1: "from a route"')
  })
})

describe('what a running prompt waits for', () => {
  test('is a gate of its script', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, [{ chunks: ['Hel', Promise.withResolvers<void>().promise, 'lo'] }])
    const response = await fake.agent(Clerk).as(principal).stream('hi')
    await response.body?.getReader().read()
    expect(endOf(fake)?.complaints).toMatchObject([
      { waitsFor: 'a gate of its script, or for whoever reads its stream' },
    ])
  })

  test('is a tool that has not returned', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    const { promise, resolve } = Promise.withResolvers<string>()
    const called = Promise.withResolvers<void>()
    class Slow extends Agent {
      override tools() {
        return {
          wait: tool({
            description: 'Wait.',
            inputSchema: z.object({}),
            execute: () => {
              called.resolve()
              return promise
            },
          }),
        }
      }
    }
    fake.respond(Slow, [{ toolCalls: [{ name: 'wait' }], then: 'Done.' }])
    const answer = fake.agent(Slow).as(principal).prompt('hi')
    await called.promise
    expect(endOf(fake)?.complaints).toMatchObject([{ waitsFor: 'the tool wait to return' }])
    resolve('now')
    await answer
  })
})

test('a call is what it says and no more: fit for a test to look through', async () => {
  const { http } = await createDesk()
  using fake = http.fakeAi()
  fake.respond(Clerk, ['Hello.'])
  const clerk = fake.agent(Clerk).as(principal)
  await clerk.prompt('one')
  await rejection(clerk.prompt('two', { provider: 'nobody' }))
  expect(fake.calls(Clerk).map((call) => Object.keys(call))).toEqual([
    ['agent', 'input', 'principal', 'toolCalls', 'requests', 'response'],
    ['agent', 'input', 'principal', 'toolCalls', 'requests', 'error'],
  ])
  expect(() => fake.assertComplete()).toThrow('"nobody"')
  endOf(fake)
})
