// How each error of `@understudy/app` occurs.

import {
  assertScope,
  callTool,
  createApp,
  createBudget,
  extendApp,
  inProcess,
  requirePrincipal,
  routeTool,
  type Scope,
} from '@understudy/app'
import { TestApp } from '@understudy/testing'
import { Hono } from 'hono'
import { z } from 'zod'
import { approvalErrors } from './approval-errors'
import { Clerk, createDesk, principal, ticketsIndex } from './desk'
import type { Occasion } from './occasion'

/** Calls the tool that shows a ticket. */
async function show(input: unknown): Promise<void> {
  const { http } = await createDesk()
  await http.tool('tickets_show', input, { as: principal })
}

export const appErrors: readonly Occasion[] = [
  { when: 'a plain Hono app is tested', occur: () => inProcess(new Hono()) },
  { when: 'an app is extended twice', occur: () => extendApp(createApp({}), {}) },
  {
    when: 'a binding is called principal',
    occur: () => createApp({ bindings: { principal: {} } }),
  },
  { when: 'an app with options is mounted', occur: () => createApp({}).route('/admin', createApp({})) },
  {
    when: 'a guard stands in a plain Hono app',
    occur: async () => {
      const app = new Hono().onError((error) => {
        throw error
      })
      await app.get('/tickets', requirePrincipal(), (c) => c.text('')).request('/tickets')
    },
  },
  {
    when: 'the budget of tool calls is no number',
    occur: () => createBudget(Number.NaN),
  },
  {
    when: 'a call could belong to two fakes',
    occur: async () => {
      const { app } = await createDesk()
      const fakeLate = async (): Promise<Disposable> => {
        await Promise.resolve()
        return app.fake('ai', app.make('ai'))
      }
      using _one = await fakeLate()
      using _other = await fakeLate()
      app.make('ai')
    },
  },
  {
    when: 'work goes on after its fake has ended',
    occur: async () => {
      const { app } = await createDesk()
      const clerk = app.make('ai').agent(Clerk).as(principal)
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const begin = (): Promise<unknown> => {
        using _fake = app.fake('ai', app.make('ai'))
        return ended.then(() => clerk.prompt('Late.'))
      }
      const late = begin()
      end()
      await late
    },
  },
  {
    when: 'a call acts for what is no principal',
    occur: async () => {
      const { http } = await createDesk()
      await http.tool('tickets_index', {}, { as: { kind: 'admin', id: 1 } as never })
    },
  },
  { when: 'a scope is outside the grammar', occur: () => assertScope('tickets:*') },
  { when: 'a scope is no text', occur: () => assertScope(['tools:*'] as unknown as Scope) },
  {
    when: 'the tools of an app have problems',
    occur: () =>
      TestApp.fromApp(
        createApp({})
          .get('/tickets', ticketsIndex, (c) => c.text(''))
          .get('/closed', ticketsIndex, (c) => c.text(''))
          .post(
            '/tickets/:id',
            routeTool('tickets_close', { description: '', params: z.object({ ticket: z.string() }) }),
            (c) => c.text(''),
          ),
      ),
  },
  { when: 'the input of a tool is no object', occur: () => show('7') },
  { when: 'the input of a tool has an unknown field', occur: () => show({ idd: '7' }) },
  { when: 'the input of a tool lacks a part of the path', occur: () => show({}) },
  { when: 'a part of the path is what no path can carry', occur: () => show({ id: '..' }) },
  {
    when: 'a tool answers more than is read, in what is known of its call',
    occur: async () => {
      const app = inProcess(createApp({}).get('/tickets', ticketsIndex, (c) => c.json('x'.repeat(5_000_000))))
      const tool = app.tools().get('tickets_index')
      if (tool === undefined) throw new Error('The app has its tool.')
      const caller = { agent: 'clerk', principal, scopes: ['tools:*'], budget: createBudget(1) } as const
      throw (await callTool(app, { ...caller, tool, input: {} })).threw?.error
    },
  },
  { when: 'a tool is not there', occur: async () => (await createDesk()).http.tool('ticket_show', {}, { as: null }) },
  { when: 'a binding is not there', occur: async () => (await createDesk()).app.make('a1' as 'ai') },
  ...approvalErrors,
]
