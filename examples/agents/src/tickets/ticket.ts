/** A ticket as routes show it and models read it, and the contracts of the routes that are tools. */
import { routeTool } from '@understudy/app'
import { z } from 'zod'

const Status = z.enum(['open', 'closed'])

/** A ticket. */
const Ticket = z.object({
  id: z.number().int(),
  subject: z.string(),
  message: z.string(),
  customer: z.string(),
  status: Status,
  openedBy: z.number().int(),
  openedAt: z.iso.datetime(),
})

/** What a route that answers with one ticket answers. */
export const OneTicket = z.object({ ticket: Ticket })

const TicketId = z.object({ id: z.coerce.number().int() })

export const ticketsIndex = routeTool('tickets_index', {
  description: 'List support tickets, optionally by status.',
  query: z.object({ status: Status.optional() }),
  output: z.object({ tickets: z.array(Ticket) }),
})

export const ticketsShow = routeTool('tickets_show', {
  description: 'Show one support ticket.',
  params: TicketId,
  output: OneTicket,
})

export const ticketsSimilar = routeTool('tickets_similar', {
  description: 'List the support tickets that are most like one, the most similar first.',
  params: TicketId,
  output: z.object({ similar: z.array(z.object({ ticket: Ticket, similarity: z.number() })) }),
})

export const ticketsCreate = routeTool('tickets_create', {
  description: 'Open a support ticket for a customer.',
  body: z.object({
    subject: z.string().min(1).max(120).describe('What it is about, in a few words.'),
    message: z.string().min(1).max(10_000).describe('What the customer wrote, without greeting and signature.'),
    customer: z.email().describe('The address that the customer wrote from.'),
  }),
  output: OneTicket,
})

export const ticketsClose = routeTool('tickets_close', {
  description: 'Close one support ticket.',
  params: TicketId,
  output: OneTicket,
  approval: 'required',
})
