/** The types of a script: one that fits its agent compiles, a stale one does not. */
import { Agent, Output, tool } from '@understudy/agents'
import { routeTool } from '@understudy/app'
import { z } from 'zod'
import { apiError, forever, type FakeAi } from '../index.js'

const ticketsIndex = routeTool('tickets_index', {
  description: 'List.',
  query: z.object({ status: z.enum(['open', 'closed']).optional() }),
})
const ticketsShow = routeTool('tickets_show', {
  description: 'Show.',
  params: z.object({ id: z.coerce.number<number>() }),
})

class Digest extends Agent {
  static override scopes = ['tools:*'] as const
  output = Output.object({ schema: z.object({ n: z.number(), at: z.string().transform((text) => new Date(text)) }) })
  override tools() {
    return {
      ...this.appTools([ticketsIndex, ticketsShow, 'by_name']),
      local: tool({ description: 'd', inputSchema: z.object({ a: z.string() }) }),
    }
  }
}
class Plain extends Agent {}

declare const ai: FakeAi

ai.respond(Digest, [
  { toolCalls: [{ name: 'tickets_index' }], then: { output: { n: 1, at: '2026-01-01' } } },
  {
    toolCalls: [
      { name: 'tickets_show', input: { id: 1 } },
      { name: 'local', input: { a: 'x' } },
    ],
    text: 'Looking.',
  },
  [{ name: 'by_name', input: { anything: true } }],
  { error: apiError({ status: 429 }), then: { text: '{' } },
  forever([{ name: 'tickets_index', input: { status: 'open' } }]),
  (request) => ({ text: request.messages.length === 0 ? '' : 'x' }),
])

// @ts-expect-error no such tool
ai.respond(Digest, [[{ name: 'ticket_show', input: { id: 1 } }]])
// @ts-expect-error not the tool's input
ai.respond(Digest, [[{ name: 'tickets_show', input: { id: 'one' } }]])
// @ts-expect-error the input is required
ai.respond(Digest, [[{ name: 'tickets_show' }]])
// @ts-expect-error no such status
ai.respond(Digest, [{ toolCalls: [{ name: 'tickets_index', input: { status: 'lost' } }], then: 'Done.' }])
// @ts-expect-error a local tool has its input too
ai.respond(Digest, [[{ name: 'local', input: { a: 1 } }]])
// @ts-expect-error not the output's shape
ai.respond(Digest, [{ output: { n: 'one', at: '' } }])
// @ts-expect-error a script says what goes in, not what comes out
ai.respond(Digest, [{ output: { n: 1, at: new Date() } }])
// @ts-expect-error the agent answers with text
ai.respond(Plain, [{ output: 1 }])
// @ts-expect-error the agent has no tools
ai.respond(Plain, [[{ name: 'tickets_index' }]])
// @ts-expect-error nothing comes after a text
ai.respond(Plain, [{ text: 'x', then: 'y' }])

// Wrong on purpose loosens it.
ai.respond(Digest, [[{ name: 'ticket_show', input: '{"id": 1', invalid: true }]])
ai.respond(Plain, ['text', { text: 'text', usage: { inputTokens: 3 } }])

ai.assertPrompted(Digest, (input, call) => input === '' && call.response?.output.at.getTime() === 0)
// @ts-expect-error the input is text
ai.assertPrompted(Digest, (input) => input > 3)
