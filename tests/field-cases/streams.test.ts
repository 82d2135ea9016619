/** Field cases F5 to F8, and F1 to F4 again for streams: what a streamed prompt shows, and how it may end. */
import { describe, expect, test } from 'bun:test'
import { ImpossibleToolCallError, ScriptExhaustedError } from '@understudy/script'
import {
  apiError,
  TestApp,
  UnreadStreamError,
  UnscriptedPromptError,
  type FakeAi,
  type FakeAiError,
  type TestResponse,
} from '@understudy/testing'
import { createSampleApp, endOf, principal, readChunks, rejection, TitleAgent, Triager } from './sample-app.js'

async function createDesk() {
  const sample = createSampleApp()
  const http = (await TestApp.fromApp(sample.app)).actingAs(principal)
  return { ...sample, http, ai: http.fakeAi() }
}

/** The end of a fake that has something to complain about. */
function complaintsOf(ai: FakeAi): readonly Error[] {
  return (endOf(ai) as FakeAiError | undefined)?.complaints ?? []
}

function textOf(chunks: Awaited<ReturnType<typeof readChunks>>): string {
  return chunks.map(({ delta }) => (typeof delta === 'string' ? delta : '')).join('')
}

const errorPart = { type: 'error', errorText: 'An error occurred.' }
const looks = { toolCalls: [{ name: 'tickets_show' as const, input: { id: 1 } }], then: 'Seen.' }

describe('F1, streamed: a prompt past the end of the script', () => {
  test('fails in its stream and at disposal, naming the agent, the count and which prompt', async () => {
    const { http, ai } = await createDesk()
    ai.respond(Triager, ['first', 'second'])
    expect(textOf(await readChunks(await http.post('/chat', { input: 'one' })))).toBe('first')
    expect((await ai.agent(Triager).as(principal).prompt('two')).text).toBe('second')
    const response = await http.post('/chat', { input: 'three' })
    expect(response.status).toBe(200)
    expect((await readChunks(response)).filter(({ type }) => type === 'error')).toEqual([errorPart])
    const [complaint, ...others] = complaintsOf(ai)
    expect(others).toEqual([])
    expect(complaint).toBeInstanceOf(UnscriptedPromptError)
    expect(complaint).toMatchObject({ agent: 'triager', scripted: 2, prompt: 3, input: 'three' })
  })
})

describe('F2, streamed: falsy answers', () => {
  test.each(['', { text: '' }])('%j is an answer', async (reply) => {
    const { http, ai } = await createDesk()
    ai.respond(Triager, [reply])
    const chunks = await readChunks(await http.post('/chat', { input: 'hello' }))
    expect(chunks.at(-1)).toEqual({ type: 'finish', finishReason: 'stop' })
    expect(ai.calls(Triager)[0]?.response?.text).toBe('')
    expect(endOf(ai)).toBeUndefined()
  })
})

describe('F3, streamed: an agent that nobody awaits', () => {
  test('is reported at disposal, and the scripted one answers', async () => {
    const { app, http, ai } = await createDesk()
    app.post('/thread', async (c) => {
      const title = c.var.ai.agent(TitleAgent).as(principal).prompt('Find a title.')
      title.catch(() => undefined)
      return await c.var.ai.agent(Triager).as(principal).stream('hello')
    })
    ai.respond(Triager, ['Hello.'])
    expect(textOf(await readChunks(await http.post('/thread')))).toBe('Hello.')
    expect(complaintsOf(ai)).toMatchObject([{ agent: 'title', scripted: 0 }])
  })
})

describe('F4, streamed: a scripted tool call that the model could not make', () => {
  test.each(['ticket_show', 'constructor', '__proto__'])('%j fails, and no route is reached', async (name) => {
    const { http, ai, hits } = await createDesk()
    ai.respond(Triager, [{ toolCalls: [{ name: name as 'tickets_show', input: { id: 1 } }], then: 'Done.' }])
    expect(await readChunks(await http.post('/chat', { input: 'look' }))).toContainEqual(errorPart)
    const complaints = complaintsOf(ai)
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toBeInstanceOf(ImpossibleToolCallError)
    expect(complaints[0]).toMatchObject({ toolName: name })
    expect(hits).toEqual({})
  })

  test('on purpose, it goes through the SDK as a real mistake would', async () => {
    const { http, ai, hits } = await createDesk()
    ai.respond(Triager, [{ toolCalls: [{ name: 'ticket_show', input: { id: 1 }, invalid: true }], then: 'Sorry.' }])
    expect(textOf(await readChunks(await http.post('/chat', { input: 'look' })))).toBe('Sorry.')
    expect(String(ai.calls(Triager)[0]?.toolCalls[0]?.error)).toContain('ticket_show')
    expect(endOf(ai)).toBeUndefined()
    expect(hits).toEqual({})
  })
})

