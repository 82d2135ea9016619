/** The routes that ask a model and no agent: the kinds of model that answer once, and call no tools. */
import { requirePrincipal } from '@understudy/app'
import { Hono } from 'hono'
import { z } from 'zod'
import type { DeskContext, DeskEnv } from '../desk-env'
import { notFound } from '../http/errors'
import { jsonBody } from '../http/json-body'
import { ticketsSimilar } from '../tickets/ticket'
import { findTicket, listTickets } from '../tickets/ticket-store'
import { similarTickets } from './similar-tickets'
import { triage } from './triage'

const Cover = z.object({ summary: z.string().min(1).max(2_000) })

/** `/tickets/:id/similar`, `/tickets/:id/triage` and `/ops/digest/cover`. */
export function modelRoutes({ db }: DeskContext) {
  return new Hono<DeskEnv>()
    .get('/tickets/:id/similar', requirePrincipal(), ticketsSimilar, async (c) => {
      const { id } = c.req.valid('param')
      const ticket = findTicket(db, id)
      if (!ticket) return notFound(c, `ticket ${id}`)
      const { signal } = c.req.raw
      return c.json({ similar: await similarTickets(c.var.ai, { ticket, among: listTickets(db), signal }) })
    })
    .post('/tickets/:id{[0-9]+}/triage', requirePrincipal(), async (c) => {
      const id = Number(c.req.param('id'))
      const ticket = findTicket(db, id)
      if (!ticket) return notFound(c, `ticket ${id}`)
      return c.json({ triage: await triage(c.var.ai, ticket, c.req.raw.signal) })
    })
    .post('/ops/digest/cover', requirePrincipal(), jsonBody(Cover), async (c) => {
      const { image } = await c.var.ai.image({
        prompt: `A calm illustration, with no words in it, for a page that begins: ${c.req.valid('json').summary}`,
        size: '1536x1024',
        abortSignal: c.req.raw.signal,
      })
      return c.body(new Uint8Array(image.uint8Array), 200, { 'content-type': image.mediaType })
    })
}
