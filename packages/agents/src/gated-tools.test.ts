import { describe, expect, test } from 'bun:test'
import { createApp, memoryBudgets, type AuditRecord, type BudgetStore, type Principal } from '@understudy/app'
import { scriptedModel } from '@understudy/script'
import { defineAi } from './index.js'
import { Clerk, principal, ticketsCreate, ticketsIndex } from './test-desk.js'

/** A desk whose agents share a store of budgets, one call a minute; each prompt calls a tool once. */
function sharingDesk(budgets: BudgetStore) {
  const call = { toolCalls: [{ name: 'tickets_index' }], then: 'Done.' } as const
  const model = scriptedModel([call, call, call])
  const records: AuditRecord[] = []
  let hits = 0
  const ai = defineAi({ default: 'main', providers: { main: { model: () => model } } })
  const limits = { toolCallsPerMinute: 1, budgets }
  const app = createApp({ bindings: { ai }, limits, now: () => 0, audit: (record) => void records.push(record) })
    .get('/tickets', ticketsIndex, (c) => c.json((hits += 1)))
    .post('/tickets', ticketsCreate, (c) => c.json((hits += 1)))
  const promptAs = async (who: Principal) => {
    const { steps, text } = await app.make('ai').agent(Clerk).as(who).prompt('look')
    return { text, content: steps[0]?.content ?? [] }
  }
  const lastMessage = (): string => JSON.stringify(model.calls.at(-1)?.messages.at(-1))
  return { promptAs, lastMessage, records, hits: () => hits }
}

describe('where an app has a store of budgets', () => {
  test('each `as()` of one principal draws from the same one, and other principals have their own', async () => {
    const { promptAs, lastMessage, hits } = sharingDesk(memoryBudgets())
    await promptAs(principal)
    expect(hits()).toBe(1)
    await promptAs(principal)
    expect(lastMessage()).toContain('"denied":"budget"')
    expect(hits()).toBe(1)
    await promptAs({ kind: 'user', id: 2 })
    expect(hits()).toBe(2)
  })

  test("a store that fails is the tool's error: nothing runs, the model reads no secret, and the loop goes on", async () => {
    const cause = new Error('connect postgres://root:hunter2@db')
    const { promptAs, lastMessage, records, hits } = sharingDesk({ take: () => Promise.reject(cause) })
    const { text, content } = await promptAs(principal)
    expect(text).toBe('Done.')
    const failed = content.find((part) => part.type === 'tool-error')
    expect(failed?.error).toMatchObject({ code: 'BUDGET_STORE', agent: 'clerk', cause })
    expect(lastMessage()).toContain('nothing was sent')
    expect(lastMessage()).not.toContain('hunter2')
    expect(records).toMatchObject([{ tool: 'tickets_index', outcome: 'error', reason: 'BUDGET_STORE' }])
    expect(hits()).toBe(0)
  })
})
