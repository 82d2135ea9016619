import { describe, expect, test } from 'bun:test'
import { generateText, isStepCount, streamText, tool, ToolLoopAgent } from 'ai'
import { z } from 'zod'
import {
  EndlessLoopError,
  forever,
  type Reply,
  ScriptExhaustedError,
  scriptedModel,
  ScriptUnfinishedError,
} from './index.js'
import { rejection } from './test-models.js'

const add = tool({ inputSchema: z.object({ a: z.number(), b: z.number() }), execute: ({ a, b }) => a + b })
const sum = { name: 'add', input: { a: 2, b: 3 } }

describe('a script', () => {
  test('plays a tool call and an answer through the SDK loop', async () => {
    const model = scriptedModel([[sum], 'The answer is 5.'])
    const result = await new ToolLoopAgent({ model, tools: { add } }).generate({ prompt: '2 + 3?' })
    expect(result.text).toBe('The answer is 5.')
    expect(model.calls[0]?.tools.map(({ name }) => name)).toEqual(['add'])
    expect(model.calls[1]?.messages.at(-1)?.role).toBe('tool')
  })

  test('plays the same tool call and answer as a stream', async () => {
    const model = scriptedModel([[sum], 'The answer is 5.'])
    const result = await new ToolLoopAgent({ model, tools: { add } }).stream({ prompt: '2 + 3?' })
    expect(await result.text).toBe('The answer is 5.')
    expect((await result.steps)[0]?.toolResults[0]?.output).toBe(5)
    expect(model.calls.map(({ mode }) => mode)).toEqual(['stream', 'stream'])
  })

  test('answers calls in order, generated and streamed alike', async () => {
    const model = scriptedModel(['first', 'second', 'third'])
    expect((await generateText({ model, prompt: 'a' })).text).toBe('first')
    expect(await streamText({ model, prompt: 'b' }).text).toBe('second')
    expect((await generateText({ model, prompt: 'c' })).text).toBe('third')
  })

  test.each([
    ['an empty text', '', ''],
    ['an empty text step', { text: '' }, ''],
  ] satisfies [string, Reply, string][])('takes %s as an answer in both modes', async (_, step, text) => {
    const model = scriptedModel([step, step])
    expect((await generateText({ model, prompt: 'a' })).text).toBe(text)
    expect(await streamText({ model, prompt: 'a' }).text).toBe(text)
    expect(model.remaining).toBe(0)
  })

  test('says something beside its tool calls', async () => {
    const model = scriptedModel([{ toolCalls: [sum], text: 'Adding.' }, 'Five.'])
    const { steps } = await generateText({ model, tools: { add }, prompt: 'a', stopWhen: isStepCount(2) })
    expect(steps.map(({ text, finishReason }) => [text, finishReason])).toEqual([
      ['Adding.', 'tool-calls'],
      ['Five.', 'stop'],
    ])
  })

  test('goes on through 25 nested steps', async () => {
    let reply: Reply = 'Done.'
    for (let depth = 0; depth < 25; depth++) reply = { toolCalls: [sum], then: reply }
    const result = await generateText({
      model: scriptedModel([reply]),
      tools: { add },
      prompt: 'a',
      stopWhen: isStepCount(30),
    })
    expect(result.text).toBe('Done.')
    expect(result.steps).toHaveLength(26)
  })

  test('that the loop stops before is unfinished by the steps not reached', async () => {
    let reply: Reply = 'Done.'
    for (let depth = 0; depth < 25; depth++) reply = { toolCalls: [sum], then: reply }
    const model = scriptedModel([reply], { name: 'nested' })
    await generateText({ model, tools: { add }, prompt: 'a', stopWhen: isStepCount(20) })
    expect(model.remaining).toBe(6)
    const error = await rejection(Promise.try(() => model.assertComplete()))
    expect(error).toBeInstanceOf(ScriptUnfinishedError)
    expect(error).toMatchObject({
      code: 'SCRIPT_UNFINISHED',
      label: 'Model "nested"',
      taken: 20,
      left: { length: 6, 5: 'text "Done."' },
    })
  })

  test('that ends in tool calls is complete where the loop stops there', async () => {
    const model = scriptedModel([[sum]])
    await generateText({ model, tools: { add }, prompt: 'a' })
    expect(() => model.assertComplete()).not.toThrow()
  })

  test('that never ends answers for ever and is never unfinished', async () => {
    const model = scriptedModel([forever([sum])])
    const { steps } = await generateText({ model, tools: { add }, prompt: 'a', stopWhen: isStepCount(7) })
    expect(steps).toHaveLength(7)
    expect(model.remaining).toBe(0)
    expect(() => model.assertComplete()).not.toThrow()
  })

  test('that never ends ends a loop that nothing stops, in both modes, and serves the next prompt', async () => {
    let sums = 0
    const counted = tool({ inputSchema: add.inputSchema, execute: () => ++sums })
    const model = scriptedModel([forever(({ tools }) => (tools.length > 0 ? [sum] : 'Hi.'))], { name: 'adder' })
    const loop = { model, tools: { add: counted }, prompt: 'a', stopWhen: () => false }
    const error = await rejection(generateText(loop))
    expect(error).toBeInstanceOf(EndlessLoopError)
    expect(error).toMatchObject({ code: 'ENDLESS_LOOP', label: 'Model "adder"', calls: 500, offeredTools: ['add'] })
    expect({ sums, asked: model.calls.length }).toEqual({ sums: 500, asked: 501 })

    const errors: unknown[] = []
    await streamText({ ...loop, onError: (event) => void errors.push(event.error) }).consumeStream()
    expect(errors).toEqual([expect.any(EndlessLoopError)])
    expect((await generateText({ model, prompt: 'a' })).text).toBe('Hi.')
  })

  test('decides with a function, sync or async, from what the model was sent', async () => {
    const model = scriptedModel([
      (request) => `You said ${JSON.stringify(request.messages.at(-1)?.content)}`,
      async (request) => ({ text: request.mode }),
    ])
    expect((await generateText({ model, prompt: 'hello' })).text).toContain('hello')
    expect(await streamText({ model, prompt: 'x' }).text).toBe('stream')
  })

  test('fails with the scripted error itself', async () => {
    const error = new Error('The cable is cut.')
    const model = scriptedModel([{ error }, 'after'])
    expect(await rejection(generateText({ model, prompt: 'a' }))).toBe(error)
    expect((await generateText({ model, prompt: 'a' })).text).toBe('after')
  })

  test('gives exact content, the same in both modes', async () => {
    const step: Reply = {
      content: [
        { type: 'reasoning', text: 'Thinking.' },
        { type: 'text', text: 'One. ' },
        { type: 'source', sourceType: 'url', id: 's1', url: 'https://example.com' },
        { type: 'text', text: 'Two.' },
      ],
      finishReason: { unified: 'other', raw: 'pause' },
      response: { id: 'r1', headers: { 'x-region': 'eu' } },
    }
    const model = scriptedModel([step, step])
    const generated = await generateText({ model, prompt: 'a' })
    const streamed = streamText({ model, prompt: 'a' })
    expect(await streamed.text).toBe(generated.text)
    expect(generated).toMatchObject({
      text: 'One. Two.',
      reasoningText: 'Thinking.',
      rawFinishReason: 'pause',
      sources: [{ id: 's1' }],
    })
    expect(await streamed.reasoningText).toBe('Thinking.')
    expect(await streamed.sources).toEqual(generated.sources)
    expect(await streamed.rawFinishReason).toBe('pause')
    expect((await streamed.response).id).toBe('r1')
    expect((await streamed.response).headers).toEqual({ 'x-region': 'eu' })
  })
})

