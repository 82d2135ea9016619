// The app of the user's program: a route that is a tool, an agent that may call it, and a route that prompts the agent.
// It knows nothing of the tests: the model that its binding's only provider has is given to it.

import { Agent, defineAi, Output } from '@understudy/agents'
import { createApp, requirePrincipal, routeTool } from '@understudy/app'
import type { LanguageModel } from 'ai'
import { z } from 'zod'

const ticketsIndex = routeTool('tickets_index', {
  description: 'List support tickets, optionally by status.',
  query: z.object({ status: z.enum(['open', 'closed']).optional() }),
})

/** Digests the tickets, which it reads through the app's route. */
export class TicketDigest extends Agent {
  static override agentName = 'ticket-digest'
  static override scopes = ['tool:tickets_index'] as const
  instructions = 'You write a short digest of the open support tickets.'
  output = Output.object({ schema: z.object({ summary: z.string(), ids: z.array(z.number()) }) })
  override tools() {
    return this.appTools([ticketsIndex])
  }
}

/** A fresh app whose real model is `model`. What goes wrong in it becomes a 500 that says nothing, as apps do. */
export function createTicketApp(model: LanguageModel) {
  const tickets = [
    { id: 1, title: 'Printer on fire', status: 'open' },
    { id: 2, title: 'Cold coffee', status: 'closed' },
  ]
  const ai = defineAi({ default: 'main', providers: { main: { model: () => model } } })
  const app = createApp({
    bindings: { ai },
    authenticate: (c) => (c.req.header('authorization') === 'Bearer operator' ? { kind: 'user', id: 1 } : null),
  })
    .get('/tickets', requirePrincipal(), ticketsIndex, (c) => {
      const { status } = c.req.valid('query')
      return c.json({ tickets: tickets.filter((ticket) => status === undefined || ticket.status === status) })
    })
    .post('/digest', requirePrincipal(), async (c) => {
      const { output } = await c.var.ai
        .agent(TicketDigest)
        .as(c.var.principal)
        .prompt(await c.req.text())
      return c.json({ digest: output })
    })
  app.onError((_error, c) => c.text('Something went wrong.', 500))
  return app
}
