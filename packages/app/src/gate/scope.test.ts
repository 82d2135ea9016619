import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  AppSetupError,
  assertScope,
  createApp,
  createBudget,
  grants,
  inProcess,
  routeTool,
  ScopeGrammarError,
  type Principal,
  type Scope,
} from '../index.js'
import { call, operator } from '../test-call.js'
import { checkScope } from './scope.js'

const tools = [
  { name: 'tickets_index', readOnly: true },
  { name: 'tickets_show', readOnly: true },
  { name: 'tickets_close', readOnly: false },
  { name: 'users_delete', readOnly: false },
]

function namesGranted(scopes: readonly string[]): string[] {
  return tools.filter((tool) => grants(scopes, tool)).map((tool) => tool.name)
}

describe('the grammar of scopes', () => {
  const forms: [scope: string, names: string[]][] = [
    ['tool:tickets_show', ['tickets_show']],
    ['tool:unknown', []],
    ['tools:tickets_*', ['tickets_index', 'tickets_show', 'tickets_close']],
    ['tools:tickets_c*', ['tickets_close']],
    ['tools:read', ['tickets_index', 'tickets_show']],
    ['tools:*', ['tickets_index', 'tickets_show', 'tickets_close', 'users_delete']],
    ['tools:read*', []],
  ]
  for (const [scope, names] of forms) {
    test(`has ${scope}, which grants ${names.join(', ') || 'nothing here'}`, () => {
      expect(() => assertScope(scope)).not.toThrow()
      expect(namesGranted([scope])).toEqual(names)
    })
  }

  const others = [
    '',
    '*',
    'tool',
    'tools',
    'tool:',
    'tools:',
    'tool:*',
    'tool:tickets_*',
    'tools:tickets',
    'tools:write',
    'tools:**',
    'tools:*_show',
    'tools:tic*ets',
    'tools:read ',
    ' tools:read',
    'tools:READ',
    'TOOLS:*',
    'Tool:x',
    'tool: x',
    'tool:x ',
    'tool:a.b',
    'tool:a/b',
    'tools:a.*',
    'tool:x\n',
    'tools:*\n',
    'tools:read\n',
    'tool:é',
    'tools',
    'tools:*,tool:x',
    `tool:${'x'.repeat(65)}`,
    `tools:${'x'.repeat(65)}*`,
    'tool:x,tool:y',
    'read',
    'admin',
    '__proto__',
    'tool::x',
  ]
  for (const scope of others) {
    test(`has no ${JSON.stringify(scope)}`, () => {
      expect(() => assertScope(scope)).toThrow(ScopeGrammarError)
      expect(() => assertScope(scope)).toThrow(expect.objectContaining({ code: 'SCOPE_GRAMMAR', scope }))
      expect(namesGranted([scope])).toEqual([])
    })
  }

  test('accepts a string or throws ScopeGrammarError, never anything else', () => {
    const anyScope = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom('tool:', 'tools:', 'tool', 'tools:read'), fc.string(), fc.constantFrom('', '*'))
        .map((p) => p.join('')),
    )
    fc.assert(
      fc.property(anyScope, (scope) => {
        const isGranted = /^tool:[\w-]{1,64}$|^tools:[\w-]{0,64}\*$|^tools:read$/.test(scope)
        try {
          assertScope(scope)
          expect(isGranted).toBe(true)
        } catch (error) {
          if (!(error instanceof ScopeGrammarError)) throw error
          expect(isGranted).toBe(false)
          expect(namesGranted([scope])).toEqual([])
        }
      }),
    )
  })
})

/** An app with a reading and a writing tool, that counts what ran. */
function ticketApp() {
  const hits: string[] = []
  const app = createApp()
    .get('/tickets', routeTool('tickets_index', { description: 'Lists.' }), (c) => c.json(hits.push('tickets_index')))
    .post('/tickets', routeTool('tickets_create', { description: 'Creates.' }), (c) =>
      c.json(hits.push('tickets_create')),
    )
  return { app, hits }
}

/** The tools that run for an agent with these scopes, acting for this principal. */
async function toolsThatRun(scopes: readonly Scope[], principal: Principal | null): Promise<string[]> {
  const { app, hits } = ticketApp()
  for (const name of ['tickets_index', 'tickets_create']) {
    const outcome = await call(app, name, { scopes, principal })
    if (!hits.includes(name)) expect(outcome).toMatchObject({ denied: 'scope', output: { denied: 'scope' } })
  }
  return hits
}

const both = ['tickets_index', 'tickets_create']
const withAbilities = (abilities: readonly string[]): Principal => ({ ...operator, abilities })

