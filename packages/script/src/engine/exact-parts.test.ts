import { describe, expect, test } from 'bun:test'
import { generateText, isStepCount, streamText, tool } from 'ai'
import { z } from 'zod'
import { apiError, InvalidStepError, type Reply, scriptedModel, type StreamPart } from '../index.js'
import { rejection } from '../test-models.js'

const look = tool({ inputSchema: z.object({ id: z.string() }), execute: ({ id }) => `saw ${id}` })
const lookCall = { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: '{"id":"1"}' } as const
const finish = { type: 'finish', finishReason: 'stop', usage: { inputTokens: 3, outputTokens: 2 } } as const

const parts: StreamPart[] = [
  { type: 'stream-start', warnings: [{ type: 'other', message: 'slow' }] },
  { type: 'response-metadata', id: 'r1', modelId: 'acme-2' },
  { type: 'reasoning-start', id: 'a' },
  { type: 'reasoning-delta', id: 'a', delta: 'Hm.' },
  { type: 'text-start', id: 'b' },
  { type: 'text-delta', id: 'b', delta: 'Hel' },
  { type: 'ping' },
  { type: 'reasoning-end', id: 'a', providerMetadata: { acme: { signature: 's' } } },
  { type: 'text-delta', id: 'b', delta: 'lo' },
  { type: 'text-end', id: 'b' },
  { type: 'text-start', id: 'b' },
  { type: 'text-delta', id: 'b', delta: ' again' },
  { type: 'text-end', id: 'b' },
  { type: 'source', sourceType: 'url', id: 's1', url: 'https://example.com' },
  { ...finish, providerMetadata: { acme: { cached: true } } },
]

async function streamed(reply: Reply): Promise<unknown[]> {
  const sent: unknown[] = []
  for await (const part of (await scriptedModel([reply]).doStream({ prompt: [] })).stream) sent.push(part)
  return sent
}

