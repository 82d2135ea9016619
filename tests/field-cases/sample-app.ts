/**
 * The app that the field cases are about: five ticket routes, an agent that has them all, and one with an output.
 * Every handler counts that it ran, so that a refusal can be proved.
 */
import { Agent, defineAi, memoryConversations, Output } from '@understudy/agents'
import { createApp, requirePrincipal, routeTool, type Principal } from '@understudy/app'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'

/** Who the tests act for. */
export const principal: Principal = { kind: 'user', id: 1 }

const id = z.coerce.number<number>().int()

const ticketsIndex = routeTool('tickets_index', {
  description: 'List tickets.',
  query: z.object({ status: z.enum(['open', 'closed']).optional() }),
})
export const ticketsShow = routeTool('tickets_show', { description: 'Show a ticket.', params: z.object({ id }) })
const ticketsCreate = routeTool('tickets_create', {
  description: 'Create a ticket.',
  body: z.object({ title: z.string().min(1) }),
})
const ticketsUpdate = routeTool('tickets_update', {
  description: 'Change a ticket.',
  params: z.object({ id }),
  body: z.object({ title: z.string().optional(), open: z.boolean().optional() }),
})
const ticketsDelete = routeTool('tickets_delete', {
  description: 'Delete a ticket.',
  params: z.object({ id }),
  approval: 'required',
})

/** Answers with text, and may call all five. */
export class Triager extends Agent {
  static override agentName = 'triager'
  static override scopes = ['tools:tickets_*'] as const
  instructions = 'You triage support tickets.'
  // Quiet: the SDK prints what goes wrong in a stream that nobody listens to.
  onError = (): void => undefined
  override tools() {
    return this.appTools([ticketsIndex, ticketsShow, ticketsCreate, ticketsUpdate, ticketsDelete])
  }
}

/** Answers with a number. */
export class Digest extends Agent {
  static override agentName = 'digest'
  instructions = 'You count.'
  output = Output.object({ schema: z.object({ n: z.number() }) })
}

/** Names a thread; nobody waits for it. */
export class TitleAgent extends Agent {
  static override agentName = 'title'
  instructions = 'You find a title.'
}

/** A fresh app with two tickets. No real model can be asked: the provider's factory throws. */
export function createSampleApp() {
  const tickets = new Map([
    [1, { id: 1, title: 'Printer on fire', open: true }],
    [2, { id: 2, title: 'Cold coffee', open: false }],
  ])
  const hits: Record<string, number> = {}
  const hit = (name: string): void => {
    hits[name] = (hits[name] ?? 0) + 1
    during[name]?.()
  }
  /** By tool: what happens while its handler runs. */
  const during: Record<string, () => void> = {}
  const ai = defineAi({
    default: 'real',
    providers: {
      real: {
        model: () => {
          throw new Error('A real model was asked for.')
        },
      },
    },
    conversations: memoryConversations(),
  })
  const app = createApp({
    bindings: { ai },
    authenticate: (c) => (c.req.header('authorization') === 'Bearer token' ? principal : null),
    policies: { nobody: () => false },
  })
    .get('/tickets', requirePrincipal(), ticketsIndex, (c) => {
      hit('tickets_index')
      const { status } = c.req.valid('query')
      const open = status && status === 'open'
      return c.json({ tickets: [...tickets.values()].filter((ticket) => open === undefined || ticket.open === open) })
    })
    .get('/tickets/:id', requirePrincipal(), ticketsShow, (c) => {
      hit('tickets_show')
      const ticket = tickets.get(c.req.valid('param').id)
      if (ticket === undefined) throw new HTTPException(404, { message: 'There is no such ticket.' })
      return c.json(ticket)
    })
    .post('/tickets', requirePrincipal(), ticketsCreate, (c) => {
      hit('tickets_create')
      const ticket = { id: tickets.size + 1, title: c.req.valid('json').title, open: true }
      tickets.set(ticket.id, ticket)
      return c.json(ticket, 201)
    })
    .patch('/tickets/:id', requirePrincipal(), ticketsUpdate, (c) => {
      hit('tickets_update')
      const ticket = tickets.get(c.req.valid('param').id)
      if (ticket === undefined) return c.json({ error: 'not found' }, 404)
      const { title = ticket.title, open = ticket.open } = c.req.valid('json')
      Object.assign(ticket, { title, open })
      return c.json(ticket)
    })
    .delete('/tickets/:id', requirePrincipal(), ticketsDelete, (c) => {
      hit('tickets_delete')
      tickets.delete(c.req.valid('param').id)
      return c.body(null, 204)
    })
    .post('/triage', requirePrincipal(), async (c) => {
      const { input } = await c.req.json<{ input: string }>()
      const { text } = await c.var.ai.agent(Triager).as(c.var.principal).prompt(input)
      return c.json({ text })
    })
    .post('/chat', requirePrincipal(), async (c) => {
      const { input, conversation = true } = await c.req.json<{ input: string; conversation?: string | boolean }>()
      return await c.var.ai.agent(Triager).as(c.var.principal).stream(input, { conversation, signal: c.req.raw.signal })
    })
  // Quiet: Hono's own handler prints what the tests provoke.
  app.onError((error, c) =>
    error instanceof HTTPException ? error.getResponse() : c.text('Internal Server Error', 500),
  )
  return { app, ai, tickets, hits, during }
}

/** The chunks of a stream of UI messages. */
export async function readChunks(
  response: Pick<Response, 'text'>,
): Promise<{ readonly type: string; readonly [key: string]: unknown }[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)))
}

/** Resolves to what a promise rejects with; fails when it does not. */
export async function rejection(promise: PromiseLike<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error) return error
    throw new Error(`It rejected with ${String(error)}, which is no Error.`, { cause: error })
  }
  throw new Error('It did not reject.')
}

/** What a fake throws when it ends. */
export function endOf(fake: Disposable): Error | undefined {
  try {
    fake[Symbol.dispose]()
    return undefined
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}
