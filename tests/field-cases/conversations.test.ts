/** Field cases F26 and F11: a turn may end in any way, and the next one works; a gated call runs nothing and says so. */
import { describe, expect, test } from 'bun:test'
import type { ModelMessage } from 'ai'
import { tool } from '@understudy/agents'
import { TestApp, type FakeAi } from '@understudy/testing'
import { z } from 'zod'
import { createSampleApp, endOf, principal, readChunks, Triager } from './sample-app.js'

/** Stops after its first step, and has a tool that nobody executes and one that throws. */
class Stopper extends Triager {
  static override agentName = 'stopper'
  stopWhen = (): boolean => true
  override tools() {
    return {
      ...super.tools(),
      ask_user: tool({ description: 'Ask.', inputSchema: z.object({ question: z.string() }) }) as never,
      explode: tool({
        description: 'Explode.',
        inputSchema: z.object({}),
        execute: (): string => {
          throw new Error('Boom.')
        },
      }),
      guarded: tool({ description: 'Wait.', inputSchema: z.object({}), needsApproval: true, execute: () => 'ran' }),
    }
  }
}

async function createDesk() {
  const sample = createSampleApp()
  const http = await TestApp.fromApp(sample.app)
  return { ...sample, ai: http.fakeAi() }
}

/** What each stored call is followed by, in order: exactly one result, or the case fails. */
function resultsOf(messages: readonly ModelMessage[]): unknown[] {
  const results: unknown[] = []
  let open: string[] = []
  for (const { role, content } of messages) {
    if (role !== 'tool') expect(open).toEqual([])
    if (typeof content === 'string') continue
    for (const part of content) {
      if (part.type === 'tool-call') open.push(part.toolCallId)
      if (part.type !== 'tool-result') continue
      expect(open).toContain(part.toolCallId)
      open = open.filter((id) => id !== part.toolCallId)
      results.push(part.output)
    }
  }
  expect(open).toEqual([])
  return results
}

const unanswered = { type: 'error-text', value: expect.stringContaining('no result') }

const endings: [ends: string, call: { name: string; input: object; invalid?: true }, result: unknown][] = [
  [
    'on stopWhen',
    { name: 'tickets_show', input: { id: 1 } },
    { type: 'json', value: expect.objectContaining({ id: 1 }) },
  ],
  [
    "on a call that waits for a human's yes",
    { name: 'tickets_delete', input: { id: 1 } },
    expect.objectContaining({ type: 'json' }),
  ],
  ['on a tool that throws', { name: 'explode', input: {} }, { type: 'error-text', value: 'Error: Boom.' }],
  [
    'on a tool that the app does not have',
    { name: 'tickets_burn', input: {}, invalid: true },
    expect.objectContaining({ type: 'error-text' }),
  ],
  [
    'on input that is no object',
    { name: 'tickets_index', input: [1], invalid: true },
    expect.objectContaining({ type: 'error-text' }),
  ],
  ['on a tool that nobody executes', { name: 'ask_user', input: { question: 'Why?' } }, unanswered],
  ['on an approval of the SDK that is pending', { name: 'guarded', input: {} }, unanswered],
]

describe('F26: a first turn that ends in mid-air', () => {
  for (const mode of ['prompt', 'stream'] as const) {
    test.each(endings)(
      `${mode}: %s; each stored call has one result, and the next turn reaches the model`,
      async (...given) => {
        const [, call, result] = given
        const { ai, tickets } = await createDesk()
        ai.respond(Stopper, [[call as never], 'I am here.'])
        const stopper = ai.agent(Stopper).as(principal)

        const id = await firstTurn(ai, mode)

        const { messages = [] } = (await ai.conversations().find(id)) ?? {}
        expect(resultsOf(messages)).toEqual([result])
        expect((await stopper.continue(id).prompt('Are you there?')).text).toBe('I am here.')
        expect(ai.calls(Stopper)[1]?.requests[0]?.messages.map(({ role }) => role)).toEqual([
          'user',
          'assistant',
          'tool',
          'user',
        ])
        expect((await ai.conversations().find(id))?.messages).toHaveLength(messages.length + 2)
        expect(tickets.size).toBe(2)
        expect(endOf(ai)).toBeUndefined()
      },
    )
  }

  test('several calls in one step keep the order of the calls, each with its own result', async () => {
    const { ai } = await createDesk()
    ai.respond(Stopper, [
      [
        { name: 'ask_user' as never, input: { question: 'Why?' } as never },
        { name: 'tickets_show', input: { id: 2 } },
        { name: 'explode', input: {} },
      ],
      'I am here.',
    ])
    const id = await firstTurn(ai, 'prompt')
    const { messages = [] } = (await ai.conversations().find(id)) ?? {}
    expect(resultsOf(messages)).toMatchObject([unanswered, { value: { id: 2 } }, { value: 'Error: Boom.' }])
    await ai.agent(Stopper).as(principal).continue(id).prompt('Are you there?')
    expect(endOf(ai)).toBeUndefined()
  })

  async function firstTurn(ai: FakeAi, mode: 'prompt' | 'stream'): Promise<string> {
    const stopper = ai.agent(Stopper).as(principal)
    if (mode === 'prompt') return (await stopper.prompt('Do it.', { conversation: true })).conversationId ?? ''
    const response = await stopper.stream('Do it.', { conversation: true })
    await readChunks(response)
    return response.headers.get('x-conversation-id') ?? ''
  }
})

describe('F11: a gated call beside one that is not, in one step', () => {
  test('the one runs, the gated one does not, the loop goes on, and the test proves that the model lied', async () => {
    const { ai, hits, tickets } = await createDesk()
    ai.respond(Triager, [
      {
        toolCalls: [
          { name: 'tickets_show', input: { id: 1 } },
          { name: 'tickets_delete', input: { id: 1 } },
        ],
        then: 'Ticket 1 is deleted.',
      },
    ])

    const { text } = await ai.agent(Triager).as(principal).prompt('Delete ticket 1.')

    expect(text).toBe('Ticket 1 is deleted.')
    ai.assertToolDenied(Triager, 'tickets_delete', 'approval')
    ai.assertToolCalled(Triager, 'tickets_show', ({ status }) => status === 200)
    expect(hits).toEqual({ tickets_show: 1 })
    expect(tickets.has(1)).toBe(true)
    expect(endOf(ai)).toBeUndefined()
  })
})
