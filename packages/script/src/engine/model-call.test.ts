import { describe, expect, test } from 'bun:test'
import { generateText, isStepCount, jsonSchema, type ModelMessage, Output, tool } from 'ai'
import { z } from 'zod'
import { scriptedModel } from '../index.js'

describe('a recorded call', () => {
  test('holds what the model was sent', async () => {
    const model = scriptedModel([{ output: { n: 1 } }])
    await generateText({
      model,
      instructions: 'Count.',
      prompt: 'How many?',
      output: Output.object({ schema: z.object({ n: z.number() }) }),
      tools: { add: tool({ description: 'Adds.', inputSchema: z.object({ a: z.number() }) }) },
      temperature: 0.5,
      maxOutputTokens: 100,
      abortSignal: new AbortController().signal,
    })
    expect(model.calls).toEqual([
      {
        instructions: 'Count.',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'How many?' }] }],
        tools: [expect.objectContaining({ name: 'add', description: 'Adds.' })],
        toolChoice: { type: 'auto' },
        responseFormat: expect.objectContaining({ type: 'json' }),
        mode: 'generate',
        options: { temperature: 0.5, maxOutputTokens: 100, headers: expect.any(Object) },
      },
    ])
    expect(Object.keys(model.calls[0]?.options ?? {})).not.toContain('abortSignal')
  })

  test('has no instructions and no tools where there are none', async () => {
    const model = scriptedModel(['a'])
    await generateText({ model, prompt: 'a' })
    expect(model.calls[0]).toMatchObject({ instructions: undefined, tools: [] })
  })

  test('is not reached by later changes of what was sent', async () => {
    const required = ['id']
    const schema = { type: 'object', properties: { id: { type: 'string' } }, required } as const
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'before' }] }]
    const bytes = new Uint8Array([1, 2, 3])
    messages.push({ role: 'user', content: [{ type: 'file', data: bytes, mediaType: 'application/x-test' }] })
    const result = { items: ['before'] }
    const providerOptions = { acme: { flag: 'before' } }
    const model = scriptedModel([[{ name: 'show', input: { id: '1' } }], 'Done.'])
    await generateText({
      model,
      messages,
      providerOptions,
      tools: { show: tool({ inputSchema: jsonSchema(schema), execute: () => result }) },
      stopWhen: isStepCount(2),
    })
    const before = JSON.stringify(model.calls)
    result.items.push('after')
    providerOptions.acme.flag = 'after'
    required.push('after')
    bytes[0] = 9
    messages.push({ role: 'user', content: 'after' })
    messages[0] = { role: 'user', content: 'after' }
    for (const request of model.doGenerateCalls) request.prompt.length = 0
    expect(JSON.stringify(model.calls)).toBe(before)
    expect(before).not.toContain('after')
  })

  test('shares with the call before it what did not change', async () => {
    const model = scriptedModel([[{ name: 'show' }], 'Done.'])
    await generateText({
      model,
      prompt: 'a',
      tools: { show: tool({ inputSchema: z.object({}), execute: () => 1 }) },
      stopWhen: isStepCount(2),
    })
    const [first, second] = model.calls
    expect(second?.messages[0]).toBe(first?.messages[0])
    expect(second?.tools).toBe(first?.tools)
    expect(second?.messages).toHaveLength(3)
  })

  test('does not share what was changed in place', async () => {
    const providerOptions = { acme: { tags: ['a'] } }
    const model = scriptedModel(['1', '2'])
    await generateText({ model, prompt: 'a', providerOptions })
    providerOptions.acme.tags.push('b')
    await generateText({ model, prompt: 'a', providerOptions })
    expect(model.calls.map(({ options }) => options.providerOptions)).toEqual([
      { acme: { tags: ['a'] } },
      { acme: { tags: ['a', 'b'] } },
    ])
  })

  test('survives values that contain themselves or carry a prototype as a key', async () => {
    const circular: Record<string, unknown> = { name: 'loop' }
    circular['self'] = circular
    const hostile: unknown = JSON.parse('{"__proto__": {"polluted": true}}')
    const model = scriptedModel(['a'])
    await model.doGenerate({ prompt: [], providerOptions: { acme: { circular, hostile } as never } })
    expect(model.calls[0]?.options.providerOptions?.['acme']).toHaveProperty('circular.name', 'loop')
    expect(Object.hasOwn(model.calls[0]?.options.providerOptions?.['acme']?.['hostile'] as object, '__proto__')).toBe(
      true,
    )
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
