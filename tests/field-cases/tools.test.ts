/** Field cases F9, F10, F13, F19 and F25 through the whole path: what tools give back, and where loops stop. */
import { describe, expect, test } from 'bun:test'
import { Agent, hasToolCall, isStepCount, tool } from '@understudy/agents'
import { createApp, routeTool } from '@understudy/app'
import { TestApp, UnfinishedReplyError, type FakeAiError, type ReplyOf } from '@understudy/testing'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { createSampleApp, endOf, principal, ticketsShow, Triager } from './sample-app.js'

describe('F9: input that is wrong, then a corrected call, then an answer', () => {
  const inputs = [{ id: {} }, null, [], 'three', {}, { id: 3, nothing: true }, { id: 'three' }, '{"id": 3']
  test.each(inputs.map((input) => ({ input })))(
    '%j never reaches the handler, and the model is told why',
    async ({ input }) => {
      const { app, hits } = createSampleApp()
      const http = await TestApp.fromApp(app)
      using ai = http.fakeAi()
      ai.respond(Triager, [
        {
          toolCalls: [{ name: 'tickets_show', input, invalid: true }],
          then: { toolCalls: [{ name: 'tickets_show', input: { id: 1 } }], then: 'It burns.' },
        },
      ])

      expect((await ai.agent(Triager).as(principal).prompt('look')).text).toBe('It burns.')

      expect(hits).toEqual({ tickets_show: 1 })
      const [call] = ai.calls(Triager)
      const [wrong, right] = call?.toolCalls ?? []
      expect(right).toMatchObject({ status: 200, output: { id: 1, title: 'Printer on fire' } })
      expect(wrong?.status ?? 'not sent').not.toBe(200)
      // What was fed back in the second request names the fault, and does not look like success.
      const fedBack = JSON.stringify(call?.requests[1]?.messages.at(-1))
      expect(fedBack).toMatch(/"error-text"|"error":true/)
      if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
        expect(fedBack).toContain('nothing' in input ? 'nothing' : 'id')
      }
      // The history that goes back to the model holds what it said, as an object where it was one.
      const said = call?.requests[1]?.messages.at(-2)
      expect(said).toMatchObject({ role: 'assistant', content: [{ type: 'tool-call', toolName: 'tickets_show' }] })
      const [part] = said?.content ?? []
      expect(typeof part === 'object' && 'input' in part && part.input).toBeObject()
      expect(typeof part === 'object' && 'input' in part && part.input).not.toBeArray()
    },
  )
})

describe('F10: a route that fails', () => {
  const failures = {
    '400 with field errors': [400, { errors: { title: 'is too short' } }],
    '401': [401, { error: 'unauthenticated' }],
    '403 from a policy': [403, { error: 'forbidden' }],
    '404': [404, { error: 'not found' }],
    '409': [409, { error: 'conflict' }],
    '429': [429, { error: 'slow down' }],
    '500 as text': [500, 'It broke.'],
    '500 as JSON': [500, { error: 'It broke.' }],
  } as const

  test.each(Object.entries(failures))(
    '%s reaches the model with its marker, status and body',
    async (_, [status, body]) => {
      const fails = routeTool('fails', { description: 'Fails.' })
      class Caller extends Agent {
        static override scopes = ['tools:*'] as const
        override tools() {
          return this.appTools([fails])
        }
      }
      const { ai: binding } = createSampleApp()
      const app = createApp({ bindings: { ai: binding } }).get('/fails', fails, (c) =>
        typeof body === 'string' ? c.text(body, status) : c.json(body, status),
      )
      const http = await TestApp.fromApp(app)
      using ai = http.fakeAi()
      ai.respond(Caller, [{ toolCalls: [{ name: 'fails' }], then: 'It failed.' }])

      await ai.agent(Caller).as(principal).prompt('try')

      expect(ai.calls(Caller)[0]?.toolCalls[0]).toMatchObject({ status, output: { error: true, status, body } })
      const fedBack = ai.calls(Caller)[0]?.requests[1]?.messages.at(-1)
      expect(fedBack?.content[0]).toMatchObject({ output: { type: 'json', value: { error: true, status, body } } })
      expect(JSON.stringify(fedBack)).not.toContain('.ts:')
    },
  )
})

