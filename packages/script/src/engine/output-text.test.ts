import { describe, expect, test } from 'bun:test'
import { generateText, NoObjectGeneratedError, Output, streamText } from 'ai'
import type { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'
import { type FinishReason, ImpossibleOutputError, scriptedModel } from '../index.js'
import { bareTextModel } from '../test-models.js'

type AnyOutput = Parameters<typeof generateText>[0]['output']
interface Outcome {
  readonly output?: unknown
  readonly error?: unknown
}

const count = Output.object({ schema: z.object({ n: z.number() }) })

async function generated(model: MockLanguageModelV4, output: AnyOutput): Promise<Outcome> {
  try {
    return { output: (await generateText({ model, prompt: 'a', ...(output && { output }) })).output }
  } catch (error) {
    return { error }
  }
}

async function streamed(model: MockLanguageModelV4, output: AnyOutput): Promise<Outcome> {
  let failure: unknown
  const result = streamText({
    model,
    prompt: 'a',
    ...(output && { output }),
    onError: ({ error }) => void (failure = error),
  })
  try {
    const value: unknown = await result.output
    return { output: value }
  } catch (error) {
    return { error: failure ?? error }
  }
}

describe('a scripted output', () => {
  test.each([
    ['an object', count, { n: 1 }, { n: 1 }],
    ['a list', Output.array({ element: z.string() }), ['a', 'b'], ['a', 'b']],
    ['an empty list', Output.array({ element: z.string() }), [], []],
    ['a list of objects', Output.array({ element: z.object({ id: z.number() }) }), [{ id: 1 }], [{ id: 1 }]],
    ['a choice', Output.choice({ options: ['yes', 'no'] }), 'no', 'no'],
    ['JSON', Output.json(), { any: ['thing'] }, { any: ['thing'] }],
    ['false', Output.json(), false, false],
    ['zero', Output.json(), 0, 0],
    ['an empty text', Output.json(), '', ''],
    [
      'what a schema transforms, once',
      Output.object({ schema: z.object({ n: z.string().transform(Number) }) }),
      { n: '4' },
      { n: 4 },
    ],
    [
      'an object that looks like a wrapped list',
      Output.object({ schema: z.object({ elements: z.array(z.number()) }) }),
      { elements: [1] },
      { elements: [1] },
    ],
    [
      'an object that looks like a wrapped choice',
      Output.object({ schema: z.object({ result: z.enum(['a']) }) }),
      { result: 'a' },
      { result: 'a' },
    ],
  ] satisfies [string, AnyOutput, unknown, unknown][])(
    'comes out parsed: %s',
    async (_, output, scripted, expected) => {
      const model = scriptedModel([{ output: scripted }, { output: scripted }])
      expect(await generated(model, output)).toEqual({ output: expected })
      expect(await streamed(model, output)).toEqual({ output: expected })
    },
  )

  test('of a recursive list element comes out parsed', async () => {
    const node = z.object({
      id: z.number(),
      get children() {
        return z.array(node)
      },
    })
    const output = Output.array({ element: node })
    const value = [{ id: 1, children: [{ id: 2, children: [] }] }]
    expect(await generated(scriptedModel([{ output: value }]), output)).toEqual({ output: value })
    const broken = scriptedModel([{ output: [{ id: 1, children: [{ id: 'x', children: [] }] }] }])
    expect(await generated(broken, output)).toMatchObject({ error: { path: 'output[0].children[0].id' } })
  })

  test('that is null is sent as null', async () => {
    const model = scriptedModel([{ output: null }])
    expect((await generateText({ model, output: Output.json(), prompt: 'a' })).text).toBe('null')
  })

  test.each([
    ['a wrong type', count, { n: '1' }, 'schema', 'output.n'],
    ['a missing key', count, {}, 'schema', 'output'],
    ['an unknown key', count, { n: 1, m: 2 }, 'schema', 'output.m'],
    ['null for an object', count, null, 'schema', 'output'],
    ['a list for an object', count, [{ n: 1 }], 'schema', 'output'],
    ['an unknown choice', Output.choice({ options: ['yes', 'no'] }), 'maybe', 'schema', 'output'],
    ['a wrong element', Output.array({ element: z.string() }), ['a', 5], 'schema', 'output[1]'],
    ['too few elements', Output.array({ element: z.string(), minItems: 2 }), ['a'], 'schema', 'output'],
    ['a Date', count, new Date(), 'json', 'output'],
    ['a Date inside', count, { n: new Date() }, 'json', 'output.n'],
    ['NaN', count, { n: Number.NaN }, 'json', 'output.n'],
    ['a BigInt', count, { n: 1n }, 'json', 'output.n'],
    ['a function', Output.json(), { f: () => {} }, 'json', 'output.f'],
    ['any output where text was asked for', undefined, { n: 1 }, 'not-asked-for', 'output'],
  ] satisfies [string, AnyOutput, unknown, string, string][])(
    'fails with %s',
    async (_, output, scripted, reason, path) => {
      const model = scriptedModel([{ output: scripted }, { output: scripted }], { name: 'digest' })
      const expected = { code: 'IMPOSSIBLE_OUTPUT', label: 'Model "digest"', reason, path }
      for (const { error } of [await generated(model, output), await streamed(model, output)]) {
        expect(error).toBeInstanceOf(ImpossibleOutputError)
        expect(error).toMatchObject(expected)
      }
    },
  )
})

describe('a text on a request for an output', () => {
  test.each([
    ['{"n": 1', 'length'],
    ['{"n":1}', 'length'],
    ['```json\n{"n":1}\n```', 'stop'],
    ['{"n":"1"}', 'stop'],
    ['', 'stop'],
    ['{"n":1}', 'stop'],
  ] satisfies [string, FinishReason][])('does what the SDK does with %p and %p', async (text, finishReason) => {
    const scripted = scriptedModel([
      { text, finishReason },
      { text, finishReason },
    ])
    const bare = bareTextModel(text, finishReason)
    for (const ask of [generated, streamed]) {
      const outcome = await ask(scripted, count)
      const expected = await ask(bare, count)
      expect(outcome.output).toEqual(expected.output)
      expect(outcome.error?.constructor).toBe(expected.error?.constructor)
      if (NoObjectGeneratedError.isInstance(expected.error)) {
        const { message, text: errorText, finishReason: reason } = expected.error
        expect(outcome.error).toMatchObject({ message, text: errorText, finishReason: reason })
      }
    }
  })
})
