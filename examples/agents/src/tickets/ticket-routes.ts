/** The routes of tickets. Each is for people and for agents alike: an agent's call arrives as a request like any other. */
import { authorize, requirePrincipal } from '@understudy/app'
import { Hono } from 'hono'
import type { DeskContext, DeskEnv } from '../desk-env'
import { notFound } from '../http/errors'
import { closeTicket, findTicket, listTickets, openTicket } from './ticket-store'
import { ticketsClose, ticketsCreate, ticketsIndex, ticketsShow } from './ticket'

/** `/tickets` and what is under it. */
export function ticketRoutes({ db, now }: DeskContext) {
  return new Hono<DeskEnv>()
    .get('/tickets', requirePrincipal(), ticketsIndex, (c) =>
      c.json({ tickets: listTickets(db, c.req.valid('query').status) }),
    )
    .get('/tickets/:id', requirePrincipal(), ticketsShow, (c) => {
      const { id } = c.req.valid('param')
      const ticket = findTicket(db, id)
      return ticket ? c.json({ ticket }) : notFound(c, `ticket ${id}`)
    })
    .post('/tickets', requirePrincipal(), ticketsCreate, (c) => {
      // Ids of principals are those of users: see principal-of.ts.
      const openedBy = Number(c.var.principal.id)
      const ticket = openTicket(db, { ...c.req.valid('json'), openedBy, openedAt: now().toISOString() })
      return c.json({ ticket }, 201)
    })
    .post('/tickets/:id/close', requirePrincipal(), authorize('close-ticket'), ticketsClose, (c) => {
      const { id } = c.req.valid('param')
      const ticket = closeTicket(db, id)
      if (ticket) return c.json({ ticket })
      if (!findTicket(db, id)) return notFound(c, `ticket ${id}`)
      return c.json({ error: 'conflict', message: `Ticket ${id} is closed already.` }, 409)
    })
}