describe('exact parts', () => {
  test('are what is streamed, the short forms of the last one written out', async () => {
    const sent = await streamed({ parts })
    expect(sent.slice(0, -1)).toEqual(parts.slice(0, -1))
    expect(sent.at(-1)).toMatchObject({
      finishReason: { unified: 'stop', raw: undefined },
      usage: { inputTokens: { total: 3, noCache: 3, cacheRead: 0 }, outputTokens: { total: 2 } },
      providerMetadata: { acme: { cached: true } },
    })
  })

  test('keep counts that are undefined in the SDK form', async () => {
    const usage = {
      inputTokens: { total: 3, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    }
    expect(await streamed({ parts: [{ ...finish, usage }] })).toMatchObject([{ usage }])
  })

  test('are generated as the content that they make', async () => {
    const step: Reply = { parts, response: { headers: { 'x-region': 'eu' } } }
    const model = scriptedModel([step, step])
    const generated = await generateText({ model, prompt: 'a' })
    expect(generated).toMatchObject({
      text: 'Hello again',
      reasoningText: 'Hm.',
      finishReason: 'stop',
      usage: { inputTokens: 3, outputTokens: 2 },
      warnings: [{ type: 'other', message: 'slow' }],
      providerMetadata: { acme: { cached: true } },
      response: { id: 'r1', modelId: 'acme-2', headers: { 'x-region': 'eu' } },
    })
    const result = streamText({ model, prompt: 'a' })
    expect(await result.content).toMatchObject(JSON.parse(JSON.stringify(generated.content)))
    expect((await result.response).headers).toEqual({ 'x-region': 'eu' })
  })

  test('without a finish were interrupted', async () => {
    const { finishReason, content } = await scriptedModel([{ parts: parts.slice(4, 6) }]).doGenerate({ prompt: [] })
    expect([finishReason.unified, content]).toEqual(['interrupted', [{ type: 'text', text: 'Hel' }]])
  })

  test('with a promise among them wait for it, in both modes', async () => {
    const gate = Promise.withResolvers<void>()
    const step: Reply = { parts: [...parts.slice(0, 4), gate.promise, ...parts.slice(4)] }
    const model = scriptedModel([step, step])
    const reader = (await model.doStream({ prompt: [] })).stream.getReader()
    for (const part of parts.slice(0, 4)) expect((await reader.read()).value).toEqual(part as never)
    const next = reader.read()
    const answer = generateText({ model, prompt: 'a' }).then(({ text }) => text)
    expect(await Promise.race([next, answer, 'waiting'])).toBe('waiting')
    gate.resolve()
    expect((await next).value).toMatchObject({ type: 'text-start' })
    expect(await answer).toBe('Hello again')
  })

  test('can be aborted anywhere, in the middle of reasoning too', async () => {
    const never = Promise.withResolvers<void>().promise
    const model = scriptedModel([{ parts: [...parts.slice(0, 4), never, ...parts.slice(4)] }])
    const controller = new AbortController()
    const seen: string[] = []
    for await (const part of streamText({ model, prompt: 'a', abortSignal: controller.signal }).stream) {
      seen.push(part.type)
      if (part.type === 'reasoning-delta') controller.abort()
    }
    expect(seen.at(-1)).toBe('abort')
    expect(seen).not.toContain('text-start')
  })

  test('with an error fail a call that generates, and break a stream', async () => {
    const error = new Error('Overloaded.')
    const step: Reply = { parts: [...parts.slice(0, 6), { type: 'error', error }] }
    expect(await rejection(generateText({ model: scriptedModel([step]), prompt: 'a' }))).toBe(error)
    expect((await streamed(step)).at(-1)).toEqual({ type: 'error', error })
  })

  test('with a retryable error go on in the reply, with no waiting', async () => {
    const error = apiError({ status: 503 })
    const model = scriptedModel([{ parts: [{ type: 'error', error }], then: 'Back.' }])
    expect((await generateText({ model, prompt: 'a' })).text).toBe('Back.')
  })
})

describe('tool calls in exact parts', () => {
  test('run, and the reply goes on', async () => {
    const step: Reply = { parts: [lookCall, { ...finish, finishReason: 'tool-calls' }], then: 'Done.' }
    const options = { tools: { look }, prompt: 'a', stopWhen: isStepCount(2) }
    const generated = await generateText({ model: scriptedModel([step]), ...options })
    expect([generated.steps[0]?.toolResults[0]?.output, generated.text]).toEqual(['saw 1', 'Done.'])
    const result = streamText({ model: scriptedModel([step]), ...options })
    expect(await result.text).toBe('Done.')
    expect((await result.steps)[0]?.toolResults[0]?.output).toBe('saw 1')
  })

  test.each(['content', 'parts'] as const)('are checked against the request (%s)', async (key) => {
    let ran = 0
    const tools = { look: tool({ inputSchema: z.object({ id: z.string() }), execute: () => ++ran }) }
    const play = (call: object) => {
      // Two kinds of step at once are more than the types can follow.
      const model = scriptedModel([{ [key]: [{ ...lookCall, ...call }] } as unknown as Reply])
      return rejection(generateText({ model, tools, prompt: 'a' }))
    }
    expect(await play({ toolName: 'lok' })).toMatchObject({ code: 'IMPOSSIBLE_TOOL_CALL', nearest: 'look' })
    expect(await play({ input: '{"id":1}' })).toMatchObject({ code: 'IMPOSSIBLE_TOOL_CALL', path: 'input.id' })
    expect(ran).toBe(0)
  })

  test('that are wrong on purpose go through the SDK', async () => {
    const model = scriptedModel([{ parts: [{ ...lookCall, input: '{"id"', invalid: true }, finish] }])
    const { toolCalls } = await generateText({ model, tools: { look }, prompt: 'a' })
    expect(toolCalls[0]).toMatchObject({ toolCallId: 'c1', invalid: true })
    expect(await streamed({ parts: [{ ...lookCall, invalid: true }] })).toEqual([lookCall])
  })
})

const search = tool({
  type: 'provider',
  id: 'acme.search',
  isProviderExecuted: true,
  args: {},
  inputSchema: z.object({ query: z.string() }),
  outputSchema: z.array(z.string()),
})
const searchCall = {
  type: 'tool-call',
  toolCallId: 'p1',
  toolName: 'search',
  input: '{"query":"a"}',
  providerExecuted: true,
} as const
const searchResult = { type: 'tool-result', toolCallId: 'p1', toolName: 'search', result: ['found'] } as const

describe('a call that the provider executes', () => {
  test.each(['content', 'parts'] as const)('comes with its result, and the loop does not go on (%s)', async (key) => {
    // Two kinds of step at once are more than the types can follow.
    const step = { [key]: [searchCall, searchResult, ...(key === 'parts' ? [finish] : [])] } as unknown as Reply
    const options = { tools: { search }, prompt: 'a', stopWhen: isStepCount(3) }
    const generated = await generateText({ model: scriptedModel([step]), ...options })
    expect(generated.toolResults).toMatchObject([{ toolCallId: 'p1', output: ['found'], providerExecuted: true }])
    expect([generated.finishReason, generated.steps.length]).toEqual(['stop', 1])
    const result = streamText({ model: scriptedModel([step]), ...options })
    expect(await result.toolResults).toMatchObject([{ toolCallId: 'p1', output: ['found'] }])
    expect(await result.steps).toHaveLength(1)
  })

  test('must be offered, unless it is dynamic', async () => {
    const model = scriptedModel([{ content: [searchCall, searchResult] }])
    expect(await rejection(generateText({ model, tools: { look }, prompt: 'a' }))).toMatchObject({
      code: 'IMPOSSIBLE_TOOL_CALL',
      reason: 'not-offered',
      toolName: 'search',
    })
    const content = [
      { ...searchCall, dynamic: true },
      { ...searchResult, dynamic: true },
    ]
    const { toolResults } = await generateText({ model: scriptedModel([{ content }]), prompt: 'a' })
    expect(toolResults).toMatchObject([{ toolCallId: 'p1', output: ['found'], dynamic: true }])
  })

  test('has one result in the end, whatever came before it', async () => {
    const preliminary = { ...searchResult, result: ['half'], preliminary: true }
    const model = scriptedModel([{ parts: [searchCall, preliminary, searchResult, finish] }])
    const { toolResults } = await generateText({ model, tools: { search }, prompt: 'a' })
    expect(toolResults.map(({ output }) => output)).toEqual([['found']])
  })
})

const mistakes: [path: string, found: string, step: unknown][] = [
  ['step 1.parts', 'the text "x"', { parts: 'x' }],
  ['step 1.parts[0]', 'null', { parts: [null] }],
  ['step 1.parts[1].type', 'the text "text"', { parts: [finish, { type: 'text', text: 'a' }] }],
  ['step 1.parts[0].type', 'the text "constructor"', { parts: [{ type: 'constructor' }] }],
  ['step 1.parts[0].delta', 'undefined', { parts: [{ type: 'text-delta', id: '1' }] }],
  ['step 1.parts[0].warnings', 'undefined', { parts: [{ type: 'stream-start' }] }],
  ['step 1.parts[0].finishReason', 'the text "tool_calls"', { parts: [{ ...finish, finishReason: 'tool_calls' }] }],
  ['step 1.parts[0].usage.inputTokens', 'the number -1', { parts: [{ ...finish, usage: { inputTokens: -1 } }] }],
  ['step 1.parts[0].data', 'the text "aGk="', { parts: [{ type: 'file', mediaType: 'image/png', data: 'aGk=' }] }],
  ['step 1.response', 'the text "x"', { parts: [], response: 'x' }],
  ['step 1', 'a step with both `parts` and `usage`', { parts: [], usage: {} }],
  ['step 1', 'a step with both `text` and `parts`', { parts: [], text: '' }],
  ['step 1', 'an answer (`parts` without a tool call or an error) with a `then`', { parts: [finish], then: 'x' }],
  ['step 2', 'a step with the tool call id "c1", which is taken', { parts: [lookCall], then: { parts: [lookCall] } }],
]

describe('what is no stream part is refused when scripted', () => {
  test.each(mistakes)('%s is %s', (path, found, step) => {
    let error: unknown
    try {
      // What is no step for the types too. The same again, for what is wrong only beside another.
      scriptedModel(path === 'step 2' ? [{ parts: [lookCall] }, step as Reply] : [step as Reply])
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(InvalidStepError)
    expect(error).toMatchObject({ path, found })
  })
})
