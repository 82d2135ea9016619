// What a model, a client, an app or a test says steers no terminal in what a fake tells: its errors, its complaints, its
// printed run and its transcript. Each error class by itself is in errors/hostile-text.test.ts.

import { describe, expect, test } from 'bun:test'
import { Agent } from '@understudy/agents'
import { createApp, requirePrincipal, type Principal } from '@understudy/app'
import { fakeModels, type Reply, scriptedModel } from '@understudy/script'
import { type FakeAi, TestApp } from '@understudy/testing'
import { generateText, isStepCount, jsonSchema, Output, tool } from 'ai'
import { expectHarmless, HOSTILE, HOSTILE_LINE, HUGE } from './hostile-text.js'
import { ada, Clerk, createDesk, rejection, ticketsIndex } from './security/desk.js'

/** What a fake throws at its end; fails where it ends well. */
function endOf(fake: Disposable): string {
  return thrownBy(() => fake[Symbol.dispose]())
}

function thrownBy(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return `${String(error)}\n${(error as Error).message}`
  }
  throw new Error('It did not fail.')
}

async function fakeDesk(): Promise<FakeAi> {
  return (await TestApp.fromApp(createDesk().app)).fakeAi()
}

/** A tool that takes one object with these keys and no other. */
function toolFor(...required: string[]) {
  const properties = Object.fromEntries(required.map((key) => [key, { type: 'number' } as const]))
  const schema = { type: 'object', properties, required, additionalProperties: false } as const
  return tool({ inputSchema: jsonSchema<object>(schema), execute: () => 'Done.' })
}

/** The messages of a model that cannot play its script, by what is wrong. A schema's checker knows no half of a pair. */
const mistakes: readonly (readonly [string, (text: string) => PromiseLike<unknown>])[] = [
  ['a tool without any', (text) => generateText({ model: named(text, [{ name: text }]), prompt: 'Go.' })],
  [
    'a tool that is another',
    (text) =>
      generateText({
        model: named(text, [{ name: text }]),
        prompt: 'Go.',
        tools: { [`${text}1`]: toolFor(), other: toolFor() },
      }),
  ],
  [
    'a tool that is not chosen',
    (text) =>
      generateText({
        model: named(text, [{ name: 'other' }]),
        prompt: 'Go.',
        tools: { [text]: toolFor(), other: toolFor() },
        toolChoice: { type: 'tool', toolName: text },
      }),
  ],
  [
    'a key of an input',
    (text) =>
      generateText({
        model: named(text, [{ name: 'other', input: { [text.toWellFormed()]: 1 } }]),
        prompt: 'Go.',
        tools: { other: toolFor(`${text.toWellFormed()}2`) },
      }),
  ],
  [
    'a key of what JSON cannot carry',
    (text) =>
      generateText({
        model: named(text, [{ name: 'other', input: { [text]: 7n } }]),
        prompt: 'Go.',
        tools: { other: toolFor() },
      }),
  ],
  ['an input that is no JSON', (text) => callWith(text, `{${text}`)],
  ['an output that nobody asked for', (text) => generateText({ model: named(text, { output: text }), prompt: 'Go.' })],
  [
    'an output of another shape',
    (text) =>
      generateText({
        model: named(text, { output: { [text.toWellFormed()]: text } }),
        prompt: 'Go.',
        output: Output.object({ schema: jsonSchema({ type: 'object', additionalProperties: false }) }),
      }),
  ],
  ['an unknown key of a step', async (text) => void named(text, { [text]: text } as unknown as Reply)],
  ['chunks of another text', async (text) => void named(text, { text, chunks: [text, 'more'] })],
  ['the last message', (text) => generateText({ model: named(text), prompt: text, tools: { [text]: toolFor() } })],
  [
    'the last step of a script',
    async (text) => {
      const model = named(text, [{ name: text, invalid: true }])
      await generateText({ model, prompt: 'Go.' })
      await generateText({ model, prompt: text })
    },
  ],
  ['steps that nobody asked for', async (text) => named(text, text, [{ name: text }]).assertComplete()],
]

function named(name: string, ...steps: Reply[]) {
  return scriptedModel(steps, { name })
}

function callWith(name: string, input: string) {
  const model = named(name, [{ name: 'other', input }])
  return generateText({ model, prompt: 'Go.', tools: { other: toolFor('id') } })
}

describe.each(mistakes.map(([what, run]) => ({ what, run })))('a script with $what', ({ run }) => {
  test('is refused without a character that is not seen', async () => {
    for (const text of [HOSTILE_LINE, ...HOSTILE]) {
      const error = (await rejection(run(text))) as Error
      expectHarmless(String(error))
      expectHarmless(error.message)
    }
  })

  test('is refused in a few words', async () => {
    for (const text of HUGE) {
      const { message } = (await rejection(run(text))) as Error
      expectHarmless(message)
      expect(message.length).toBeLessThan(20_000)
    }
  })
})

