// A gate that was meant and misspelt is an error, not a gate that is missing.

import {
  AppSetupError,
  createAgentBudget,
  createApp,
  inProcess,
  memoryApprovals,
  memoryBudgets,
  routeTool,
  ToolDerivationError,
} from '@understudy/app'
import { describe, expect, test } from 'bun:test'
import { ada, boss, call, rejection } from './desk.js'

describe('in a contract', () => {
  test.each(['aproval', 'Approval', 'approvals', 'readonly', 'redacted', 'param'])(
    'a misspelt %s is an error, and nothing runs',
    (key) => {
      let ran = 0
      const contract = { description: 'Refund a ticket.', [key]: 'required' }
      const app = createApp().post('/refunds', routeTool('refunds_create', contract), (c) => c.json((ran += 1)))
      expect(() => app.tools()).toThrow(ToolDerivationError)
      expect(() => call(app, 'refunds_create')).toThrow(`knows no option "${key}"`)
      expect(ran).toBe(0)
    },
  )
})

describe('in the options of an app', () => {
  const store = memoryApprovals()
  const cases: [key: string, options: object][] = [
    ['autenticate', { autenticate: () => null }],
    ['policy', { policy: { close: () => false } }],
    ['limit', { limit: { toolCallsPerMinute: 1 } }],
    ['toolCallPerMinute', { limits: { toolCallPerMinute: 1 } }],
    ['budget', { limits: { budget: memoryBudgets() } }],
    ['expiresInMS', { approvals: { store, expiresInMS: 1 } }],
    ['audits', { audits: () => undefined }],
  ]
  test.each(cases)('a misspelt %s is an error, and there is no app', (key, options) => {
    expect(() => createApp(options)).toThrow(AppSetupError)
    expect(() => createApp(options)).toThrow(`knows no option "${key}"`)
  })
})

test.each([Number.NaN, Infinity, undefined, '2030-01-01'])(
  'a clock that says %p counts nothing and lets nothing through',
  async (time) => {
    let ran = 0
    for (const budgets of [undefined, memoryBudgets()]) {
      const app = createApp({
        now: () => time as number,
        limits: { toolCallsPerMinute: 1, ...(budgets && { budgets }) },
        approvals: { store: memoryApprovals() },
      }).get('/', routeTool('ping', { description: 'X.' }), (c) => c.json((ran += 1)))
      const budget = createAgentBudget(inProcess(app), { agent: 'clerk', principal: ada })
      for (let times = 0; times < 3; times += 1)
        expect(await rejection(call(app, 'ping', { budget }))).toBeInstanceOf(AppSetupError)
      expect(await rejection(app.approvals.approve('1', { by: boss }))).toBeInstanceOf(AppSetupError)
    }
    expect(ran).toBe(0)
  },
)