describe('F5: the calls of a stream, before and after its body is read', () => {
  test('the prompt is recorded at once, and its tool calls are complete once the body is read', async () => {
    const { http, ai } = await createDesk()
    ai.respond(Triager, [
      {
        toolCalls: [
          { name: 'tickets_show', input: { id: 2 } },
          { name: 'tickets_index', input: {} },
        ],
        then: looks,
      },
    ])
    const response = await http.post('/chat', { input: 'look' }).assertOk()
    const [call] = ai.calls(Triager)
    expect(call).toMatchObject({ input: 'look', principal, conversationId: response.headers.get('x-conversation-id') })
    expect(call).not.toHaveProperty('response')
    expect(call?.toolCalls.filter((toolCall) => 'output' in toolCall)).toEqual([])

    await response.text()

    expect(call?.toolCalls.map(({ step, name, status }) => [step, name, status])).toEqual([
      [1, 'tickets_show', 200],
      [1, 'tickets_index', 200],
      [2, 'tickets_show', 200],
    ])
    expect(call?.requests).toHaveLength(3)
    expect(call?.response).toMatchObject({ text: 'Seen.', finishReason: 'stop' })
    ai.assertToolCalled(Triager, 'tickets_index')
    expect(endOf(ai)).toBeUndefined()
  })

  test('a body that nobody read is named at disposal', async () => {
    const { http, ai } = await createDesk()
    ai.respond(Triager, [looks])
    await http.post('/chat', { input: 'look' }).assertOk()
    const complaints = complaintsOf(ai)
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toBeInstanceOf(UnreadStreamError)
    expect(complaints[0]).toMatchObject({ agent: 'triager', input: 'look', code: 'UNREAD_STREAM' })
  })

  test('a body that is read in part is a prompt that still runs', async () => {
    const { http, ai } = await createDesk()
    ai.respond(Triager, [looks])
    const response = await http.post('/chat', { input: 'look' })
    await response.raw.body?.getReader().read()
    expect(complaintsOf(ai)).toMatchObject([{ code: 'PROMPT_RUNNING', agent: 'triager' }])
  })

  test('a streamed reply that the loop did not finish is named like any other', async () => {
    const { http, ai } = await createDesk()
    class OneStep extends Triager {
      static override agentName = 'one-step'
      stopWhen = (): boolean => true
    }
    ai.respond(OneStep, [looks])
    await (await ai.agent(OneStep).as(principal).stream('look')).text()
    void http
    const [complaint] = complaintsOf(ai)
    expect(complaint).toMatchObject({ code: 'UNFINISHED_REPLY', taken: 1, total: 2, unreached: ['text "Seen."'] })
    expect((complaint as { reason?: string }).reason).toContain('stopWhen')
  })
})

describe('F6: a stream that fails', () => {
  const failures = [
    ['with nothing scripted', [], UnscriptedPromptError],
    ['past the end, at step 2', [[{ name: 'tickets_show' as const, input: { id: 1 } }]], ScriptExhaustedError],
  ] as const
  test.each(failures)('%s: 200 and an error part, one complaint with the reason, nothing stored', async (...given) => {
    const [, replies, Complaint] = given
    const { http, ai } = await createDesk()
    ai.respond(Triager, replies)
    const response = await http.post('/chat', { input: 'look' }).assertOk()
    const chunks = await readChunks(response)
    expect(chunks.filter(({ type }) => type === 'error')).toEqual([errorPart])
    expect(await stored(ai, response)).toBeUndefined()
    const complaints = complaintsOf(ai)
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toBeInstanceOf(Complaint)
  })

  test('a scripted failure of the provider is none of the script: nothing to complain of', async () => {
    const { http, ai } = await createDesk()
    ai.respond(Triager, [
      { toolCalls: [{ name: 'tickets_show', input: { id: 1 } }], then: { error: apiError({ status: 400 }) } },
      { text: 'Half of it.', breaksAfter: 4, error: new Error('The line dropped.') },
    ])
    for (const text of ['', 'Half']) {
      const response = await http.post('/chat', { input: 'look' }).assertOk()
      const chunks = await readChunks(response)
      expect(chunks).toContainEqual(errorPart)
      expect(chunks.filter(({ type }) => type === 'text-delta').map(({ delta }) => delta)).toEqual(text ? [text] : [])
      expect(await stored(ai, response)).toBeUndefined()
    }
    expect(ai.calls(Triager).map(({ error }) => String(error))).toEqual([
      'AI_APICallError: The scripted provider answered with status 400.',
      'Error: The line dropped.',
    ])
    expect(endOf(ai)).toBeUndefined()
  })
})

