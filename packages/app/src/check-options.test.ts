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
    ...['autenticate', 'binding', 'limit', 'Audit', 'constructor', 'x'.repeat(5000)].map(
      (key): [string, object, string] => [`it is told ${key.slice(0, 20)}`, { [key]: {} }, 'An app knows no option "'],
    ),
    ['it is told of a misspelt gate', { aproval: { store } }, 'Did you mean `approvals`?'],
    ['limits are misspelt', { limits: { toolCallPerMinute: 2 } }, 'Did you mean `toolCallsPerMinute`?'],
    ['approvals are misspelt', { approvals: { store, expiresInMS: 5 } }, 'Did you mean `expiresInMs`?'],
    ['limits are a list', { limits: [60] }, '`limits` is a list.'],
    ['authenticate is no function', { authenticate: 'x' }, '`authenticate` is a string. Write `authenticate: (c) =>'],
    ['authenticate is null', { authenticate: null }, '`authenticate` is null.'],
    ['policies are a list', { policies: ['close'] }, '`policies` is a list. Write them by ability'],
    ['policies are a map', { policies: new Map([['close', () => true]]) }, '`policies` is a Map.'],
    ['policies are null', { policies: null }, '`policies` is null.'],
    ['a policy is no function', { policies: { close: true } }, 'The policy "close" is a boolean.'],
    ['bindings are a list', { bindings: [1] }, '`bindings` is a list.'],
    ['bindings are a map', { bindings: new Map() }, '`bindings` is a Map.'],
    ['bindings are null', { bindings: null }, '`bindings` is null.'],
    ['the clock is null', { now: null }, '`now` is null.'],
    ...[null, 1, 'x', [], () => 1, new Map()].map((options): [string, object, string] => [
      `its options are ${Bun.inspect(options)}`,
      options as object,
      'The options of an app are ',
    ]),
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
    const options = {
      audit: 1,
      now: 1,
      limits: { ...limits, limit: 1 },
      approvals: { ...approvals, notifi: 1 },
      bindings: { principal: 1 },
      authenticate: 1,
      policies: { a: 1, b: 2 },
      polices: 1,
    }
    try {
      createApp(options as never)
      expect.unreachable()
    } catch (error) {
      expect((error as Error).message.split('\n')).toHaveLength(14)
    }
  })
})

test('what is no Hono app is not extended, and is left as it is', () => {
  const things = [undefined, null, {}, [], 'app', Hono, { fetch() {} }, new Proxy({}, {})]
  for (const thing of things) {
    expect(() => extendApp(thing as never, {})).toThrow(
      expect.objectContaining({
        name: 'AppSetupError',
        reason: 'option',
        message: expect.stringContaining('new Hono()'),
      }),
    )
  }
  expect(Object.keys(things[2] as object)).toEqual([])
})
