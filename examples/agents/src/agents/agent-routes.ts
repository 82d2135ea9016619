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
import { DeskAssistant } from './desk-assistant'
import { TicketCloser } from './ticket-closer'
import { TicketDigest } from './ticket-digest'
import { TicketIntake } from './ticket-intake'

/** The conversation to go on with; a new one unless given. Its id is in the header `X-Conversation-Id` of an answer. */
const Conversation = z.object({ conversation: z.string().optional() })
const ChatTurn = Conversation.extend({ message: z.string().min(1).max(10_000) })
const Mail = z.object({ from: z.email(), subject: z.string(), text: z.string().max(50_000) })

/** `/chat`, `/intake` and `/ops/agents`. */
export function agentRoutes({ db, now }: DeskContext) {
  const today = (): string => now().toISOString().slice(0, 10)

  return new Hono<DeskEnv>()
    .post('/chat', requirePrincipal(), jsonBody(ChatTurn), async (c) => {
      const { message, conversation = true } = c.req.valid('json')
      return await c.var.ai
        .agent(DeskAssistant)
        .as(c.var.principal)
        .stream(message, { conversation, signal: c.req.raw.signal })
    })
    .post('/ops/agents/digest', requirePrincipal(), jsonBody(Conversation), async (c) => {
      const { conversation } = c.req.valid('json')
      const since = conversation === undefined ? '' : ', and say what has changed since the last one'
      const { output, conversationId } = await c.var.ai
        .agent(TicketDigest)
        .as(c.var.principal)
        .prompt(`Today is ${today()}. Write the digest${since}.`, { conversation: conversation ?? true })
      c.header('X-Conversation-Id', conversationId)
      return c.json({ digest: output })
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
