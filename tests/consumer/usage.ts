// A user's program, outside this repository: compiled against the packed packages and run on Bun and on Node.
// It throws when a package does not do what it is asked to. The last line that it prints says that all of it ran.

import assert from 'node:assert/strict'
import { fakeModels, scriptedModel, UnscriptedPromptError as UnscriptedModel } from '@understudy/script'
import { FakeAiError, TestApp, UnscriptedPromptError } from '@understudy/testing'
import { generateText, isStepCount, streamText, tool } from 'ai'
import { z } from 'zod'
import { createTicketApp, TicketDigest } from './ticket-app.js'
import { evaluateDigest } from './use-eval.js'
import { failTwice, promptInBlock } from './with-using.js'

const digest = { summary: 'One printer fire.', ids: [1] }
const openTickets = { tickets: [{ id: 1, title: 'Printer on fire', status: 'open' }] }

/** A prompt through a route: the agent's tool call is a request to another route of the app. */
async function promptThroughRoute(http: TestApp): Promise<void> {
  const ai = http.fakeAi()
  try {
    ai.respond(TicketDigest, [
      { toolCalls: [{ name: 'tickets_index', input: { status: 'open' } }], then: { output: digest } },
    ])
    await http.post('/digest', 'Today is Sunday.').assertStatus(401)
    ai.assertNothingPrompted()

    const response = await http.withToken('operator').post('/digest', 'Today is Monday.').assertOk()
    assert.deepEqual(await response.json(), { digest })

    ai.assertPromptedTimes(TicketDigest, 1)
    ai.assertPrompted(TicketDigest, (input) => input === 'Today is Monday.')
    ai.assertToolCalled(TicketDigest, 'tickets_index', ({ status }) => status === 200)
    const [call] = ai.calls(TicketDigest)
    assert.deepEqual(call?.principal, { kind: 'user', id: 1 })
    assert.deepEqual(call?.toolCalls[0]?.output, openTickets)
  } finally {
    ai[Symbol.dispose]()
  }
}

/** The app makes a 500 of a prompt that nothing is scripted for; the end of the fake tells it all the same. */
async function reportUnscriptedPrompt(http: TestApp): Promise<void> {
  const ai = http.fakeAi()
  try {
    await http.withToken('operator').post('/digest', 'Today is Tuesday.').assertStatus(500)
  } finally {
    assert.throws(
      () => ai[Symbol.dispose](),
      (error) => {
        assert(error instanceof FakeAiError)
        const [complaint, ...others] = error.complaints
        assert(complaint instanceof UnscriptedPromptError)
        assert.equal(complaint.agent, 'ticket-digest')
        assert.equal(complaint.input, 'Today is Tuesday.')
        assert.deepEqual(others, [])
        return true
      },
    )
  }
}

/** With no fake in its place, the binding asks the provider's own model. */
async function promptRealModel(http: TestApp): Promise<void> {
  await http.withToken('operator').post('/digest', 'Today is Wednesday.').assertOk().assertJson({ digest })
}

const add = tool({
  description: 'Adds two numbers.',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
})

/** A scripted model under the SDK's own functions, with no app. */
async function scriptAlone(): Promise<void> {
  const settings = { tools: { add }, stopWhen: isStepCount(3), prompt: '2 + 3?' }

  const generating = scriptedModel([[{ name: 'add', input: { a: 2, b: 3 } }], 'The answer is 5.'])
  const generated = await generateText({ model: generating, ...settings })
  assert.equal(generated.text, 'The answer is 5.')
  assert.equal(generated.steps[0]?.toolResults[0]?.output, 5)
  assert.equal(generating.calls[1]?.messages.at(-1)?.role, 'tool')
  generating.assertComplete()

  const streaming = scriptedModel([[{ name: 'add', input: { a: 2, b: 3 } }], 'The answer is still 5.'])
  const streamed = streamText({ model: streaming, ...settings })
  let text = ''
  for await (const part of streamed.textStream) text += part
  assert.equal(text, 'The answer is still 5.')
  assert.equal((await streamed.steps)[0]?.toolResults[0]?.output, 5)
  assert.deepEqual(
    streaming.calls.map(({ mode }) => mode),
    ['stream', 'stream'],
  )
  streaming.assertComplete()
}

/** Models by their ids, in code that knows no fake: prompts at once, streams among them, each keep their own reply. */
async function scriptIds(): Promise<void> {
  const model = 'anthropic/claude-opus-5'
  const models = fakeModels({ strict: true })
  try {
    const numbers = Array.from({ length: 10 }, (_, index) => index)
    models.respond(
      model,
      numbers.map((n) => ({ toolCalls: [{ name: 'add', input: { a: n, b: 1 } }], then: `It is ${n + 1}.` })),
    )
    const settings = { model, tools: { add }, stopWhen: isStepCount(3), prompt: 'The same?' }
    const texts = await Promise.all(
      numbers.map(async (n) => (n % 2 === 0 ? (await generateText(settings)).text : await streamText(settings).text)),
    )
    assert.deepEqual(
      texts,
      numbers.map((n) => `It is ${n + 1}.`),
    )
    assert.deepEqual(
      models.calls(model).map(({ toolCalls }) => toolCalls[0]?.output),
      numbers.map((n) => n + 1),
    )
    await assert.rejects(Promise.resolve(generateText({ model: 'anthropic/claude', prompt: 'Hi?' })), UnscriptedModel)
  } finally {
    assert.throws(() => models[Symbol.dispose](), { name: 'FakeModelsError' })
  }
}

const realModel = scriptedModel([[{ name: 'tickets_index', input: { status: 'open' } }], { output: digest }])
const http = await TestApp.fromApp(createTicketApp(realModel))
await promptRealModel(http)
realModel.assertComplete()
await promptThroughRoute(http)
await reportUnscriptedPrompt(http)
await promptInBlock(http.withToken('operator'))
await failTwice(http.withToken('operator'))
assert.equal(realModel.calls.length, 2) // No fake asked it.
await scriptAlone()
await scriptIds()
await evaluateDigest()

console.log('Every package was used from outside.')
