import { describe, expect, spyOn, test } from 'bun:test'
import { MockLanguageModelV4 } from 'ai/test'
import { readUIMessageStream, parseJsonEventStream, uiMessageChunkSchema, type UIMessage } from 'ai'
import { apiError, scriptedModel } from '@understudy/script'
import { Agent, AgentSetupError, defineAi, memoryConversations, Output, type ConversationStore } from './index.js'
import { Clerk, createDesk, principal, readChunks, rejection } from './test-desk.js'
import { z } from 'zod'

describe('stream()', () => {
  test('answers with a stream of UI messages, in which the tools ran as requests', async () => {
    const model = scriptedModel([[{ name: 'tickets_index' }], 'Seen.'])
    const { ai, seen } = createDesk(model)

    const response = await ai.agent(Clerk).as(principal).stream('There is a fire.')

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.has('x-conversation-id')).toBe(false)
    const chunks = await readChunks(response)
    expect(chunks.map(({ type }) => type)).toEqual([
      'start',
      'start-step',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-available',
      'tool-output-available',
      'finish-step',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ])
    expect(seen).toEqual([principal])
    expect(model.calls.map(({ mode }) => mode)).toEqual(['stream', 'stream'])
  })

  test("is what the SDK's own client reads", async () => {
    const model = scriptedModel([{ text: 'Hello.', reasoning: 'They greet me.' }])
    const response = await createDesk(model).ai.agent(Clerk).as(principal).stream('hello')
    const parsed = parseJsonEventStream({
      stream: response.body as ReadableStream<Uint8Array>,
      schema: uiMessageChunkSchema,
    })
    const chunks = parsed.pipeThrough(
      new TransformStream({
        transform: (chunk, controller) => {
          if (!chunk.success) throw chunk.error
          controller.enqueue(chunk.value)
        },
      }),
    )
    let message: UIMessage | undefined
    for await (const each of readUIMessageStream({ stream: chunks })) message = each
    expect(message?.parts.filter(({ type }) => type === 'text' || type === 'reasoning')).toMatchObject([
      { type: 'reasoning', text: 'They greet me.' },
      { type: 'text', text: 'Hello.' },
    ])
  })

  test('refuses an agent with an output before its model is asked, also where the types do not', async () => {
    class Digest extends Agent {
      output = Output.object({ schema: z.object({ n: z.number() }) })
    }
    const model = scriptedModel([{ output: { n: 1 } }])
    const bound = createDesk(model).ai.agent(Digest).as(principal)
    // @ts-expect-error -- an agent with an output cannot be streamed
    const error = await rejection(bound.stream('hello'))
    expect(error).toBeInstanceOf(AgentSetupError)
    expect((error as AgentSetupError).problems[0]).toContain('Write `prompt(input)`')
    expect(model.calls).toHaveLength(0)
  })

  test('rejects for a signal that is aborted already, before the model is asked', async () => {
    const model = scriptedModel(['Hello.'])
    const { ai } = createDesk(model)
    const reason = new Error('Changed my mind.')
    const signal = AbortSignal.abort(reason)
    expect(await rejection(ai.agent(Clerk).as(principal).stream('hello', { signal }))).toBe(reason)
    expect(model.calls).toHaveLength(0)
    expect(model.remaining).toBe(1)
  })
})

/** A provider's stream that says something and then breaks, without an error part. */
function brokenModel(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doStream: async () => ({
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] })
          controller.error(new Error('The line to secret-host dropped.'))
        },
      }),
    }),
  })
}

class Listening extends Agent {
  readonly heard: unknown[] = heard
  onError = ({ error }: { error: unknown }): void => {
    this.heard.push(error)
  }
}
const heard: unknown[] = []

describe('an error after the stream has begun', () => {
  test('is an error part without its reason, and the log has it', async () => {
    const logged = spyOn(console, 'error').mockImplementation(() => undefined)
    try {
      const model = scriptedModel([
        [{ name: 'tickets_index' }],
        { error: apiError({ status: 400, message: 'key sk-1 is bad' }) },
      ])
      const { ai } = createDesk(model)
      const chunks = await readChunks(await ai.agent(Clerk).as(principal).stream('hello', { conversation: true }))
      expect(chunks.filter(({ type }) => type === 'error')).toEqual([
        { type: 'error', errorText: 'An error occurred.' },
      ])
      expect(JSON.stringify(chunks)).not.toContain('sk-1')
      expect(String(logged.mock.calls)).toContain('key sk-1 is bad')
    } finally {
      logged.mockRestore()
    }
  })

  test('is one too when the provider’s stream just breaks; the class’s own listener hears of it', async () => {
    heard.length = 0
    const ai = defineAi({ default: 'main', providers: { main: { model: brokenModel } } })
    const chunks = await readChunks(await ai.agent(Listening).as(principal).stream('hello'))
    expect(chunks.at(-1)).toEqual({ type: 'error', errorText: 'An error occurred.' })
    expect(heard).toEqual([new Error('The line to secret-host dropped.')])
  })

  test('is one too when the turn cannot be stored, and the answer is not called finished before', async () => {
    heard.length = 0
    const full: ConversationStore = { ...memoryConversations(), create: () => Promise.reject(new Error('Disk full.')) }
    const model = scriptedModel(['Hello.'])
    const ai = defineAi({ default: 'main', providers: { main: { model: () => model } }, conversations: full })
    const response = await ai.agent(Listening).as(principal).stream('hello', { conversation: true })
    const types = (await readChunks(response)).map(({ type }) => type)
    expect(types.slice(-2)).toEqual(['error', 'finish'])
    expect(heard).toEqual([new Error('Disk full.')])
  })
})

test("the binding's own listener hears of an error in a stream, unless the agent has one", async () => {
  heard.length = 0
  const told: unknown[] = []
  const ai = defineAi({
    default: 'main',
    providers: { main: { model: brokenModel } },
    onError: ({ error, agent }) => void told.push([agent, (error as Error).message]),
  })
  await readChunks(await ai.agent(Listening).as(principal).stream('hello'))
  expect(told).toEqual([])
  class Quiet extends Agent {}
  await readChunks(await ai.agent(Quiet).as(principal).stream('hello'))
  expect(told).toEqual([['Quiet', 'The line to secret-host dropped.']])
  const failing = scriptedModel([{ error: new Error('No.') }, { error: new Error('No.') }])
  const other = defineAi({
    default: 'main',
    providers: { main: { model: () => failing } },
    onError: ({ error, agent }) => void told.push([agent, (error as Error).message]),
  })
  await readChunks(await other.agent(Quiet).as(principal).stream('hello'))
  await rejection(other.agent(Quiet).as(principal).prompt('hello'))
  expect(told).toEqual([
    ['Quiet', 'The line to secret-host dropped.'],
    ['Quiet', 'No.'],
  ])
})