describe('under fakeAi()', () => {
  /** An agent that goes by a name of somebody else's. */
  class Odd extends Agent {
    static override agentName = HOSTILE_LINE
  }

  test('a run full of it: transcript, complaints and failed assertions are plain', async () => {
    const somebody: Principal = { kind: 'user', id: HOSTILE_LINE }
    const app = createDesk().app
    const http = await TestApp.fromApp(app)
    const fake = http.fakeAi()
    const text = HOSTILE_LINE
    fake.respond(Clerk, [{ text, toolCalls: [{ name: text, input: { [text]: text }, invalid: true }], then: text }])
    fake.respond(Odd, [text])
    await fake.agent(Clerk).as(somebody).prompt(text)
    await fake.agent(Odd).as(ada).prompt(text)
    await rejection(fake.agent(Odd).as(somebody).prompt(text))
    expectHarmless(fake.transcript())
    expectHarmless(fake.report() ?? '')
    for (const fail of [
      () => fake.assertToolCalled(Clerk, `other ${text}` as never),
      () => fake.assertToolCalled(Clerk, text as never, () => false),
      () => fake.assertToolNotCalled(Clerk, text as never),
      () => fake.assertToolNotCalled(Clerk, `other ${text}` as never),
      () => fake.assertToolDenied(Clerk, text as never),
      () => fake.assertPromptedTimes(Odd, 7),
      () => fake.assertPrompted(Odd, () => false),
    ]) {
      expectHarmless(thrownBy(fail))
    }
    expectHarmless(endOf(fake))
  })

  test('what a test’s own functions throw is told in a few plain words', async () => {
    for (const text of [HOSTILE_LINE, ...HUGE]) {
      const fake = await fakeDesk()
      const refuse = (): never => {
        throw new Error(text)
      }
      fake.respond(Clerk, [refuse])
      await rejection(fake.agent(Clerk).as(ada).prompt('go'))
      fake.respond(Clerk, ['Done.'], { when: refuse })
      await rejection(fake.agent(Clerk).as(ada).prompt('again'))
      fake.respondEmbeddings(refuse)
      await rejection(fake.embed({ value: text }))
      const told = endOf(fake)
      expectHarmless(told)
      expect(told.length).toBeLessThan(100_000)
    }
  })

  test('a prompt that still runs is told with its step, in a few plain words', async () => {
    for (const text of [HOSTILE_LINE, ...HUGE]) {
      const fake = await fakeDesk()
      const { promise, resolve } = Promise.withResolvers<string>()
      fake.respond(Clerk, [{ toolCalls: [{ name: text, input: {}, invalid: true }], then: () => promise }])
      const prompt = fake.agent(Clerk).as(ada).prompt(text)
      await Bun.sleep(0)
      const told = endOf(fake)
      resolve('Late.')
      await prompt
      expect(told).toContain('was still running')
      expectHarmless(told)
      expect(told.length).toBeLessThan(20_000)
    }
  })

  test('what a client sends and an app answers is plain in a failed assertion about the response', async () => {
    const app = createApp({})
      .get('/tickets', requirePrincipal(), ticketsIndex, (c) => c.json({}))
      .get('/echo/:what', (c) => c.json({ [HOSTILE_LINE]: c.req.param('what') }))
    const http = await TestApp.fromApp(app)
    const path = `/echo/${encodeURIComponent('\u202E\u009b')}`
    const failures = [
      http.get(path).assertNotFound(),
      http.get(path).assertJson({ [HOSTILE_LINE]: 'other' }),
      http.get(path).assertJsonPath(HOSTILE_LINE, 'other'),
      http.get(path).assertJsonCount(1, HOSTILE_LINE),
      http.get(path).assertText(HOSTILE_LINE),
    ]
    for (const failure of failures) expectHarmless(((await rejection(failure)) as Error).message)
  })
})

test('under fakeModels(), a run full of it is plain: transcript, complaints and failed assertions', async () => {
  for (const text of [HOSTILE_LINE, ...HOSTILE]) {
    const models = fakeModels()
    models.respond(text, [{ toolCalls: [{ name: text, input: { [text]: text }, invalid: true }], then: text }])
    await generateText({ model: text, prompt: text, stopWhen: isStepCount(2) })
    await rejection(generateText({ model: `${text}1`, prompt: text, maxRetries: 0 }))
    expectHarmless(models.transcript())
    expectHarmless(thrownBy(() => models.assertToolCalled(text, `other ${text}`)))
    expectHarmless(thrownBy(() => models.assertToolNotCalled(text, text)))
    expectHarmless(endOf(models))
  }
})

describe('a transcript', () => {
  test('has all of a text, however long, and is no longer than its JSON', async () => {
    const long = 'x"\n'.repeat(300_000)
    for (const text of [long, ...HUGE]) {
      using fake = await fakeDesk()
      fake.respond(Clerk, [text])
      await fake.agent(Clerk).as(ada).prompt('go')
      const transcript = fake.transcript()
      expectHarmless(transcript)
      const [, json = ''] = /^ {2}answer (".*") \(stop\)$/m.exec(transcript) ?? []
      expect(JSON.parse(json)).toBe(text)
      // Only what is not seen as itself is longer than in plain JSON.
      if (text !== HUGE[1]) expect(json).toBe(JSON.stringify(text))
    }
  })
})
