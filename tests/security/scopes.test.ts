// What an agent may reach is what its scopes and its principal's consent name, letter by letter: nothing widens it.

import { describe, expect, test } from 'bun:test'
import { Agent, AgentSetupError } from '@understudy/agents'
import { AppSetupError, assertScope, grants, ScopeGrammarError, type Principal, type Scope } from '@understudy/app'
import { TestApp } from '@understudy/testing'
import fc from 'fast-check'
import { ada, call, createDesk, rejection, refundsCreate, ticketsIndex, ticketsShow } from './desk.js'

/** What looks like a scope for `tickets_index`, and is none. */
const OUTSIDE: readonly unknown[] = [
  '',
  '*',
  '**',
  'tools',
  'tools:',
  'tools:**',
  'tools:*:*',
  'tools:*\n',
  '\ntools:*',
  ' tools:*',
  'tools:* ',
  'Tools:*',
  'TOOLS:*',
  'tools:READ',
  'tools:read ',
  'tools:write',
  'tool:*',
  'tool:tickets_*',
  'tool:tickets_index\0',
  'tool:tickets_index,refunds_create',
  'tool:tickets.index',
  'tools:tickets.*',
  'tools:(tickets|refunds)*',
  'tоol:tickets_index',
  'tools:tісkets_*',
  'ｔools:*',
  'tools\uff1a*',
  'tools:∗',
  'tools:＊',
  ['tools:*'],
  [['tools:*']],
  { toString: () => 'tools:*' },
  Object('tools:*'),
  /tools:.*/,
  Symbol.iterator,
  null,
  undefined,
  0,
  true,
  `tools:${'a'.repeat(65)}*`,
  `tool:${'a'.repeat(65)}`,
]
/** Within the grammar, and of other tools. */
const OTHERS: readonly Scope[] = [
  'tool:Tickets_index',
  'tool:tickets_inde',
  'tools:tickets_indexx*',
  'tools:Tickets*',
  'tool:constructor',
  'tools:__proto__*',
]

describe.each(
  OUTSIDE.map((scope) => ({
    scope,
    name: typeof scope === 'string' ? JSON.stringify(scope) : Object.prototype.toString.call(scope),
  })),
)('$name', ({ scope }) => {
  const scopes = [scope] as Scope[]

  test('is no scope', () => {
    expect(() => assertScope(scope as string)).toThrow(ScopeGrammarError)
    expect(grants(scopes, { name: 'tickets_index', readOnly: true })).toBe(false)
  })

  test('grants an agent nothing, nor does it as what a principal consented to', async () => {
    const { app, ran, records } = createDesk()
    expect(await call(app, 'tickets_index', { scopes })).toMatchObject({ denied: 'scope' })
    const principal = { ...ada, abilities: scopes }
    expect(await call(app, 'tickets_index', { principal })).toMatchObject({ denied: 'scope' })
    expect(ran).toEqual([])
    expect(records).toMatchObject([{ reason: 'scope' }, { reason: 'scope' }])
  })
})

test('the longest scopes of the grammar grant what they name', () => {
  const name = 'a'.repeat(64)
  const tool = { name, readOnly: false }
  for (const scope of [`tool:${name}`, `tools:${name}*`] as const) {
    expect(() => assertScope(scope)).not.toThrow()
    expect(grants([scope], tool)).toBe(true)
    expect(grants([scope.repeat(100_000)], tool)).toBe(false)
  }
})

test.each(OTHERS)('%s does not grant tickets_index', async (scope) => {
  const { app, ran } = createDesk()
  expect(await call(app, 'tickets_index', { scopes: [scope] })).toMatchObject({ denied: 'scope' })
  expect(await call(app, 'tickets_index', { principal: { ...ada, abilities: [scope] } })).toMatchObject({
    denied: 'scope',
  })
  expect(ran).toEqual([])
})

