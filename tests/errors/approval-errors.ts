// How the errors occur with what an app is told of tool calls: approvals, audit and budgets. Part of `@understudy/app`.

import {
  callTool,
  createAgentBudget,
  createApp,
  inProcess,
  memoryApprovals,
  requirePrincipal,
  routeTool,
  type Principal,
} from '@understudy/app'
import { TestApp } from '@understudy/testing'
import { principal, ticketsIndex } from './desk'
import type { Occasion } from './occasion'

const ticketsDelete = routeTool('tickets_delete', { description: 'Delete all tickets.', approval: 'required' })
const approvalsApprove = routeTool('approvals_approve', { description: 'Approve a request.' })

/** An app with one request that waits, and a clock of its own. */
async function createApprovals(at: string = '2026-03-01T10:00:00.000Z') {
  const store = memoryApprovals()
  await store.file({
    id: 'request-1',
    key: 'the call',
    tool: 'tickets_delete',
    agent: 'clerk',
    principal,
    input: {},
    requestedAt: '2026-03-01T10:00:00.000Z',
    expiresAt: '2026-03-01T11:00:00.000Z',
  })
  return createApp({ approvals: { store }, now: () => Date.parse(at) })
}

async function approve({ by = principal, at }: { by?: Principal; at?: string }): Promise<void> {
  const { approvals } = await createApprovals(at)
  await approvals.approve('request-1', { by })
}

const approvals: readonly Occasion[] = [
  {
    when: 'a request is decided that is not there',
    occur: async () => (await createApprovals()).approvals.approve('request-2', { by: principal }),
  },
  {
    when: 'a request is decided a second time',
    occur: async () => {
      const app = await createApprovals()
      await app.approvals.reject('request-1', { by: principal })
      await app.approvals.approve('request-1', { by: principal })
    },
  },
  { when: 'a request is decided too late', occur: () => approve({ at: '2026-03-01T12:00:00.000Z' }) },
  { when: 'what is no human decides', occur: () => approve({ by: { kind: 'service', id: 'cron' } }) },
  {
    when: 'a tool call of an agent decides',
    occur: async () => {
      const app = await createApprovals()
      let refusal: unknown
      app.post('/approvals', requirePrincipal(), approvalsApprove, async (c) => {
        refusal = await app.approvals.approve('request-1', { by: principal }).catch((error: unknown) => error)
        return c.json({})
      })
      await (await TestApp.fromApp(app)).tool('approvals_approve', {}, { as: principal })
      throw refusal
    },
  },
  { when: 'approvals are listed where none are kept', occur: () => createApp({}).approvals.list() },
]

/** The first warning of the process that a call of a tool leads to. */
async function warningOf(app: Parameters<typeof TestApp.fromApp>[0], tool: string): Promise<Error> {
  const { promise, resolve } = Promise.withResolvers<Error>()
  process.once('warning', resolve)
  await (await TestApp.fromApp(app)).tool(tool, {}, { as: principal })
  return promise
}

const deliveries: readonly Occasion[] = [
  {
    when: 'the app’s audit fails, as a warning of the process',
    occur: async () => {
      const audit = (): never => {
        throw new Error('The disk is full.')
      }
      const app = createApp({ audit }).get('/tickets', requirePrincipal(), ticketsIndex, (c) => c.json({}))
      throw await warningOf(app, 'tickets_index')
    },
  },
  {
    when: 'nobody could be told of a request, as a warning of the process',
    occur: async () => {
      const notify = (): Promise<never> => Promise.reject(new Error('The mail server is away.'))
      const app = createApp({ approvals: { store: memoryApprovals(), notify } }).delete(
        '/tickets',
        requirePrincipal(),
        ticketsDelete,
        (c) => c.json({}),
      )
      throw await warningOf(app, 'tickets_delete')
    },
  },
  {
    when: 'the store of approvals fails',
    occur: async () => {
      const store = { ...memoryApprovals(), file: () => Promise.reject(new Error('The database is away.')) }
      const app = createApp({ approvals: { store } }).onError((_, c) => c.text('Internal Server Error', 500))
      app.delete('/tickets', requirePrincipal(), ticketsDelete, (c) => c.json({}))
      await (await TestApp.fromApp(app)).tool('tickets_delete', {}, { as: principal })
    },
  },
  {
    when: 'the store of budgets fails',
    occur: async () => {
      const budgets = {
        take: (): never => {
          throw new Error('The database is away.')
        },
      }
      const app = inProcess(
        createApp({ limits: { budgets } }).get('/tickets', requirePrincipal(), ticketsIndex, (c) => c.json({})),
      )
      const tool = app.tools().get('tickets_index')
      if (tool === undefined) throw new Error('The app has its tool.')
      const owner = { agent: 'clerk', principal }
      await callTool(app, { ...owner, tool, input: {}, scopes: ['tools:*'], budget: createAgentBudget(app, owner) })
    },
  },
]

/** How they occur. */
export const approvalErrors: readonly Occasion[] = [...approvals, ...deliveries]