describe('past its end', () => {
  test.each(['generate', 'stream'] as const)('a model fails and answers nothing (%s)', async (mode) => {
    const model = scriptedModel(['first', 'second'], { name: 'triage' })
    const ask = async (prompt: string): Promise<string> => {
      if (mode === 'generate') return (await generateText({ model, prompt })).text
      let failure: unknown
      const result = streamText({ model, prompt, onError: ({ error }) => void (failure = error) })
      await result.consumeStream()
      if (failure !== undefined) throw failure
      return result.text
    }
    expect([await ask('a'), await ask('b')]).toEqual(['first', 'second'])
    const error = await rejection(ask('the third question'))
    expect(error).toBeInstanceOf(ScriptExhaustedError)
    expect(error).toMatchObject({
      code: 'SCRIPT_EXHAUSTED',
      label: 'Model "triage"',
      stepCount: 2,
      askedFor: 3,
      steps: ['text "first"', 'text "second"'],
      lastMessage: 'the third question',
      offeredTools: [],
    })
    expect(await rejection(ask('again'))).toMatchObject({ askedFor: 4 })
    expect(model.calls).toHaveLength(4)
  })

  test('the error names the offered tools and caps the last message', async () => {
    const error = await rejection(generateText({ model: scriptedModel([]), tools: { add }, prompt: 'x'.repeat(5000) }))
    expect(error).toMatchObject({
      stepCount: 0,
      offeredTools: ['add'],
      message: expect.stringContaining('nothing is scripted'),
    })
    expect(error).toHaveProperty('lastMessage', `${'x'.repeat(200)}… (+4800 characters)`)
  })

  test('nothing is retried', async () => {
    const model = scriptedModel([])
    await rejection(generateText({ model, prompt: 'a', maxRetries: 5 }))
    expect(model.calls).toHaveLength(1)
  })
})

