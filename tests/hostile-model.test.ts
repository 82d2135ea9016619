/**
 * A model that says anything at all: the loop goes on as the bare SDK's would, and no route is reached that the agent was
 * not granted.
 */
import { expect, test } from 'bun:test'
import { Agent, defineAi } from '@understudy/agents'
import { createApp, requirePrincipal, routeTool, type Principal } from '@understudy/app'
import { TestApp, type ReplyOf } from '@understudy/testing'
import fc from 'fast-check'
import { z } from 'zod'

const principal: Principal = { kind: 'user', id: 1 }
const itemsShow = routeTool('items_show', { description: 'Show.', params: z.object({ id: z.string() }) })
const itemsUpdate = routeTool('items_update', {
  description: 'Change.',
  params: z.object({ id: z.string() }),
  body: z.looseObject({ title: z.string().optional() }),
})
const itemsDelete = routeTool('items_delete', {
  description: 'Delete.',
  params: z.object({ id: z.string() }),
  approval: 'required',
})
const itemsPurge = routeTool('items_purge', { description: 'Delete all.' })

class Clerk extends Agent {
  static override scopes = ['tool:items_show', 'tool:items_update', 'tool:items_delete'] as const
  override tools() {
    return this.appTools([itemsShow, itemsUpdate, itemsDelete])
  }
}

async function createDesk() {
  const reached = new Set<string>()
  const reach = (name: string): Response => {
    reached.add(name)
    return Response.json({ name })
  }
  const ai = defineAi({ default: 'main', providers: { main: { model: () => 'main/model' } } })
  const app = createApp({ bindings: { ai }, limits: { toolCallsPerMinute: 1_000 } })
    .get('/', () => reach('root'))
    .get('/items', () => reach('items'))
    .post('/items/purge', requirePrincipal(), itemsPurge, () => reach('items_purge'))
    .get('/items/export', () => reach('export'))
    .get('/items/:id', requirePrincipal(), itemsShow, () => reach('items_show'))
    .patch('/items/:id', requirePrincipal(), itemsUpdate, () => reach('items_update'))
    .delete('/items/:id', requirePrincipal(), itemsDelete, () => reach('items_delete'))
    .get('/admin', () => reach('admin'))
  return { http: await TestApp.fromApp(app), reached }
}

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('items_show', 'items_update', 'items_delete', 'items_purge') },
  fc.constantFrom('constructor', '__proto__', 'toString', 'hasOwnProperty', '', 'items_show '),
  fc.string({ unit: 'binary' }),
)
const id = fc.oneof(
  fc.constantFrom('export', 'purge', '..', '.', '', '../admin', '%2e%2e', '/', '?', '#', '*', ':id', '\ud800'),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
)
const input = fc.oneof(
  { weight: 3, arbitrary: fc.record({ id }, { requiredKeys: [] }) },
  {
    weight: 2,
    arbitrary: fc.tuple(id, fc.dictionary(fc.string(), fc.jsonValue())).map(([key, rest]) => ({ ...rest, id: key })),
  },
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '{"id": ',
    '{"__proto__": {"admin": true}, "id": "1"}',
    '[]',
    'null',
    '',
    '{"id": "1", "constructor": {}}',
  ),
)
const step = fc.array(fc.record({ name, input, invalid: fc.constant(true as const) }), { minLength: 1, maxLength: 3 })

test('whatever it calls with whatever input, it reads results and only granted routes run', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      const { http, reached } = await createDesk()
      using ai = http.fakeAi()
      ai.respond(Clerk, [steps.reduceRight<ReplyOf<Clerk>>((then, toolCalls) => ({ toolCalls, then }), 'Done.')])

      const { text } = await ai.agent(Clerk).as(principal).prompt('go')

      expect(text).toBe('Done.')
      for (const route of reached) expect(['items_show', 'items_update']).toContain(route)
      expect(ai.calls(Clerk)[0]?.toolCalls).toHaveLength(steps.flat().length)
      // Every call of the model was answered, once, before it was asked again.
      for (const [index, calls] of steps.entries()) {
        const answered = ai.calls(Clerk)[0]?.requests[index + 1]?.messages.at(-1)
        expect(answered?.role === 'tool' && answered.content).toHaveLength(calls.length)
      }
    }),
    { numRuns: 300 },
  )
}, 60_000)
