/** Field cases F20 and F21: structured output, good and bad, exactly as the SDK has it in production. */
import { describe, expect, test } from 'bun:test'
import { Agent, Output } from '@understudy/agents'
import { ImpossibleOutputError } from '@understudy/script'
import { RefusedOutputError, TestApp, type FakeAiError } from '@understudy/testing'
import { NoObjectGeneratedError, ToolLoopAgent } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'
import { createSampleApp, Digest, endOf, principal, rejection, Triager } from './sample-app.js'

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}

/** What the bare SDK does with a text as the output of `Digest`. */
async function bare(text: string, unified: 'stop' | 'length'): Promise<unknown> {
  const model = new MockLanguageModelV4({
    doGenerate: { content: [{ type: 'text', text }], finishReason: { unified, raw: undefined }, usage, warnings: [] },
  })
  const output = Output.object({ schema: z.object({ n: z.number() }) })
  return await new ToolLoopAgent({ model, output })
    .generate({ prompt: 'count' })
    .then((result) => result.output)
    .catch((error: unknown) => error)
}

describe('F20: text that is no proper output', () => {
  const cases = [
    ['{"n": 1', 'length'],
    ['{"n":1}', 'length'],
    ['```json\n{"n":1}\n```', 'stop'],
    ['{"n":"1"}', 'stop'],
    ['', 'length'],
  ] as const
  test.each(cases)('%j with %s does what the bare SDK does', async (text, finishReason) => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    ai.respond(Digest, [{ text, finishReason }])

    const ours = await ai
      .agent(Digest)
      .as(principal)
      .prompt('count')
      .then((response) => response.output)
      .catch((error: unknown) => error)
    const theirs = await bare(text, finishReason)

    if (NoObjectGeneratedError.isInstance(theirs)) {
      expect(NoObjectGeneratedError.isInstance(ours)).toBe(true)
      expect(ours).toMatchObject({
        message: theirs.message,
        text: theirs.text ?? '',
        finishReason: theirs.finishReason ?? 'stop',
      })
    } else if (theirs instanceof Error) expect(ours).toMatchObject({ name: theirs.name, message: theirs.message })
    else expect(ours).toEqual(theirs)
  })
})

class Colours extends Agent {
  output = Output.array({ element: z.object({ name: z.string(), at: z.string().transform((text) => text.length) }) })
}
class Mood extends Agent {
  output = Output.choice({ options: ['good', 'bad'] })
}
class Even extends Agent {
  output = Output.object({ schema: z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') }) })
}

describe('F21: scripted output', () => {
  test('an array, with a transform that runs once', async () => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    ai.respond(Colours, [{ output: [{ name: 'red', at: 'four' }] }])
    expect((await ai.agent(Colours).as(principal).prompt('paint')).output).toEqual([{ name: 'red', at: 4 }])
  })

  test('a choice', async () => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    ai.respond(Mood, [{ output: 'bad' }])
    expect((await ai.agent(Mood).as(principal).prompt('how')).output).toBe('bad')
  })

  const bad: [string, unknown, string][] = [
    ['a wrong type', { n: '1' }, 'output.n'],
    ['a Date', { n: new Date(0) }, 'output.n'],
    ['NaN', { n: Number.NaN }, 'output.n'],
    ['a BigInt', { n: 1n }, 'output.n'],
    ['an unknown key', { n: 1, m: 2 }, 'output'],
  ]
  test.each(bad)('%s fails, naming the agent, the path and the reason', async (_, output, path) => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    // The types refuse it too; a script from a variable gets past them.
    ai.respond(Digest, [{ output: output as { n: number } }])
    const error = await rejection(ai.agent(Digest).as(principal).prompt('count'))
    expect(error).toBeInstanceOf(ImpossibleOutputError)
    expect(error).toMatchObject({ label: 'Agent "digest"', step: 1 })
    expect((error as ImpossibleOutputError).path).toStartWith(path)
    expect(endOf(ai)).toMatchObject({ complaints: [error] })
  })

  test('an unknown choice fails', async () => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Mood, [{ output: 'so-so' as 'good' }])
    expect(await rejection(ai.agent(Mood).as(principal).prompt('how'))).toMatchObject({
      label: 'Agent "Mood"',
      path: 'output',
    })
    expect((endOf(ai) as FakeAiError).complaints).toHaveLength(1)
  })

  test('on an agent without output it is refused', async () => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Triager, [{ output: 1 } as never])
    expect(await rejection(ai.agent(Triager).as(principal).prompt('look'))).toMatchObject({ reason: 'not-asked-for' })
    expect((endOf(ai) as FakeAiError).complaints).toHaveLength(1)
  })

  test('what fits the JSON Schema but not a refinement is reported at disposal too', async () => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Even, [{ output: { n: 3 } }])
    const error = await rejection(ai.agent(Even).as(principal).prompt('count'))
    expect(NoObjectGeneratedError.isInstance(error)).toBe(true)
    const [complaint] = (endOf(ai) as FakeAiError).complaints
    expect(complaint).toBeInstanceOf(RefusedOutputError)
    expect(complaint).toMatchObject({ agent: 'Even', cause: error })
    expect(complaint?.message).toContain('must be even')
  })
})