test.each(
  ['tools:*', { 0: 'tools:*', length: 1 }, new Set(['tools:*']), { some: () => true }].map((scopes) => ({ scopes })),
)('scopes that are no list are refused: %j', async ({ scopes }) => {
  const { app, ran } = createDesk()
  expect(await rejection(call(app, 'tickets_index', { scopes: scopes as never }))).toBeInstanceOf(AppSetupError)
  expect(ran).toEqual([])
})

describe('consent', () => {
  const consents: readonly (readonly [abilities: string[], tool: string])[] = [
    [[], 'tickets_index'],
    [['tools:read'], 'tickets_create'],
    [['tool:tickets_show'], 'tickets_index'],
    [['tools:refunds_*'], 'tickets_create'],
  ]
  test.each(consents)('to %j does not reach %s, whatever the agent may', async (abilities, tool) => {
    const { app, ran, notified } = createDesk()
    const principal: Principal = { ...ada, abilities }
    expect(await call(app, tool, { principal })).toMatchObject({ denied: 'scope' })
    expect(ran).toEqual([])
    expect(notified).toEqual([])
  })

  test('to everything does not widen the agent', async () => {
    const { app, ran } = createDesk()
    const principal: Principal = { ...ada, abilities: ['tools:*'] }
    expect(await call(app, 'tickets_create', { principal, scopes: ['tools:read'] })).toMatchObject({ denied: 'scope' })
    expect(ran).toEqual([])
  })

  test('of nobody reaches no tool that writes, also one that waits for a human', async () => {
    const { app, ran, notified } = createDesk()
    for (const name of ['tickets_create', 'refunds_create', 'refunds_void']) {
      expect(await call(app, name, { principal: null, input: { id: 1 } })).toMatchObject({ denied: 'scope' })
    }
    expect(ran).toEqual([])
    expect(notified).toEqual([])
  })
})

describe('an agent', () => {
  class Reader extends Agent {
    static override scopes = ['tool:tickets_index'] as const
    override tools() {
      return this.appTools([ticketsIndex])
    }
  }
  class Greedy extends Reader {
    static override scopes = ['tool:tickets_index'] as const
    override tools() {
      return this.appTools([ticketsIndex, ticketsShow, refundsCreate])
    }
  }

  test('that asks for more than its scopes grant is not constructed, and is told of all of it', async () => {
    const { app, ran } = createDesk()
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    let error: unknown
    try {
      ai.agent(Greedy).as(ada)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(AgentSetupError)
    expect((error as AgentSetupError).problems).toHaveLength(2)
    expect(ran).toEqual([])
    ai.assertNothingPrompted()
  })

  test('whose model calls tools that it was not given reaches none of them', async () => {
    const { app, ran } = createDesk()
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    const names = [
      'refunds_create',
      'tickets_index ',
      'Tickets_Index',
      'tickets_index\0',
      'constructor',
      '__proto__',
      'toString',
    ]
    ai.respond(Reader, [
      { toolCalls: names.map((name) => ({ name: name as 'tickets_index', input: {}, invalid: true })), then: 'Done.' },
    ])
    await ai.agent(Reader).as(ada).prompt('go')
    expect(ran).toEqual([])
    expect(ai.calls(Reader)[0]?.toolCalls.map(({ error }) => error instanceof Error)).toEqual(names.map(() => true))
  })
})

test('whatever a scope is, it grants exactly what the grammar says', () => {
  const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
  const scope = fc.oneof(
    name.map((text) => `tool:${text}`),
    name.map((text) => `tools:${text}*`),
    fc.constantFrom('tools:read', 'tools:*'),
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => `tools:${text}`),
  )
  fc.assert(
    fc.property(scope, name, fc.boolean(), (given, tool, readOnly) => {
      const [, exact] = /^tool:([\w-]{1,64})$/.exec(given) ?? []
      const [, prefix] = /^tools:([\w-]{0,64})\*$/.exec(given) ?? []
      const should =
        exact === tool || (prefix !== undefined && tool.startsWith(prefix)) || (given === 'tools:read' && readOnly)
      expect(grants([given], { name: tool, readOnly })).toBe(should)
    }),
    { numRuns: 1_000 },
  )
})
