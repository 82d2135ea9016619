import { describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { AppSetupError, createApp, extendApp, isApp, memoryApprovals } from './index.js'

const store = memoryApprovals()
const { spend: _, ...noSpend } = store

describe('an app is refused when', () => {
  const cases: [what: string, options: object, message: string][] = [
    ['approvals are no object', { approvals: true }, '`approvals` is a boolean.'],
    [
      'approvals have no store',
      { approvals: {} },
      '`approvals.store` has no file(), find(), list(), decide(), spend().',
    ],
    ['the store lacks a part', { approvals: { store: noSpend } }, '`approvals.store` has no spend().'],
    ['notify is no function', { approvals: { store, notify: 'mail' } }, '`approvals.notify` is a string.'],
    ['limits are no object', { limits: 60 }, '`limits` is a number.'],
    ...[-1, Number.NaN, '60', null].map((toolCallsPerMinute): [string, object, string] => [
      `agents might make ${String(toolCallsPerMinute)} calls a minute`,
      { limits: { toolCallsPerMinute } },
      '`limits.toolCallsPerMinute` is a number of calls',
    ]),
    ['the store of budgets has no take()', { limits: { budgets: {} } }, '`limits.budgets` has no take().'],
    ['audit is no function', { audit: 'audit.jsonl' }, '`audit` is a string.'],
    ['the clock is no function', { now: 5 }, '`now` is a number.'],
    ['a binding would hide the principal', { bindings: { principal: 1 } }, 'A binding is called "principal"'],
    ...[0, -1, Number.NaN, Infinity, 1e15, '1000'].map((expiresInMs): [string, object, string] => [
      `requests would expire in ${JSON.stringify(expiresInMs)} ms`,
      { approvals: { store, expiresInMs } },
      '`approvals.expiresInMs` is a number of milliseconds',
    ]),
  ]
  for (const [what, options, message] of cases) {
    test(what, () => {
      const hono = new Hono()
      expect(() => extendApp(hono, options)).toThrow(AppSetupError)
      expect(() => createApp(options)).toThrow(
        expect.objectContaining({ reason: 'option', message: expect.stringContaining(message) }),
      )
      expect(isApp(hono)).toBe(false)
    })
  }

  test('all of that, in one error', () => {
    const limits = { toolCallsPerMinute: -1, budgets: 1 }
    const approvals = { store: 1, notify: 1, expiresInMs: 0 }
    const options = { audit: 1, now: 1, limits, approvals, bindings: { principal: 1 } }
    try {
      createApp(options as never)
      expect.unreachable()
    } catch (error) {
      expect((error as Error).message.split('\n')).toHaveLength(8)
    }
  })
})