describe('a call outside the agent’s scopes', () => {
  test('is denied, naming agent and tool, and nothing runs', async () => {
    const { app, hits } = ticketApp()
    const outcome = await call(app, 'tickets_create', { scopes: ['tools:read'] })
    const message = 'Agent "triager" has no scope for the tool "tickets_create".'
    expect(outcome).toEqual({ output: { denied: 'scope', message }, denied: 'scope', method: 'POST' })
    expect(hits).toEqual([])
  })

  test('is every call of an agent without scopes', async () => {
    expect(await toolsThatRun([], operator)).toEqual([])
  })
})

describe('scopes of another type', () => {
  const others: unknown[] = [5, 5n, null, undefined, Symbol('tools:*'), ['tools:*'], { toString: () => 'tools:*' }]

  test('are outside the grammar and grant nothing', async () => {
    for (const scope of [...others, Object.create(null)]) {
      expect(() => assertScope(scope)).toThrow(expect.objectContaining({ code: 'SCOPE_GRAMMAR', scope }))
      expect(await toolsThatRun([scope as never], operator)).toEqual([])
      expect(await toolsThatRun(['tools:*'], withAbilities([scope]))).toEqual([])
    }
    expect(() => assertScope(5 as never)).toThrow('A number is not a scope.')
  })

  test('that are no list fail the call, and nothing runs', async () => {
    for (const scopes of [undefined, null, 'tools:*', 5, {}, new Set(['tools:*'])]) {
      const { app, hits } = ticketApp()
      const error = await call(app, 'tickets_index', { scopes: scopes as never }).catch((e: unknown) => e)
      expect(error).toBeInstanceOf(AppSetupError)
      expect((error as Error).message).toMatch(/^Scopes are a list, not .+\. Write `\['tools:read'\]`\.$/)
      expect(hits).toEqual([])
    }
  })
})

test('the gate refuses what is no principal, whoever asks it', () => {
  const tool = inProcess(ticketApp().app).tools().get('tickets_index')
  for (const principal of [undefined, 'user:1', {}, { ...operator, abilities: null }]) {
    const asked = { tool, input: {}, agent: 'triager', principal, scopes: ['tools:*'], budget: createBudget(1) }
    expect(checkScope(asked as never)).toMatchObject({ reason: 'scope' })
  }
})

describe('a principal’s abilities', () => {
  const cases: [what: string, scopes: Scope[], abilities: string[], ran: string[]][] = [
    ['narrow the agent’s scopes', ['tools:*'], ['tools:read'], ['tickets_index']],
    ['narrow them to one tool', ['tools:*'], ['tool:tickets_create'], ['tickets_create']],
    ['never widen them', ['tools:read'], ['tools:*'], ['tickets_index']],
    ['never widen an agent without scopes', [], ['tools:*'], []],
    ['grant the intersection, which may be nothing', ['tools:read'], ['tool:tickets_create'], []],
    ['that are an empty list grant nothing', ['tools:*'], [], []],
    ['outside the grammar grant nothing', ['tools:*'], ['close-ticket', '*', 'tools:'], []],
    ['outside the grammar take nothing from the others', ['tools:*'], ['close-ticket', 'tools:tickets_*'], both],
  ]
  for (const [what, scopes, abilities, ran] of cases) {
    test(what, async () => {
      expect(await toolsThatRun(scopes, withAbilities(abilities))).toEqual(ran)
    })
  }

  test('that are absent narrow nothing', async () => {
    expect(await toolsThatRun(['tools:*'], operator)).toEqual(both)
  })

  test('are named when they refuse', async () => {
    const { app, hits } = ticketApp()
    const { output } = await call(app, 'tickets_create', { principal: withAbilities(['tools:read']) })
    expect(output).toMatchObject({ message: 'user:1 did not consent to the tool "tickets_create".' })
    expect(hits).toEqual([])
  })

  test('grant a tool exactly when scopes and abilities both do', () => {
    const scope = fc.constantFrom('tools:*', 'tools:read', 'tools:tickets_*', 'tool:users_delete', 'nonsense')
    fc.assert(
      fc.property(fc.array(scope), fc.array(scope), (scopes, abilities) => {
        const granted = tools.filter((tool) => grants(scopes, tool) && grants(abilities, tool)).map(({ name }) => name)
        expect(granted).toEqual(namesGranted(scopes).filter((name) => namesGranted(abilities).includes(name)))
      }),
    )
  })
})

test('an anonymous run only reads, whatever its scopes', async () => {
  expect(await toolsThatRun(['tools:*'], null)).toEqual(['tickets_index'])
  expect(await toolsThatRun(['tool:tickets_create'], null)).toEqual([])
})
