import { describe, expect, test } from 'bun:test'
import {
  AppSetupError,
  createAgentBudget,
  createApp,
  createBudget,
  inProcess,
  memoryApprovals,
  memoryBudgets,
  routeTool,
  type AppOptions,
  type AuditRecord,
} from './index.js'
import { call, operator } from './test-call.js'
import { boss } from './test-gated-app.js'

const times: [what: string, time: unknown][] = [
  ['a date', new Date()],
  ['no number', Number.NaN],
  ['text', '5'],
  ['nothing', undefined],
  ['Infinity', Infinity],
  ['a time that no date has', 1e20],
  ['a bigint', 5n],
]

function appAt(time: unknown, options: AppOptions = {}) {
  const hits: string[] = []
  const app = createApp({ ...options, now: () => time as number }).get(
    '/x',
    routeTool('x', { description: 'X.' }),
    (c) => {
      hits.push('x')
      return c.json('ran')
    },
  )
  const inside = inProcess(app)
  const callX = () => call(app, 'x', { budget: createAgentBudget(inside, { agent: 'triager', principal: operator }) })
  return { app, hits, callX }
}

describe('a clock of the app that says', () => {
  for (const [what, time] of times) {
    test(`${what} lets no call through, whoever counts, and is named`, async () => {
      for (const limits of [{ toolCallsPerMinute: 2 }, { toolCallsPerMinute: 2, budgets: memoryBudgets() }]) {
        for (const records of [undefined, [] as AuditRecord[]]) {
          const audit = records && ((record: AuditRecord) => void records.push(record))
          const { hits, callX } = appAt(time, { limits, ...(audit && { audit }) })
          const error: unknown = await callX().catch((error: unknown) => error)
          expect(error).toBeInstanceOf(AppSetupError)
          expect((error as Error).message).toStartWith('The clock `now` answered ')
          expect(hits).toEqual([])
          if (records) expect(records).toMatchObject([{ outcome: 'error', reason: 'APP_SETUP', durationMs: 0 }])
        }
      }
    })

    test(`${what} decides nothing`, async () => {
      const { app } = appAt(time, { approvals: { store: memoryApprovals() } })
      for (const asked of [app.approvals.list(), app.approvals.approve('1', { by: boss })])
        expect(await asked.catch((error: unknown) => error)).toBeInstanceOf(AppSetupError)
    })

    test(`${what} is none of a budget's`, () => {
      expect(() => createBudget(1, () => time as number).take()).toThrow(AppSetupError)
    })
  }

  test('a time, be it before 1970 or between two milliseconds, is fine', async () => {
    for (const time of [-1, 1.5, 0]) expect((await appAt(time).callX()).output).toBe('ran')
  })
})

test('a budget refuses a limit that is no number, and a clock that is no function', () => {
  for (const limit of ['', '60', null, [], {}, undefined, true])
    expect(() => createBudget(limit as never)).toThrow(/^A budget takes a number of tool calls a minute, 0 or more/)
  for (const now of [5, null, new Date()])
    expect(() => createBudget(60, now as never)).toThrow(/^The clock of a budget is /)
})
