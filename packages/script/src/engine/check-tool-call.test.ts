import { describe, expect, test } from 'bun:test'
import { generateText, isStepCount, jsonSchema, streamText, tool, type ToolSet } from 'ai'
import { z } from 'zod'
import { ImpossibleToolCallError, type InvalidToolCall, type Reply, scriptedModel } from '../index.js'
import { bareToolCallModel } from '../test-models.js'

interface Ticketing {
  readonly tools: ToolSet
  /** The ids that were shown: what really ran. */
  readonly shown: string[]
}

function ticketing(): Ticketing {
  const shown: string[] = []
  const show = tool({
    inputSchema: z.object({ id: z.string(), tags: z.array(z.string()).optional() }),
    execute: ({ id }) => ({ id, n: shown.push(id) }),
  })
  return { shown, tools: { tickets_show: show, tickets_index: tool({ inputSchema: z.object({}), execute: () => [] }) } }
}

type CallOptions = Pick<Parameters<typeof generateText<ToolSet>>[0], 'toolChoice' | 'tools' | 'stopWhen'>

async function refusal(reply: Reply, options: CallOptions = {}): Promise<unknown> {
  const model = scriptedModel([reply, 'All done.'], { name: 'triage' })
  return generateText({ model, tools: ticketing().tools, prompt: 'a', stopWhen: isStepCount(3), ...options }).then(
    ({ text }) => `answered ${text}`,
    (error: unknown) => error,
  )
}

describe('a scripted call to a tool that is not offered', () => {
  test.each([
    ['ticket_show', 'tickets_show'],
    ['Tickets_Show', 'tickets_show'],
    ['tickets_show ', 'tickets_show'],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['toString', undefined],
    ['', undefined],
    ['billing_refund', undefined],
  ])('fails, naming what was meant: %p', async (name, nearest) => {
    const { tools, shown } = ticketing()
    const error = await refusal([{ name, input: { id: '1' } }], { tools })
    expect(error).toBeInstanceOf(ImpossibleToolCallError)
    expect(error).toMatchObject({
      code: 'IMPOSSIBLE_TOOL_CALL',
      label: 'Model "triage"',
      step: 1,
      reason: 'not-offered',
      toolName: name,
      nearest,
      offeredTools: ['tickets_show', 'tickets_index'],
    })
    expect(error).toHaveProperty('message', expect.stringContaining('tickets_show, tickets_index'))
    expect(shown).toEqual([])
  })

  test('fails as a stream too, with the same error', async () => {
    const errors: unknown[] = []
    const result = streamText({
      model: scriptedModel([[{ name: 'ticket_show' }]]),
      tools: ticketing().tools,
      prompt: 'a',
      onError: ({ error }) => void errors.push(error),
    })
    await result.consumeStream()
    expect(errors).toEqual([expect.any(ImpossibleToolCallError)])
  })

  test('fails where no tools are offered', async () => {
    expect(await refusal([{ name: 'tickets_show', input: { id: '1' } }], { tools: {} })).toMatchObject({
      offeredTools: [],
    })
  })

  test('fails in exact content too', async () => {
    const part = { type: 'tool-call', toolCallId: 'c', toolName: 'ticket_show', input: '{}' } as const
    expect(await refusal({ content: [part] })).toMatchObject({ reason: 'not-offered', nearest: 'tickets_show' })
    expect(await refusal({ content: [{ ...part, invalid: true }] })).toBe('answered All done.')
  })

  test('goes through where it is wrong on purpose', async () => {
    expect(await refusal([{ name: 'ticket_show', input: { id: '1' }, invalid: true }])).toBe('answered All done.')
  })
})

describe('a scripted call that the choice of tools forbids', () => {
  test('fails where no tool may be called', async () => {
    expect(await refusal([{ name: 'tickets_show', input: { id: '1' } }], { toolChoice: 'none' })).toMatchObject({
      reason: 'tool-choice',
    })
  })

  test('fails where another tool must be called', async () => {
    const toolChoice = { type: 'tool', toolName: 'tickets_index' } as const
    expect(await refusal([{ name: 'tickets_show', input: { id: '1' } }], { toolChoice })).toMatchObject({
      reason: 'tool-choice',
    })
    expect(
      await refusal(
        { toolCalls: [{ name: 'tickets_index' }], text: 'Looking.' },
        { toolChoice, stopWhen: isStepCount(1) },
      ),
    ).toBe('answered Looking.')
  })
})

