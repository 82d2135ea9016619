/** A desk with two tools, for commands to call. */
import { createApp, requirePrincipal, routeTool } from '@understudy/app'
import { z } from 'zod'

const ticketsShow = routeTool('tickets_show', {
  description: 'Show a ticket.\nOne line.',
  params: z.object({ id: z.coerce.number().int() }),
})
const ticketsClose = routeTool('tickets_close', {
  description: 'Close a \u001B[31mticket\u001B[0m.',
  params: z.object({ id: z.coerce.number().int() }),
  approval: 'required',
})

/** How often the routes ran. */
export const ran: { closed: number; disposed: number } = { closed: 0, disposed: 0 }

/** Makes the desk. */
export function app() {
  const desk = createApp({})
    .get('/tickets/:id', requirePrincipal(), ticketsShow, (c) =>
      c.json({ id: c.req.valid('param').id, for: c.var.principal.id, text: '\u001B[31mred' }),
    )
    .post('/tickets/:id/close', requirePrincipal(), ticketsClose, (c) => {
      ran.closed += 1
      return c.json({})
    })
  return Object.assign(desk, {
    [Symbol.dispose]: () => {
      ran.disposed += 1
    },
  })
}
