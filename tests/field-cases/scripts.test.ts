/** Field cases F1 to F4: what a script may leave out, and what it must not get away with. */
import { describe, expect, test } from 'bun:test'
import { ImpossibleToolCallError } from '@understudy/script'
import { FakeAiError, TestApp, UnscriptedPromptError } from '@understudy/testing'
import { createSampleApp, Digest, endOf, principal, rejection, TitleAgent, Triager } from './sample-app.js'

describe('F1: a prompt past the end of the script', () => {
  test('fails naming the agent, the count and which prompt, and nothing is repeated or undefined', async () => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Triager, ['first', 'second'])
    const triager = ai.agent(Triager).as(principal)

    expect((await triager.prompt('one')).text).toBe('first')
    expect((await triager.prompt('two')).text).toBe('second')
    const error = await rejection(triager.prompt('three'))

    expect(error).toBeInstanceOf(UnscriptedPromptError)
    expect(error).toMatchObject({ agent: 'triager', scripted: 2, prompt: 3, input: 'three', code: 'UNSCRIPTED_PROMPT' })
    expect(ai.calls(Triager)).toHaveLength(3)
    expect(ai.calls(Triager)[2]?.error).toBe(error)
    expect(endOf(ai)).toMatchObject({ complaints: [error] })
  })
})

describe('F2: a swallowed error, and falsy answers', () => {
  test('a second prompt that the app turned into a 500 is reported at the call and again at disposal', async () => {
    const { app } = createSampleApp()
    app.onError((_, c) => c.json({ error: 'Something went wrong.' }, 500))
    app.post('/twice', async (c) => {
      const triager = c.var.ai.agent(Triager).as(principal)
      await triager.prompt('one')
      await triager.prompt('two')
      return c.json({})
    })
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Triager, ['only'])

    const failure = await rejection(http.post('/twice').assertOk())

    expect(failure.message).toContain('POST /twice answered 500')
    expect(failure.message).toContain(
      'Agent "triager" was prompted (its prompt 2: "two"), but only 1 reply is scripted',
    )
    const end = endOf(ai)
    expect(end).toBeInstanceOf(FakeAiError)
    expect((end as FakeAiError).complaints).toHaveLength(1)
    expect((end as FakeAiError).complaints[0]).toMatchObject({ agent: 'triager', scripted: 1, prompt: 2 })
  })

  test.each(['', { text: '' }])('%j is an answer', async (reply) => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    ai.respond(Triager, [reply])

    const response = await ai.agent(Triager).as(principal).prompt('hello')

    expect(response.text).toBe('')
    expect(response.output).toBe('')
  })

  test.each([null, false, 0])('the output %j is an answer where the schema takes it', async (output) => {
    const { JsonAgent } = await import('./json-agent.js')
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    ai.respond(JsonAgent, [{ output }])

    const response = await ai.agent(JsonAgent).as(principal).prompt('hello')

    expect(response.text).toBe(JSON.stringify(output))
    expect(response.output).toBe(output)
  })
})

describe('F3: an agent that nobody awaits', () => {
  const order = ['before the awaited prompt', 'behind a microtask'] as const
  test.each(order)('is reported at disposal, and the scripted one answers: %s', async (when) => {
    const { app } = createSampleApp()
    const failures: unknown[] = []
    app.post('/thread', async (c) => {
      const { ai } = c.var
      const title = async (): Promise<void> => {
        if (when === 'behind a microtask') await Promise.resolve()
        await ai.agent(TitleAgent).as(principal).prompt('Find a title.')
      }
      title().catch((error: unknown) => failures.push(error))
      return c.json({ text: (await ai.agent(Triager).as(principal).prompt('hello')).text })
    })
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Triager, ['Hello.'])

    await http.post('/thread').assertOk().assertJson({ text: 'Hello.' })

    const end = endOf(ai)
    expect((end as FakeAiError).complaints).toHaveLength(1)
    expect((end as FakeAiError).complaints[0]).toMatchObject({ agent: 'title', scripted: 0, prompt: 1 })
    expect(failures).toEqual([(end as FakeAiError).complaints[0]])
  })
})

describe('F4: a scripted tool call that the model could not make', () => {
  const names = ['ticket_show', 'Tickets_Show', 'tickets_show ', 'constructor', '__proto__', 'users_index']
  test.each(names)('%j fails, naming the agent, the bad name and the real ones', async (name) => {
    const { app, hits } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    // The types refuse it too; a script from a variable gets past them.
    ai.respond(Triager, [{ toolCalls: [{ name: name as 'tickets_show', input: { id: 1 } }], then: 'Done.' }])

    await http.actingAs(principal).post('/triage', { input: 'look' }).assertStatus(500)

    const [complaint, ...others] = (endOf(ai) as FakeAiError).complaints
    expect(others).toEqual([])
    expect(complaint).toBeInstanceOf(ImpossibleToolCallError)
    expect(complaint).toMatchObject({ label: 'Agent "triager"', toolName: name, reason: 'not-offered' })
    expect((complaint as ImpossibleToolCallError).offeredTools).toContain('tickets_show')
    expect(hits).toEqual({})
  })

  test('a misspelt name is told the nearest one', async () => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Triager, [[{ name: 'ticket_show' as 'tickets_show', input: { id: 1 } }]])
    await rejection(ai.agent(Triager).as(principal).prompt('look'))
    expect((endOf(ai) as FakeAiError).complaints[0]).toMatchObject({ nearest: 'tickets_show' })
  })

  test('on purpose, it goes through the SDK as a real mistake would', async () => {
    const { app, hits } = createSampleApp()
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    ai.respond(Triager, [{ toolCalls: [{ name: 'ticket_show', input: { id: 1 }, invalid: true }], then: 'Sorry.' }])

    expect((await ai.agent(Triager).as(principal).prompt('look')).text).toBe('Sorry.')

    const [toolCall] = ai.calls(Triager)[0]?.toolCalls ?? []
    expect(toolCall).toMatchObject({ name: 'ticket_show', input: { id: 1 } })
    expect(String(toolCall?.error)).toContain('ticket_show')
    expect(hits).toEqual({})
  })

  test('a tool that the agent has but was not granted in this step fails too', async () => {
    const { app, hits } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    class Reader extends Triager {
      static override agentName = 'reader'
      activeTools = ['tickets_index']
    }
    ai.respond(Reader, [[{ name: 'tickets_show', input: { id: 1 } }]])
    await rejection(ai.agent(Reader).as(principal).prompt('look'))
    expect((endOf(ai) as FakeAiError).complaints[0]).toMatchObject({
      toolName: 'tickets_show',
      offeredTools: ['tickets_index'],
    })
    expect(hits).toEqual({})
  })
})

test('a subclass never draws from its parent', async () => {
  const { app } = createSampleApp()
  const http = await TestApp.fromApp(app)
  const ai = http.fakeAi()
  class Junior extends Digest {}
  ai.respond(Digest, [{ output: { n: 1 } }])
  expect(await rejection(ai.agent(Junior).as(principal).prompt('count'))).toMatchObject({ agent: 'Junior' })
  expect((await ai.agent(Digest).as(principal).prompt('count')).output).toEqual({ n: 1 })
  expect((endOf(ai) as FakeAiError).complaints).toHaveLength(1)
})
