import { describe, expect, test } from 'bun:test'
import { generateText, Output, StreamProviderError, streamText, tool, type TextStreamPart, type ToolSet } from 'ai'
import { z } from 'zod'
import { apiError, InvalidStepError, scriptedModel, type Reply } from './index.js'
import { rejection } from './test-models.js'

function stream(reply: Reply, options: { signal?: AbortSignal; retries?: number } = {}) {
  const model = scriptedModel([reply])
  const { signal, retries } = options
  return streamText({
    model,
    prompt: 'hello',
    onError: () => undefined,
    ...(signal && { abortSignal: signal }),
    ...(retries !== undefined && { streamRetries: retries }),
  })
}

async function deltas(parts: AsyncIterable<TextStreamPart<ToolSet>>): Promise<string[]> {
  const found: string[] = []
  for await (const part of parts) if (part.type === 'text-delta') found.push(part.text)
  return found
}

describe('chunks', () => {
  test('split the text of a stream, beside it or in its place', async () => {
    const chunks = ['Hel', 'lo', '.']
    expect(await deltas(stream({ text: 'Hello.', chunks }).stream)).toEqual(chunks)
    expect(await deltas(stream({ chunks, reasoning: 'Hm.' }).stream)).toEqual(chunks)
    expect((await generateText({ model: scriptedModel([{ chunks }]), prompt: 'hello' })).text).toBe('Hello.')
  })

  test('split what the model says beside its tool calls', async () => {
    const model = scriptedModel([{ toolCalls: [{ name: 'look' }], text: 'I look.', chunks: ['I ', 'look.'] }, 'Done.'])
    const tools = { look: tool({ inputSchema: z.object({}), execute: () => 'found' }) }
    const found: string[] = []
    for await (const text of streamText({ model, tools, prompt: 'hello' }).textStream) found.push(text)
    expect(found).toEqual(['I ', 'look.'])
  })

  test('split a structured output, in the text that goes over the wire', async () => {
    const output = Output.array({ element: z.number() })
    const model = scriptedModel([{ output: [1, 2], chunks: ['{"elements":[1', ',2]}'] }])
    const { partialOutputStream } = streamText({ model, output, prompt: 'hello' })
    const partials: unknown[] = []
    for await (const partial of partialOutputStream) partials.push(partial)
    expect(partials.at(-1)).toEqual([1, 2])

    const other = scriptedModel([{ output: [1, 2], chunks: ['[1', ',2]'] }])
    const error = await rejection(generateText({ model: other, output, prompt: 'hello' }))
    expect(error).toMatchObject({ code: 'IMPOSSIBLE_OUTPUT', reason: 'chunks', path: 'output' })
    expect((error as Error).message).toContain('elements')
  })

  test('a promise among them is a gate: what is behind it comes when the test opens it', async () => {
    const gate = Promise.withResolvers<void>()
    const reader = stream({ chunks: ['Hel', gate.promise, 'lo'] }).textStream.getReader()
    expect((await reader.read()).value).toBe('Hel')
    const next = reader.read()
    expect(await Promise.race([next, 'waiting'])).toBe('waiting')
    gate.resolve()
    expect((await next).value).toBe('lo')
    expect((await reader.read()).done).toBe(true)
  })

  test('asked to generate, the model answers once every gate is open', async () => {
    const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const model = scriptedModel([{ chunks: [one.promise, 'Hello', two.promise] }])
    const answer = generateText({ model, prompt: 'hello' }).then(({ text }) => text)
    one.resolve()
    expect(await Promise.race([answer, Promise.resolve('waiting')])).toBe('waiting')
    two.resolve()
    expect(await answer).toBe('Hello')
  })

  test('an abort ends the waiting, in both modes', async () => {
    const forever = Promise.withResolvers<void>().promise
    const controller = new AbortController()
    const parts = stream({ chunks: ['Hel', forever, 'lo'] }, { signal: controller.signal }).stream
    const seen: string[] = []
    for await (const part of parts) {
      seen.push(part.type)
      if (part.type === 'text-delta') controller.abort(new Error('Enough.'))
    }
    expect(seen.at(-1)).toBe('abort')

    const other = new AbortController()
    const model = scriptedModel([{ chunks: ['Hel', forever] }])
    const answer = generateText({ model, prompt: 'hello', abortSignal: other.signal })
    other.abort(new Error('Enough.'))
    expect(await rejection(answer)).toEqual(new Error('Enough.'))
  })

  test('a gate that fails fails the stream there, and nothing before', async () => {
    const broken = Promise.reject(new Error('The line dropped.'))
    const { stream: parts } = stream({ chunks: ['Hel', broken, 'lo'] })
    expect(await rejection(deltas(parts))).toEqual(new Error('The line dropped.'))
    const model = scriptedModel([{ chunks: [broken] }])
    expect(await rejection(generateText({ model, prompt: 'hello' }))).toEqual(new Error('The line dropped.'))
  })
})