describe('F13: a loop that stops before the scripted answer', () => {
  const call = { toolCalls: [{ name: 'tickets_show', input: { id: 1 } }] } as const

  test('stopWhen by tool call: disposal names the step not reached and why', async () => {
    class Once extends Triager {
      static override agentName = 'once'
      stopWhen = hasToolCall('tickets_show')
    }
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Once, [{ ...call, then: 'Done.' }])
    await ai.agent(Once).as(principal).prompt('look')

    const [complaint] = (endOf(ai) as FakeAiError).complaints
    expect(complaint).toBeInstanceOf(UnfinishedReplyError)
    expect(complaint).toMatchObject({ agent: 'once', taken: 1, total: 2, unreached: ['text "Done."'] })
    expect((complaint as UnfinishedReplyError).reason).toContain('stopWhen was met after 1 step')
  })

  test('a step limit of 1', async () => {
    class OneStep extends Triager {
      stopWhen = isStepCount(1)
    }
    const { app, hits } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(OneStep, [{ ...call, then: 'Done.' }])
    await ai.agent(OneStep).as(principal).prompt('look')
    expect((endOf(ai) as FakeAiError).complaints[0]).toMatchObject({ taken: 1, total: 2 })
    expect(hits).toEqual({ tickets_show: 1 })
  })

  test('25 steps against the limit of 20', async () => {
    let reply: ReplyOf<Triager> = 'Done.'
    for (let step = 0; step < 25; step++) reply = nest(reply)
    const { app, hits } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Triager, [reply])
    const response = await ai.agent(Triager).as(principal).prompt('look')

    expect(response.steps).toHaveLength(20)
    expect(hits).toEqual({ tickets_show: 20 })
    const [complaint] = (endOf(ai) as FakeAiError).complaints
    expect(complaint).toMatchObject({ taken: 20, total: 26 })
    expect((complaint as UnfinishedReplyError).unreached).toHaveLength(6)
  })

  test('a reply that ends in tool calls says that the loop must stop there', async () => {
    class Once extends Triager {
      stopWhen = isStepCount(1)
    }
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    ai.respond(Once, [call])
    expect((await ai.agent(Once).as(principal).prompt('look')).finishReason).toBe('tool-calls')
  })

  test('and fails when it does not', async () => {
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Triager, [call])
    const failed = ai.agent(Triager).as(principal).prompt('look')
    expect(
      await failed.then(
        () => 'answered',
        (error: unknown) => error,
      ),
    ).toMatchObject({
      code: 'SCRIPT_EXHAUSTED',
      label: 'Agent "triager"',
      stepCount: 1,
      askedFor: 2,
    })
    expect((endOf(ai) as FakeAiError).complaints).toHaveLength(1)
  })

  test('a local tool without execute leaves the loop waiting, and disposal says so', async () => {
    class Asks extends Agent {
      override tools() {
        return { ask_human: tool({ description: 'Ask.', inputSchema: z.object({}) }) }
      }
    }
    const { app } = createSampleApp()
    const http = await TestApp.fromApp(app)
    const ai = http.fakeAi()
    ai.respond(Asks, [{ toolCalls: [{ name: 'ask_human' }], then: 'Done.' }])
    await ai.agent(Asks).as(principal).prompt('ask')
    expect((endOf(ai) as FakeAiError).complaints[0]?.message).toContain(
      'the tool ask_human gave no result: it has no execute function',
    )
  })
})

type Chain = ReplyOf<Triager>

/** One more call in front of a chain. */
function nest(then: Chain): Chain {
  return { toolCalls: [{ name: 'tickets_show', input: { id: 1 } }], then }
}

describe('F19: a handler that throws', () => {
  const secret = 'postgres://root:hunter2@db'
  const throwing = {
    'a string': () => {
      throw secret
    },
    'an Error with a secret': () => {
      throw new Error(secret)
    },
    'an HTTPException': () => {
      throw new HTTPException(403, { message: 'Not yours.' })
    },
  }
  test.each(Object.entries(throwing))(
    '%s: the loop goes on, the model sees no secret, the test sees the original',
    async (kind, run) => {
      const throws = routeTool('throws', { description: 'Throws.' })
      class Caller extends Agent {
        static override scopes = ['tool:throws'] as const
        override tools() {
          return this.appTools([throws])
        }
      }
      const { ai: binding } = createSampleApp()
      const app = createApp({ bindings: { ai: binding } }).get('/throws', throws, () => run())
      // An app that shows its errors to its users does not show them to its model.
      app.onError((error, c) =>
        error instanceof HTTPException ? error.getResponse() : c.json({ error: error.message }, 500),
      )
      const http = await TestApp.fromApp(app)
      using ai = http.fakeAi()
      ai.respond(Caller, [{ toolCalls: [{ name: 'throws' }], then: 'It failed.' }])

      expect((await ai.agent(Caller).as(principal).prompt('try')).text).toBe('It failed.')

      const [call] = ai.calls(Caller)
      expect(call?.toolCalls[0]?.output).toMatchObject({ error: true, status: kind === 'an HTTPException' ? 403 : 500 })
      expect(JSON.stringify(call?.requests)).not.toContain('hunter2')
      const thrown = call?.toolCalls[0]?.error
      expect(thrown instanceof Error ? thrown.message : thrown).toBe(
        kind === 'an HTTPException' ? 'Not yours.' : secret,
      )
    },
  )
})

describe('F25: two prompts to one agent at once', () => {
  test('replies go by start order and stay with their prompt, 50 times', async () => {
    const gates: (() => void)[] = []
    const wait = routeTool('wait', { description: 'Waits until it is let go.', params: z.object({ who: z.string() }) })
    class Waiter extends Agent {
      static override scopes = ['tools:*'] as const
      override tools() {
        return this.appTools([wait, ticketsShow])
      }
    }
    const { ai: binding } = createSampleApp()
    const app = createApp({ bindings: { ai: binding } })
      .get('/wait/:who', wait, async (c) => {
        const { who } = c.req.valid('param')
        if (who === 'slow') await new Promise<void>((resolve) => gates.push(resolve))
        else gates.shift()?.()
        return c.json({ who })
      })
      .get('/tickets/:id', ticketsShow, (c) => c.json({}))
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    const waiter = ai.agent(Waiter).as(principal)
    for (let round = 0; round < 50; round++) {
      // The slow tool answers only once the fast one, of the prompt that started later, has run.
      ai.respond(Waiter, [
        { toolCalls: [{ name: 'wait', input: { who: 'slow' } }], then: `slow ${round}` },
        { toolCalls: [{ name: 'wait', input: { who: 'fast' } }], then: `fast ${round}` },
      ])
      const slow = waiter.prompt(`slow ${round}`)
      const fast = waiter.prompt(`fast ${round}`)
      expect((await Promise.all([slow, fast])).map((response) => response.text)).toEqual([
        `slow ${round}`,
        `fast ${round}`,
      ])
    }
    expect(ai.calls(Waiter).every((call) => call.response?.text === call.input)).toBe(true)
  })
})
