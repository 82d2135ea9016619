/** The routes that prompt an agent. Each acts for whoever asked: an agent may do no more than its principal. */
import { requirePrincipal } from '@understudy/app'
import type { PromptResponse } from '@understudy/agents'
import { Hono } from 'hono'
import { z } from 'zod'
import type { DeskContext, DeskEnv } from '../desk-env'
import { notFound } from '../http/errors'
import { jsonBody } from '../http/json-body'
import { OneTicket, ticketsCreate } from '../tickets/ticket'
import { findTicket } from '../tickets/ticket-store'
import { TicketCloser } from './ticket-closer'
import { TicketDigest } from './ticket-digest'
import { TicketIntake } from './ticket-intake'

const Mail = z.object({ from: z.email(), subject: z.string(), text: z.string().max(50_000) })

/** `/intake` and `/ops/agents`. */
export function agentRoutes({ db, now }: DeskContext) {
  const today = (): string => now().toISOString().slice(0, 10)

  return new Hono<DeskEnv>()
    .post('/ops/agents/digest', requirePrincipal(), async (c) => {
      const response = await c.var.ai
        .agent(TicketDigest)
        .as(c.var.principal)
        .prompt(`Today is ${today()}. Write the digest.`)
      return c.json({ digest: response.output })
    })
    .post('/ops/agents/close', requirePrincipal(), jsonBody(z.object({ ticketId: z.number().int() })), async (c) => {
      const { ticketId } = c.req.valid('json')
      if (!findTicket(db, ticketId)) return notFound(c, `ticket ${ticketId}`)
      const { text } = await c.var.ai
        .agent(TicketCloser)
        .as(c.var.principal)
        .prompt(`Close ticket ${ticketId} if it is solved.`)
      // The answer is what the model says; the ticket is what is so.
      return c.json({ answer: text, ticket: findTicket(db, ticketId) })
    })
    .post('/intake', requirePrincipal(), jsonBody(Mail), async (c) => {
      const response = await c.var.ai
        .agent(TicketIntake)
        .as(c.var.principal)
        .prompt(JSON.stringify(c.req.valid('json')))
      const ticket = openedTicket(response)
      if (ticket) return c.json({ ticket, answer: response.text }, 201)
      return c.json({ error: 'no_ticket', message: 'No ticket was opened for this mail.' }, 422)
    })
}

/** The ticket that the route really opened, whatever the model says of it. */
function openedTicket({ steps }: PromptResponse<string>): z.infer<typeof OneTicket>['ticket'] | undefined {
  const results = steps
    .flatMap((step) => step.toolResults)
    .filter(({ toolName }) => toolName === ticketsCreate.toolName)
  return results.map(({ output }) => OneTicket.safeParse(output).data?.ticket).find((ticket) => ticket !== undefined)
}