describe('an abort', () => {
  test('before the call rejects with its reason and uses up no step', async () => {
    const model = scriptedModel(['kept'])
    const reason = new Error('gone')
    expect(await rejection(model.doGenerate({ prompt: [], abortSignal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(await rejection(model.doStream({ prompt: [], abortSignal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(model.remaining).toBe(1)
    expect(model.calls).toEqual([])
    expect((await generateText({ model, prompt: 'a' })).text).toBe('kept')
  })

  test('while a function step decides rejects at once', async () => {
    const controller = new AbortController()
    const model = scriptedModel([
      () => {
        controller.abort(new Error('gone'))
        return new Promise<string>(() => {})
      },
    ])
    expect(await rejection(model.doGenerate({ prompt: [], abortSignal: controller.signal }))).toHaveProperty(
      'message',
      'gone',
    )
  })
})

describe('an answer', () => {
  test('counts zero tokens unless told otherwise, and numbers everywhere', async () => {
    const zero = {
      inputTokens: 0,
      outputTokens: 0,
      totalTokens: 0,
      outputTokenDetails: { textTokens: 0, reasoningTokens: 0 },
    }
    const model = scriptedModel(['a', 'b'])
    expect((await generateText({ model, prompt: 'a' })).usage).toMatchObject(zero)
    expect(await streamText({ model, prompt: 'a' }).usage).toMatchObject(zero)
  })

  test.each([
    [{ inputTokens: 12 }, { inputTokens: 12, outputTokens: 0, totalTokens: 12 }],
    [
      { inputTokens: 12, outputTokens: 5 },
      { inputTokens: 12, outputTokens: 5, totalTokens: 17, outputTokenDetails: { textTokens: 5 } },
    ],
    [
      { inputTokens: { cacheRead: 4, noCache: 6 } },
      { inputTokens: 10, inputTokenDetails: { cacheReadTokens: 4, cacheWriteTokens: 0 } },
    ],
    [
      { outputTokens: { total: 9, reasoning: 4 } },
      { outputTokens: 9, outputTokenDetails: { textTokens: 5, reasoningTokens: 4 } },
    ],
  ])('takes usage as %j', async (usage, expected) => {
    expect((await generateText({ model: scriptedModel([{ text: 'a', usage }]), prompt: 'a' })).usage).toMatchObject(
      expected,
    )
  })

  test('carries reasoning, finish reason, warnings and metadata in both modes', async () => {
    const step: Reply = {
      text: 'Hi.',
      reasoning: 'Greet.',
      finishReason: 'length',
      warnings: [{ type: 'other', message: 'slow' }],
      providerMetadata: { acme: { cached: true } },
    }
    const expected = {
      reasoningText: 'Greet.',
      finishReason: 'length',
      warnings: step.warnings,
      providerMetadata: step.providerMetadata,
    }
    const model = scriptedModel([step, step])
    expect(await generateText({ model, prompt: 'a' })).toMatchObject(expected)
    const streamed = streamText({ model, prompt: 'a' })
    expect({
      reasoningText: await streamed.reasoningText,
      finishReason: await streamed.finishReason,
      warnings: await streamed.warnings,
      providerMetadata: await streamed.providerMetadata,
    }).toMatchObject(expected)
  })

  test('has the same response id and model id from run to run', async () => {
    const { response } = await generateText({ model: scriptedModel(['a'], { name: 'greeter' }), prompt: 'a' })
    expect(response).toMatchObject({ id: 'response-1', modelId: 'greeter', timestamp: expect.any(Date) })
  })
})

describe('tool call ids', () => {
  test('are counted for each model, and kept where given', async () => {
    const model = scriptedModel([[sum, { ...sum, id: 'call-2' }, sum], [sum], 'Done.'])
    const { steps } = await generateText({ model, tools: { add }, prompt: 'a', stopWhen: isStepCount(3) })
    expect(steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolCallId }) => toolCallId))).toEqual([
      'call-1',
      'call-2',
      'call-3',
      'call-4',
    ])
  })

  test('skip those of the conversation so far', async () => {
    const first = await generateText({ model: scriptedModel([[sum]]), tools: { add }, prompt: 'a' })
    const model = scriptedModel([[sum]])
    const { toolCalls } = await generateText({
      model,
      tools: { add },
      messages: [{ role: 'user', content: 'a' }, ...first.responseMessages],
    })
    expect(toolCalls[0]?.toolCallId).toBe('call-2')
  })
})