describe('scripted input', () => {
  const circular: Record<string, unknown> = { id: '1' }
  circular['self'] = circular
  test.each([
    ['input', undefined, 'input'],
    ['input', null, 'input'],
    ['input', [], 'input'],
    ['input', 'text', 'input'],
    ['input.id', { id: 5 }, 'input'],
    ['input.id', { id: {} }, 'input'],
    ['input.extra', { id: '1', extra: true }, 'input'],
    ['input.tags[1]', { id: '1', tags: ['a', 5] }, 'input'],
    ['input.id', { id: new Date() }, 'json'],
    ['input.id', { id: Number.NaN }, 'json'],
    ['input.id', { id: 1n }, 'json'],
    ['input.tags[1]', { id: '1', tags: ['a', undefined] }, 'json'],
    ['input["a b"]', { id: '1', 'a b': () => {} }, 'json'],
    ['input.id', { id: new Map() }, 'json'],
    ['input.self', circular, 'json'],
  ])('that does not fit fails, naming the path: %s', async (path, input, reason) => {
    expect(await refusal([{ name: 'tickets_show', input }])).toMatchObject({ reason, path })
  })

  test('that is left out is an empty object', async () => {
    expect(await refusal([{ name: 'tickets_index' }])).toBe('answered All done.')
  })

  test('may leave out what is undefined, as JSON does', async () => {
    expect(await refusal([{ name: 'tickets_show', input: { id: '1', tags: undefined } }])).toBe('answered All done.')
  })

  test('is left to the SDK where the schema cannot be read', async () => {
    const odd = tool({ inputSchema: jsonSchema({ $ref: '#/definitions/missing' }), execute: () => 'ran' })
    expect(await refusal([{ name: 'odd', input: { a: 1 } }], { tools: { odd } })).toBe('answered All done.')
  })
})

describe('a call that is wrong on purpose', () => {
  const wrong = [{ id: {} }, null, [], '"text"', 5, {}, { id: '1', extra: true }, '{"id": "1"', ''] as const

  test.each(wrong.map((input) => [input]))('is fed back as the SDK does, then corrected: %j', async (input) => {
    const { tools, shown } = ticketing()
    const model = scriptedModel([
      {
        toolCalls: [{ name: 'tickets_show', input, invalid: true }],
        then: { toolCalls: [{ name: 'tickets_show', input: { id: '7' } }], then: 'Corrected.' },
      },
    ])
    const result = await generateText({ model, tools, prompt: 'a', stopWhen: isStepCount(3) })
    expect(result.text).toBe('Corrected.')
    expect(() => model.assertComplete()).not.toThrow()
    const reached = result.steps[0]?.toolCalls[0]?.invalid !== true
    expect(shown).toEqual(reached ? ['1', '7'] : ['7'])
    const answers = model.calls[2]?.messages.filter(({ role }) => role === 'tool') ?? []
    expect(answers).toHaveLength(2)
    expect(result.steps.map(({ content }) => content.some(({ type }) => type === 'tool-error'))).toEqual([
      !reached,
      false,
      false,
    ])
  })

  test.each(wrong.map((input) => [input]))('leaves the history that a bare mock leaves: %j', async (input) => {
    const call: InvalidToolCall = { name: 'tickets_show', input, invalid: true }
    const scripted = scriptedModel([[call], 'Done.'])
    const text = typeof input === 'string' ? input : JSON.stringify(input)
    const bare = bareToolCallModel('tickets_show', text)
    const histories = []
    for (const model of [scripted, bare]) {
      const { tools } = ticketing()
      histories.push((await generateText({ model, tools, prompt: 'a', stopWhen: isStepCount(2) })).responseMessages)
    }
    expect(histories[0]).toEqual(histories[1])
  })
})
