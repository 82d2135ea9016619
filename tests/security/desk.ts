// The app under attack, and all that can be seen of what ran in it: its handlers, its store, its records, its notes to
// humans. Knows no attack.

import { Agent, defineAi, memoryConversations, type ConversationStore } from '@understudy/agents'
import {
  authorize,
  callTool,
  createApp,
  createBudget,
  inProcess,
  memoryApprovals,
  requirePrincipal,
  routeTool,
  type ApprovalRequest,
  type ApprovalStore,
  type AuditRecord,
  type Principal,
  type ToolCall,
  type ToolOutcome,
} from '@understudy/app'
import { z } from 'zod'

export const ada: Principal = { kind: 'user', id: 'ada' }
export const boss: Principal = { kind: 'user', id: 'boss' }
/** Who stands behind a bearer token; nobody else is let in from outside. */
const tokens = new Map([
  ['ada', ada],
  ['boss', boss],
])

export const ticketsIndex = routeTool('tickets_index', {
  description: 'List tickets.',
  query: z.object({ status: z.string().optional() }),
})
export const ticketsShow = routeTool('tickets_show', {
  description: 'Show a ticket.',
  params: z.object({ id: z.string() }),
})
const ticketsCreate = routeTool('tickets_create', {
  description: 'Create a ticket.',
  body: z.looseObject({ title: z.unknown().optional() }),
})
/** Takes an id of any type and keys of any name, so that nothing but the approval tells two calls apart. */
const refund = z.looseObject({ id: z.unknown() })
export const refundsCreate = routeTool('refunds_create', {
  description: 'Refund a ticket.',
  body: refund,
  approval: 'required',
})
const refundsVoid = routeTool('refunds_void', {
  description: 'Void a refund.',
  body: refund,
  approval: 'required',
})

/** An agent with everything that the app has. */
export class Clerk extends Agent {
  static override agentName = 'clerk'
  static override scopes = ['tools:*'] as const
  override tools() {
    return this.appTools([ticketsIndex, ticketsShow, ticketsCreate, refundsCreate, refundsVoid])
  }
}

/** What an attack may choose. */
interface DeskOptions {
  readonly store?: ApprovalStore
  readonly conversations?: ConversationStore
}

/** A new app, untouched. */
export function createDesk({ store = memoryApprovals(), conversations = memoryConversations() }: DeskOptions = {}) {
  let time = Date.UTC(2030, 0, 1)
  /** The handlers that ran, by name, in order. */
  const ran: string[] = []
  const bodies: unknown[] = []
  const records: AuditRecord[] = []
  const notified: ApprovalRequest[] = []
  const run = (name: string, value: unknown = name): Response => {
    ran.push(name)
    return Response.json(value)
  }
  const ai = defineAi({
    default: 'real',
    providers: {
      real: {
        model: () => {
          throw new Error('A real model was asked for.')
        },
      },
    },
    conversations,
  })
  const app = createApp({
    bindings: { ai },
    authenticate: (c) => tokens.get(/^Bearer (\w+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '') ?? null,
    policies: { decide: ({ id }) => id === 'boss' },
    approvals: { store, notify: (request) => notified.push(request) },
    audit: (record) => records.push(record),
    now: () => time,
  })
    .get('/', () => run('root'))
    .get('/whoami', (c) => run('whoami', c.var.principal))
    .get('/admin', () => run('admin'))
    .get('/tickets', requirePrincipal(), ticketsIndex, (c) => run('tickets_index', c.req.valid('query')))
    .post('/tickets', requirePrincipal(), ticketsCreate, (c) => {
      bodies.push(c.req.valid('json'))
      return run('tickets_create')
    })
    .get('/tickets/export', () => run('tickets_export'))
    .get('/tickets/:id', requirePrincipal(), ticketsShow, (c) => run('tickets_show', c.req.valid('param').id))
    .post('/refunds', requirePrincipal(), refundsCreate, (c) => {
      bodies.push(c.req.valid('json'))
      return run('refunds_create')
    })
    .post('/voids', requirePrincipal(), refundsVoid, (c) => {
      bodies.push(c.req.valid('json'))
      return run('refunds_void')
    })
  app.post('/approvals/:id/approve', requirePrincipal(), authorize('decide'), async (c) => {
    await app.approvals.approve(c.req.param('id'), { by: c.var.principal })
    return run('approve')
  })
  // Quiet: Hono's own handler prints what the attacks provoke.
  app.onError((_error, c) => c.text('Internal Server Error', 500))
  const pass = (ms: number): void => void (time += ms)
  return { app, ai, ran, bodies, records, notified, store, pass }
}

/** Calls a tool through the gate, as an agent with every scope that acts for Ada unless the attack says otherwise. */
export function call(
  app: object,
  name: string,
  { input = {}, ...options }: Partial<Omit<ToolCall, 'tool'>> = {},
): Promise<ToolOutcome> {
  const inside = inProcess(app)
  const tool = inside.tools().get(name)
  if (tool === undefined) throw new Error(`The app has no tool "${name}".`)
  const caller = { agent: 'clerk', principal: ada, scopes: ['tools:*'], budget: createBudget(1_000) } as const
  return callTool(inside, { tool, input, ...caller, ...options })
}

/** Resolves to what a promise rejects with; fails when it does not. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It did not reject.')
}

/** Any control character: C0, DEL, C1, and the two line ends that only some readers know. */
export const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/ // oxlint-disable-line no-control-regex -- what is looked for