describe('F7: a reader that goes away', () => {
  test('after one chunk: nothing is stored, and the next turn works', async () => {
    const { http, ai } = await createDesk()
    ai.respond(Triager, [looks, 'Here.'])
    const response = await http.post('/chat', { input: 'look' })
    const reader = response.raw.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(await stored(ai, response)).toBeUndefined()
    expect(ai.calls(Triager)[0]).not.toHaveProperty('response')
    expect(textOf(await readChunks(await http.post('/chat', { input: 'again' })))).toBe('Here.')
    expect(endOf(ai)).toBeUndefined()
  })

  test('while a tool runs: what it really did is recorded, and nothing is stored', async () => {
    const { http, ai, hits, during } = await createDesk()
    const gate = Promise.withResolvers<void>()
    during['tickets_create'] = () => gate.resolve()
    ai.respond(Triager, [{ toolCalls: [{ name: 'tickets_create', input: { title: 'Leak' } }], then: 'Filed.' }])
    const response = await http.post('/chat', { input: 'file it' })
    const reader = response.raw.body?.getReader()
    const reading = (async () => {
      while (!(await reader?.read())?.done);
    })()
    await gate.promise
    await reader?.cancel()
    await reading
    expect(hits).toEqual({ tickets_create: 1 })
    expect(ai.calls(Triager)[0]?.toolCalls).toMatchObject([{ name: 'tickets_create', input: { title: 'Leak' } }])
    expect(await stored(ai, response)).toBeUndefined()
    expect(endOf(ai)).toBeUndefined()
  })

  test('before it has read anything: an abort like any other', async () => {
    const { http, ai } = await createDesk()
    ai.respond(Triager, [looks])
    const response = await http.post('/chat', { input: 'look' })
    await response.raw.body?.cancel()
    expect(ai.transcript()).toContain('aborted')
    expect(endOf(ai)).toBeUndefined()
  })
})

describe('F8: an abort', () => {
  const reason = new Error('Changed my mind.')
  const modes = ['prompt', 'stream'] as const

  /** Runs a prompt to its end, which for a stream is the end of its body: an `abort` part, or what it rejects with. */
  async function run(
    ai: FakeAi,
    mode: (typeof modes)[number],
    options: { signal: AbortSignal; conversation?: string },
  ) {
    const triager = ai.agent(Triager).as(principal)
    if (mode === 'prompt') return { rejected: await rejection(triager.prompt('look', options)) }
    return { parts: (await readChunks(await triager.stream('look', options))).map(({ type }) => type) }
  }

  async function expectAborted(ended: Awaited<ReturnType<typeof run>>): Promise<void> {
    if (ended.rejected) expect(ended.rejected).toBe(reason)
    else expect(ended.parts?.at(-1)).toBe('abort')
  }

  test.each(modes)('%s: by the tool’s own route; nothing is stored and the next turn works', async (mode) => {
    const { ai, hits, during } = await createDesk()
    const controller = new AbortController()
    during['tickets_show'] = () => controller.abort(reason)
    ai.respond(Triager, ['Hello.', looks, 'Back again.'])
    const triager = ai.agent(Triager).as(principal)
    const { conversationId = '' } = await triager.prompt('hello', { conversation: true })

    await expectAborted(await run(ai, mode, { signal: controller.signal, conversation: conversationId }))

    expect(hits).toEqual({ tickets_show: 1 })
    expect(ai.calls(Triager)[1]?.toolCalls).toMatchObject([{ name: 'tickets_show', input: { id: 1 } }])
    expect((await ai.conversations().find(conversationId))?.messages).toHaveLength(2)
    expect((await triager.continue(conversationId).prompt('again')).text).toBe('Back again.')
    expect(ai.calls(Triager)[2]?.requests[0]?.messages).toHaveLength(3)
    expect(endOf(ai)).toBeUndefined()
  })

  test.each(modes)('%s: between the steps; the reply is not unfinished', async (mode) => {
    const { ai } = await createDesk()
    const controller = new AbortController()
    ai.respond(Triager, [
      {
        toolCalls: [{ name: 'tickets_show', input: { id: 1 } }],
        then: () => {
          controller.abort(reason)
          return 'Too late.'
        },
      },
    ])
    await expectAborted(await run(ai, mode, { signal: controller.signal }))
    expect(ai.calls(Triager)[0]?.error).toBe(reason)
    expect(endOf(ai)).toBeUndefined()
  })

  test.each(modes)('%s: while the model speaks, at a gate', async (mode) => {
    const { ai } = await createDesk()
    const controller = new AbortController()
    const gate = Promise.withResolvers<void>()
    ai.respond(Triager, [{ chunks: ['Once upon', gate.promise, ' a time.'] }])
    const running = run(ai, mode, { signal: controller.signal })
    controller.abort(reason)
    await expectAborted(await running)
    expect(ai.transcript()).toContain('aborted')
    expect(endOf(ai)).toBeUndefined()
  })

  test.each(modes)('%s: before it began; it uses up no reply and is no prompt', async (mode) => {
    const { ai } = await createDesk()
    ai.respond(Triager, ['Still here.'])
    const triager = ai.agent(Triager).as(principal)
    expect(await rejection(triager[mode]('look', { signal: AbortSignal.abort(reason) }))).toBe(reason)
    ai.assertNothingPrompted()
    expect((await triager.prompt('look')).text).toBe('Still here.')
    expect(endOf(ai)).toBeUndefined()
  })
})

async function stored(ai: FakeAi, response: TestResponse): Promise<unknown> {
  const id = response.headers.get('x-conversation-id')
  expect(id).toBeString()
  return await ai.conversations().find(id ?? '')
}
