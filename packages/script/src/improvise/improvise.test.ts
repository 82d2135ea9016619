import { describe, expect, test } from 'bun:test'
import { generateText, isStepCount, jsonSchema, Output, streamText, tool, ToolLoopAgent } from 'ai'
import { z } from 'zod'
import { improvise, ImprovisationError, scriptedModel, type ImproviseOptions } from '../index.js'
import { rejection } from '../test-models.js'

const show = tool({ inputSchema: z.object({ id: z.int().min(1) }), execute: ({ id }) => ({ id }) })
const search = tool({
  inputSchema: z.object({ text: z.string().min(2), limit: z.int().max(50).optional() }),
  execute: () => [],
})
const tools = { show, search }

async function runWith(options?: ImproviseOptions) {
  const model = scriptedModel([improvise(options)])
  const result = await new ToolLoopAgent({ model, tools }).generate({ prompt: 'go' })
  return { result, model, inputs: result.steps.flatMap((step) => step.toolCalls.map((call) => call.input)) }
}

describe('an improvised script', () => {
  test('calls each offered tool once, with input that fits, and then answers', async () => {
    const { result, model } = await runWith()
    expect(result.steps.map((step) => step.toolCalls.map(({ toolName }) => toolName))).toEqual([['show', 'search'], []])
    expect(result.steps[0]?.content.filter(({ type }) => type === 'tool-error')).toEqual([])
    expect(result.text).not.toBe('')
    expect(model.calls).toHaveLength(2)
  })

  test('is the same run for the same seed, and another for another', async () => {
    const seeds = Array.from({ length: 10 }, (_, seed) => seed)
    const run = async () => await Promise.all(seeds.map(async (seed) => (await runWith({ seed })).inputs))
    expect(await run()).toEqual(await run())
    expect(new Set((await run()).map((inputs) => JSON.stringify(inputs))).size).toBeGreaterThan(5)
  })

  test('answers prompt after prompt, also as a stream and in one conversation', async () => {
    const model = scriptedModel([improvise()])
    const agent = new ToolLoopAgent({ model, tools })
    const first = await agent.generate({ prompt: 'one' })
    const messages = [{ role: 'user' as const, content: 'one' }, ...first.responseMessages]
    const second = await agent.stream({ messages: [...messages, { role: 'user', content: 'two' }] })
    expect((await second.steps).map((step) => step.toolCalls.length)).toEqual([2, 0])
    expect(await streamText({ model, prompt: 'three' }).text).not.toBe('')
  })

  test.each([
    ['text', undefined, z.string()],
    ['an object', Output.object({ schema: z.object({ n: z.number().min(2), tags: z.array(z.string()) }) }), undefined],
    [
      'an array',
      Output.array({ element: z.object({ id: z.int() }), minItems: 2 }),
      z.array(z.object({ id: z.int() })).min(2),
    ],
    ['a choice', Output.choice({ options: ['billing', 'other'] }), z.enum(['billing', 'other'])],
    ['any JSON', Output.json(), z.json()],
  ])('answers in the shape asked for: %s', async (_, output, schema) => {
    for (let seed = 0; seed < 12; seed++) {
      const model = scriptedModel([improvise({ seed })])
      const result = await generateText({ model, prompt: 'go', ...(output && { output: output as never }) })
      const given: unknown = output === undefined ? result.text : result.output
      expect(schema?.safeParse(given).success ?? typeof given === 'object').toBe(true)
    }
  })

  test('answers with a list whose elements hold their like', async () => {
    interface Node {
      name: string
      children: Node[]
    }
    const node: z.ZodType<Node> = z.lazy(() => z.object({ name: z.string(), children: z.array(node) }))
    for (let seed = 0; seed < 12; seed++) {
      const model = scriptedModel([improvise({ seed })])
      const { output } = await generateText({ model, prompt: 'go', output: Output.array({ element: node }) })
      expect(z.array(node).safeParse(output).success).toBe(true)
    }
  })

  test.each([
    ['none', 'none', [0]],
    ['one tool', { type: 'tool', toolName: 'search' }, [1, 1, 1]],
    ['a tool, whichever', 'required', [2, 2, 2]],
  ] as const)('keeps to a tool choice of %s', async (_, toolChoice, calls) => {
    const model = scriptedModel([improvise()])
    const { steps } = await generateText({ model, tools, toolChoice, prompt: 'go', stopWhen: isStepCount(3) })
    expect(steps.map((step) => step.toolCalls.length)).toEqual([...calls])
  })

  test('takes inputs and an output that are given', async () => {
    const model = scriptedModel([improvise({ inputs: { show: { id: 7 } }, output: { n: 5 } })])
    const output = Output.object({ schema: z.object({ n: z.number() }) })
    const result = await new ToolLoopAgent({ model, tools, output }).generate({ prompt: 'go' })
    expect(result.output).toEqual({ n: 5 })
    expect(result.steps[0]?.toolCalls[0]?.input).toEqual({ id: 7 })
  })

  test('is not confused by tools that are called like what every object has', async () => {
    const model = scriptedModel([improvise()])
    const named = { constructor: show, toString: search }
    const { steps } = await generateText({ model, tools: named, prompt: 'go', stopWhen: isStepCount(3) })
    expect(steps[0]?.toolCalls.map(({ toolName, invalid }) => [toolName, invalid ?? false])).toEqual([
      ['constructor', false],
      ['toString', false],
    ])
  })

  test('says what to do about a schema that no value is found for, and calls nothing', async () => {
    let ran = 0
    const odd = tool({
      inputSchema: jsonSchema<object>({
        type: 'object',
        properties: { key: { type: 'string', pattern: '^(\\w{12})-\\1$' } },
        required: ['key'],
      }),
      execute: () => ran++,
    })
    const model = scriptedModel([improvise()])
    const error = await rejection(generateText({ model, tools: { odd }, prompt: 'go' }))
    expect(error).toBeInstanceOf(ImprovisationError)
    expect(error).toMatchObject({ code: 'IMPROVISATION', tool: 'odd', path: 'input.key', tries: 40 })
    expect((error as Error).message).toContain('improvise({ inputs: { "odd": { … } } })')
    expect(ran).toBe(0)
  })

  test('refuses options that are not one', () => {
    expect(() => improvise({ sed: 1 } as never)).toThrow(TypeError)
    expect(() => improvise({ seed: 0.5 })).toThrow('a whole number')
  })
})
