import { describe, expect, test } from 'bun:test'
import { generateText, isStepCount, jsonSchema, streamText, tool, type ToolSet } from 'ai'
import { z } from 'zod'
import { ImpossibleToolCallError, type Reply, ScriptFaultError, scriptedModel } from '../index.js'
import { rejection } from '../test-models.js'

const ran: unknown[] = []

function execute(input: unknown): string {
  ran.push(input)
  return 'Visited.'
}

const refusing: Record<string, ToolSet[string]> = {
  'a format': tool({ inputSchema: z.object({ url: z.url() }), execute }),
  'a refinement': tool({
    inputSchema: z.object({ url: z.string().refine((url) => url.startsWith('https:')) }),
    execute,
  }),
  'a refinement of the whole': tool({ inputSchema: z.object({ url: z.string() }).refine(() => false), execute }),
  'a validator of its own': tool({
    inputSchema: jsonSchema<{ url: string }>(
      { type: 'object', properties: { url: { type: 'string' } } },
      { validate: () => ({ success: false, error: new Error('No such host.') }) },
    ),
    execute,
  }),
}

const visit = [{ name: 'visit', input: { url: 'nowhere' } }]

async function ask(visited: ToolSet[string], call: Reply): Promise<string> {
  const model = scriptedModel([call, 'Done.'])
  return (await generateText({ model, tools: { visit: visited }, prompt: 'Go.', stopWhen: isStepCount(3) })).text
}

describe('an input that its schema lets through and the SDK refuses', () => {
  test.each(Object.entries(refusing))('by %s fails the next call, and nothing ran', async (_, visited) => {
    ran.length = 0
    const error = await rejection(ask(visited, visit))
    expect(error).toBeInstanceOf(ImpossibleToolCallError)
    expect(error).toMatchObject({ toolName: 'visit', step: 1, reason: 'input', path: 'input' })
    expect(String(error)).toContain('the SDK refused its input: ')
    expect(ran).toEqual([])
  })

  test('is told again at the end, where a stream has swallowed it', async () => {
    const model = scriptedModel([visit, 'Done.'])
    const tools = { visit: refusing['a format']! }
    await streamText({ model, tools, prompt: 'Go.', stopWhen: isStepCount(3), onError() {} }).consumeStream()
    expect(() => model.assertComplete()).toThrow(ScriptFaultError)
  })

  test('goes to the loop as it is where the script says that it is wrong on purpose, or a function decides', async () => {
    const wrong = visit.map((call) => ({ ...call, invalid: true as const }))
    expect(await ask(refusing['a format']!, wrong)).toBe('Done.')
    expect(await ask(refusing['a format']!, () => visit)).toBe('Done.')
  })
})

test('what a tool itself throws is no fault of the script, whatever it says', async () => {
  const broken = tool({
    inputSchema: z.object({ url: z.string() }),
    execute: (): string => {
      throw new Error('AI_InvalidToolInputError: Invalid input for tool visit: of its own.')
    },
  })
  expect(await ask(broken, visit)).toBe('Done.')
})

test('a call that the app repairs is made', async () => {
  ran.length = 0
  const model = scriptedModel([visit, 'Done.'])
  const { text } = await generateText({
    model,
    tools: { visit: refusing['a format']! },
    prompt: 'Go.',
    stopWhen: isStepCount(3),
    repairToolCall: async ({ toolCall }) => ({ ...toolCall, input: '{"url":"https://acme.example"}' }),
  })
  expect({ text, ran }).toEqual({ text: 'Done.', ran: [{ url: 'https://acme.example' }] })
})
