import { describe, expect, test } from 'bun:test'
import { generateText, isStepCount, Output, streamText, tool } from 'ai'
import type { MockLanguageModelV4 } from 'ai/test'
import fc from 'fast-check'
import { z } from 'zod'
import { InvalidStepError, parseReplies, parseReply, scriptedModel } from './index.js'
import { bareToolCallModel } from './test-models.js'

const show = tool({ inputSchema: z.object({ id: z.string() }), execute: ({ id }) => id })

// Values that get past the first question more often than arbitrary ones do.
const nearlyStep = fc.record(
  {
    text: fc.anything(),
    output: fc.anything(),
    toolCalls: fc.oneof(
      fc.anything(),
      fc.array(fc.record({ name: fc.string(), input: fc.anything(), id: fc.anything() })),
    ),
    error: fc.oneof(fc.anything(), fc.constant(new Error('x'))),
    content: fc.oneof(
      fc.anything(),
      fc.array(fc.record({ type: fc.constantFrom('text', 'tool-call', 'file'), text: fc.anything() })),
    ),
    parts: fc.oneof(
      fc.anything(),
      fc.array(fc.record({ type: fc.constantFrom('text-delta', 'finish', 'error'), id: fc.anything() })),
    ),
    sources: fc.oneof(fc.anything(), fc.array(fc.record({ url: fc.anything(), title: fc.anything() }))),
    files: fc.oneof(fc.anything(), fc.array(fc.record({ mediaType: fc.string(), data: fc.anything() }))),
    delayMs: fc.anything(),
    finishReason: fc.anything(),
    usage: fc.anything(),
    then: fc.anything(),
  },
  { requiredKeys: [] },
)

const settings = {
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSparseArray: true,
  withNullPrototype: true,
} as const

describe('any value', () => {
  test.each([
    ['arbitrary', fc.anything(settings)],
    ['near to a step', nearlyStep],
  ])('is a reply or is refused with the one error: %s', (_, values) => {
    fc.assert(
      fc.property(values, (value) => {
        try {
          expect(parseReply(value).steps.length).toBeGreaterThan(0)
          expect(parseReplies([value])).toHaveLength(1)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidStepError)
          expect(error).toBeInstanceOf(TypeError)
          expect(() => parseReplies([value])).toThrow(InvalidStepError)
        }
      }),
    )
  })
})

describe('any text', () => {
  test('comes out as it was scripted, in both modes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (text) => {
        const model = scriptedModel([text, text])
        expect((await generateText({ model, prompt: 'a' })).text).toBe(text)
        expect(await streamText({ model, prompt: 'a' }).text).toBe(text)
      }),
      { numRuns: 50 },
    )
  })
})

describe('any JSON', () => {
  test('comes out as the output it was scripted as', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        // The SDK reports an output of null as no output at all, and refuses to parse these keys.
        fc.pre(value !== null && !/__proto__|constructor/.test(JSON.stringify(value)))
        const model = scriptedModel([{ output: value }])
        const { text } = await generateText({ model, output: Output.json(), prompt: 'a' })
        expect(text).toBe(JSON.stringify(value))
      }),
      { numRuns: 50 },
    )
  })

  test('as the input of a call that is wrong on purpose does what it does in a bare mock', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.json(), fc.string()), async (input) => {
        const scripted = scriptedModel([[{ name: 'show', input, invalid: true }], 'Done.'])
        const bare = bareToolCallModel('show', typeof input === 'string' ? input : JSON.stringify(input))
        expect(await outcome(scripted)).toEqual(await outcome(bare))
      }),
      { numRuns: 50 },
    )
  })
})

async function outcome(model: MockLanguageModelV4): Promise<unknown> {
  try {
    const { text, responseMessages } = await generateText({
      model,
      tools: { show },
      prompt: 'a',
      stopWhen: isStepCount(2),
    })
    return { text, responseMessages }
  } catch (error) {
    return error instanceof Error ? { name: error.name, message: error.message } : error
  }
}
