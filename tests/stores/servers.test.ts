// An app that runs as two servers on one database: what begins on one goes on on the other.

import { Agent, defineAi } from '@understudy/agents'
import { sqlConversations } from '@understudy/agents/sql'
import { createApp, routeTool, type AppLimits, type Principal } from '@understudy/app'
import { sqlApprovals, sqlBudgets } from '@understudy/app/sql'
import { scriptedModel, type ScriptedModel } from '@understudy/script'
import type { SQL } from 'bun'
import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { databaseKinds } from './databases'

const operator: Principal = { kind: 'user', id: 1 }
const boss: Principal = { kind: 'user', id: 'boss' }
const deletion = { toolCalls: [{ name: 'tickets_delete', input: { id: 7 } }], then: 'Done.' }

class Clerk extends Agent {
  static override agentName = 'clerk'
  static override scopes = ['tool:tickets_delete'] as const
  instructions = 'Delete what you are asked to.'
  override tools() {
    return this.appTools(['tickets_delete'])
  }
}

/** The time on every server. */
const now = (): number => Date.UTC(2030, 0, 31, 20)

/** One server; `deleted` is what its own handler did. */
function startServer(sql: SQL, model: ScriptedModel, limits: AppLimits = {}) {
  const deleted: number[] = []
  const ai = defineAi({
    default: 'scripted',
    providers: { scripted: { model: () => model } },
    conversations: sqlConversations(sql),
  })
  const contract = {
    description: 'Delete one ticket.',
    params: z.object({ id: z.coerce.number() }),
    approval: 'required',
  } as const
  const app = createApp({ bindings: { ai }, limits, now, approvals: { store: sqlApprovals(sql) } }).delete(
    '/tickets/:id',
    routeTool('tickets_delete', contract),
    (c) => {
      deleted.push(c.req.valid('param').id)
      return c.body(null, 204)
    },
  )
  return { app, deleted, clerk: () => app.make('ai').agent(Clerk).as(operator) }
}

for (const { name, missing, create, isShared } of databaseKinds) {
  if (!isShared) continue
  describe.skipIf(missing !== undefined)(`two servers on ${name}`, () => {
    test('share conversations and approvals: a call approved on one runs once, on whichever is first', async () => {
      await using database = await create()
      const models = [scriptedModel([deletion, deletion]), scriptedModel([deletion])] as const
      const one = startServer(database.connect(), models[0])
      const other = startServer(database.connect(), models[1])

      const asked = await one.clerk().prompt('Delete ticket 7.', { conversation: true })
      expect([one.deleted, other.deleted]).toEqual([[], []])
      const [request] = await other.app.approvals.list({ status: 'pending' })
      expect(request).toMatchObject({ tool: 'tickets_delete', agent: 'clerk', principal: { kind: 'user', id: 1 } })
      await other.app.approvals.approve(request!.id, { by: boss })

      const conversation = asked.conversationId!
      await Promise.all([one, other].map((server) => server.clerk().prompt('It is approved.', { conversation })))
      expect([...one.deleted, ...other.deleted]).toEqual([7])

      const turns = (await sqlConversations(database.connect()).find(conversation))?.messages ?? []
      const said = turns.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
      expect(said).toHaveLength(3)
      expect(JSON.stringify(models[1].calls[0]?.messages)).toContain('Delete ticket 7.')
    })

    test('share budgets: a model that loops is stopped, whichever servers its runs are on', async () => {
      await using database = await create()
      const calls = Array.from({ length: 5 }, () => deletion)
      const models = [scriptedModel(calls), scriptedModel(calls)] as const
      const [one, other] = models.map((model) => {
        const sql = database.connect()
        return startServer(sql, model, { toolCallsPerMinute: 3, budgets: sqlBudgets(sql) })
      })
      for (let round = 0; round < 5; round += 1) {
        await Promise.all([one, other].map((server) => server?.clerk().prompt('Delete ticket 7.')))
      }
      const read = models.flatMap((model) => model.calls.map(({ messages }) => JSON.stringify(messages.at(-1))))
      expect(read.filter((message) => message.includes('"denied":"approval"'))).toHaveLength(3)
      expect(read.filter((message) => message.includes('"denied":"budget"'))).toHaveLength(7)
      expect(await one?.app.approvals.list()).toHaveLength(1)
    })
  })
}