describe('breaksAfter', () => {
  test('the text arrives up to there, then an error part', async () => {
    const error = new Error('Overloaded.')
    const seen: unknown[] = []
    for await (const part of stream({ text: 'Hello.', breaksAfter: 3, error }).stream) {
      if (part.type === 'text-delta') seen.push(part.text)
      if (part.type === 'error') seen.push(part.error)
      if (part.type === 'finish') seen.push(part.finishReason)
    }
    expect(seen).toEqual(['Hel', error, 'error'])
  })

  test('counts characters across chunks, and waits at the gates in front of it only', async () => {
    const never = Promise.withResolvers<void>().promise
    const reply: Reply = {
      text: 'Hello.',
      chunks: ['He', Promise.resolve(), 'll', never, 'o.'],
      breaksAfter: 4,
      error: new Error('x'),
    }
    expect(await deltas(stream(reply).stream)).toEqual(['He', 'll'])
    expect(await deltas(stream({ text: 'Hello.', breaksAfter: 0, error: new Error('x') }).stream)).toEqual([])
  })

  test("a provider's error arrives as the SDK reports one within a stream", async () => {
    const error = apiError({ status: 529, message: 'Overloaded.' })
    const seen: unknown[] = []
    for await (const part of stream({ text: 'Hello.', breaksAfter: 3, error }).stream) {
      if (part.type === 'error') seen.push(part.error)
    }
    expect(seen).toHaveLength(1)
    expect(StreamProviderError.isInstance(seen[0])).toBe(true)
    expect(seen[0]).toMatchObject({ message: 'Overloaded.', statusCode: 529, isRetryable: true, cause: error })
  })

  test('asked to generate, the call fails with the error, and a retry goes on in the reply', async () => {
    const error = apiError({ status: 503 })
    const model = scriptedModel([{ text: 'Hello.', breaksAfter: 3, error, then: 'Hello again.' }])
    expect((await generateText({ model, prompt: 'hello' })).text).toBe('Hello again.')
    const once = scriptedModel([{ text: 'Hello.', breaksAfter: 3, error: new Error('Overloaded.') }])
    expect(await rejection(generateText({ model: once, prompt: 'hello' }))).toEqual(new Error('Overloaded.'))
  })

  test("the SDK's own retry of a stream goes on in the reply too", async () => {
    const reply: Reply = { text: 'Hello.', breaksAfter: 3, error: apiError({ status: 503 }), then: 'Hello again.' }
    expect((await deltas(stream(reply, { retries: 1 }).stream)).join('')).toEndWith('Hello again.')
  })
})

const mistakes: [reply: unknown, path: string, found: string][] = [
  [{ text: 'Hello.', chunks: 'Hello.' }, 'step 1.chunks', 'the text "Hello."'],
  [{ text: 'Hello.', chunks: ['Hello', 5] }, 'step 1.chunks[1]', 'the number 5'],
  [
    { text: 'Hello.', chunks: ['Hello'] },
    'step 1.chunks',
    'the text "Hello" in parts, and the step\'s text is "Hello."',
  ],
  [{ toolCalls: [{ name: 'look' }], text: 'a', chunks: ['b'] }, 'step 1.chunks', 'the text "b" in parts'],
  [{ content: [], chunks: [] }, 'step 1', 'a step with both `content` and `chunks`'],
  [{ error: new Error('x'), chunks: [] }, 'step 1', 'a step with both `error` and `chunks`'],
  [{ text: 'Hello.', breaksAfter: 7, error: new Error('x') }, 'step 1.breaksAfter', 'the number 7'],
  [{ text: 'Hello.', breaksAfter: -1, error: new Error('x') }, 'step 1.breaksAfter', 'the number -1'],
  [{ text: 'Hello.', breaksAfter: 0.5, error: new Error('x') }, 'step 1.breaksAfter', 'the number 0.5'],
  [{ text: 'Hello.', breaksAfter: 2 }, 'step 1.error', 'undefined'],
  [{ text: 'Hello.', breaksAfter: 2, error: 'x' }, 'step 1.error', 'the text "x"'],
  [{ output: 1, breaksAfter: 2, error: new Error('x') }, 'step 1', 'a step with both `output` and `breaksAfter`'],
  [{ text: 'Hello.', then: 'More.' }, 'step 1', 'an answer (`text`) with a `then`'],
]

describe('what cannot be split or broken is refused when scripted', () => {
  test.each(mistakes.map((each, index) => [`${each[1]} is ${each[2]} (${index + 1})`, each] as const))(
    '%s',
    (_, [reply, path, found]) => {
      let error: unknown
      try {
        // What is no step at all for the types too.
        scriptedModel([reply as Reply])
      } catch (thrown) {
        error = thrown
      }
      expect(error).toBeInstanceOf(InvalidStepError)
      expect(error).toMatchObject({ path })
      expect((error as InvalidStepError).found).toContain(found)
    },
  )
})
