import { describe, expect, test } from 'bun:test'
import { Hono, type Context } from 'hono'
import {
  assertPrincipal,
  createApp,
  describePrincipal,
  dispatch,
  inProcess,
  PrincipalError,
  requirePrincipal,
  routeTool,
  type Principal,
} from './index.js'
import { call, operator } from './test-call.js'

const whoAmI = routeTool('who_am_i', { description: 'Says who calls.' })

/** An app with one guarded route, that says who came and counts what ran. */
function guardedApp(authenticate?: (c: Context) => Principal | null | Promise<Principal | null>) {
  const hits: (Principal | null)[] = []
  const app = createApp({ ...(authenticate && { authenticate }) })
    .all('/open', (c) => c.json(c.var.principal))
    .get('/me', requirePrincipal(), whoAmI, (c) => {
      hits.push(c.var.principal)
      return c.json(c.var.principal)
    })
    .post('/me', requirePrincipal(), (c) => {
      hits.push(c.var.principal)
      return c.json(c.var.principal)
    })
  return { app, hits }
}

const claim = JSON.stringify(operator)
const encoded = encodeURIComponent(claim)
const json = { 'content-type': 'application/json' }
const claims: [what: string, path: string, init: RequestInit][] = [
  ['a principal header', '/me', { headers: { principal: claim } }],
  ['an x-principal header', '/me', { headers: { 'x-principal': claim, 'x-understudy-principal': claim } }],
  ['headers of agents', '/me', { headers: { 'x-agent': 'triager', 'x-tool': 'who_am_i', 'x-in-process': '1' } }],
  ['headers of users', '/me', { headers: { 'x-user': '1', 'x-user-id': '1', 'x-forwarded-user': '1' } }],
  ['a bearer token', '/me', { headers: { authorization: `Bearer ${claim}` } }],
  ['basic credentials', '/me', { headers: { authorization: `Basic ${btoa('1:1')}` } }],
  ['a cookie', '/me', { headers: { cookie: `principal=${encoded}; session=1` } }],
  ['a query', `/me?principal=${encoded}&user=1&as=user:1`, {}],
  ['a body', '/me', { method: 'POST', body: JSON.stringify({ principal: operator, as: 'user:1' }), headers: json }],
  ['a form', '/me', { method: 'POST', body: new URLSearchParams({ principal: claim }) }],
  ['a body with a prototype', '/me', { method: 'POST', body: `{"__proto__":{"principal":${claim}}}`, headers: json }],
  [
    'another method in a header',
    '/me',
    { method: 'POST', headers: { 'x-http-method-override': 'GET', principal: claim } },
  ],
]

describe('no principal comes from outside', () => {
  for (const [what, path, init] of claims) {
    test(`by ${what}`, async () => {
      const { app, hits } = guardedApp()
      const response = await app.request(path, init)
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ error: 'unauthenticated', message: expect.any(String) })
      expect(hits).toEqual([])
      const open = await app.request(path.replace('/me', '/open'), init)
      expect(await open.json()).toBeNull()
    })
  }

  test('by the environment or a property of the request', async () => {
    const { app, hits } = guardedApp()
    const request = Object.assign(new Request('http://localhost/me'), { principal: operator, agent: 'triager' })
    expect((await app.fetch(request, { principal: operator, Variables: { principal: operator } })).status).toBe(401)
    expect(hits).toEqual([])
  })

  test('while an agent’s call is in flight', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { app } = guardedApp()
    app.get('/slow', routeTool('slow', { description: 'Waits.' }), async (c) => {
      arrive()
      await released
      return c.json(c.var.principal)
    })

    const inFlight = call(app, 'slow')
    await arrived
    for (const [, path, init] of claims) expect((await app.request(path, init)).status).toBe(401)
    release()
    expect((await inFlight).output).toEqual(operator)
  })

  test('to a claim beside the one that authenticate found', async () => {
    const service: Principal = { kind: 'service', id: 'cron' }
    const { app, hits } = guardedApp(() => service)
    for (const [, path, init] of claims) await app.request(path, init)
    expect(hits).toEqual(claims.map(() => service))
  })
})

describe('a call made in process', () => {
  test('carries its principal and does not ask authenticate', async () => {
    let asked = 0
    const { app, hits } = guardedApp(() => {
      asked += 1
      return null
    })
    expect((await call(app, 'who_am_i')).output).toEqual(operator)
    expect(asked).toBe(0)
    expect(hits).toEqual([operator])
    await app.request('/me')
    expect(asked).toBe(1)
  })

  test('as nobody meets 401 like a request from outside', async () => {
    const { app, hits } = guardedApp(() => operator)
    const outcome = await call(app, 'who_am_i', { principal: null })
    expect(outcome.output).toMatchObject({ error: true, status: 401, body: { error: 'unauthenticated' } })
    expect(hits).toEqual([])
  })

  test('does not lend its principal to a request that its handler makes', async () => {
    const app = createApp()
    const nested: unknown[] = []
    app
      .get('/open', (c) => c.json(c.var.principal))
      .get('/outer', routeTool('outer', { description: 'Asks the app itself.' }), async (c) => {
        const requests = [
          app.request('/open'),
          app.request('/open', { headers: c.req.raw.headers }),
          app.fetch(new Request('http://localhost/open')),
          app.fetch(new Request('http://localhost/open', c.req.raw)),
          app.fetch(new Request(c.req.raw.clone().url.replace('outer', 'open'))),
        ]
        for (const request of requests) nested.push(await (await request).json())
        return c.json(c.var.principal)
      })
    expect((await call(app, 'outer')).output).toEqual(operator)
    expect(nested).toEqual([null, null, null, null, null])
  })

  test('does not lend its principal to the same request sent again', async () => {
    const app = createApp()
    let depth = 0
    app.get('/outer', routeTool('outer', { description: 'Sends its own request again.' }), async (c) => {
      depth += 1
      if (depth > 1) return c.json(c.var.principal)
      const again = await app.fetch(c.req.raw)
      return c.json({ first: c.var.principal, again: await again.json() })
    })
    expect((await call(app, 'outer')).output).toEqual({ first: operator, again: null })
  })

  test('keeps its principal when a middleware replaces the request', async () => {
    const app = createApp()
      .use(async (c, next) => {
        c.req.raw = new Request(c.req.raw, { headers: { 'x-replaced': '1' } })
        await next()
      })
      .get('/me', requirePrincipal(), whoAmI, (c) => c.json([c.var.principal, c.req.header('x-replaced')]))
    expect((await call(app, 'who_am_i')).output).toEqual([operator, '1'])
  })
})

describe('authenticate', () => {
  test('may be asynchronous and answer nobody', async () => {
    const { app } = guardedApp(async (c) => (c.req.header('authorization') === 'Bearer right' ? operator : null))
    expect((await app.request('/me')).status).toBe(401)
    const response = await app.request('/me', { headers: { authorization: 'Bearer right' } })
    expect(await response.json()).toEqual(operator)
  })

  test('that throws fails the request before any handler runs', async () => {
    const { app, hits } = guardedApp(() => {
      throw new Error('no database')
    })
    app.onError((error, c) => c.json(error.message, 503))
    const response = await app.request('/me')
    expect([response.status, await response.json()]).toEqual([503, 'no database'])
    expect(hits).toEqual([])
  })

  test('is asked once for each request from outside, also for one without a route', async () => {
    let asked = 0
    const { app } = guardedApp(() => {
      asked += 1
      return null
    })
    await app.request('/nothing')
    await app.request('/open')
    expect(asked).toBe(2)
  })
})

test('a principal is written as its kind and id', () => {
  expect([operator, { kind: 'service', id: 'cron' } as const, null].map(describePrincipal)).toEqual([
    'user:1',
    'service:cron',
    'anonymous',
  ])
})

describe('requirePrincipal on an app without an entrance', () => {
  /** What such an app answers, and what ran. */
  async function answerOf(make: (sub: Hono) => Hono) {
    let hits = 0
    const sub = new Hono().get('/', requirePrincipal(), (c) => c.json((hits += 1)))
    const app = make(sub).onError((error, c) => c.json({ threw: error.name, message: error.message }, 500))
    const response = await app.request('/')
    return { status: response.status, body: await response.json(), hits }
  }

  const apps: [what: string, make: (sub: Hono) => Hono][] = [
    ['a plain one', (sub) => sub],
    [
      'a plain one in which an app of createApp is mounted',
      (sub) => new Hono().route('/', createApp({ authenticate: () => operator }).route('/', sub)),
    ],
  ]
  for (const [what, make] of apps) {
    test(`fails the request, saying how to extend it: ${what}`, async () => {
      expect(await answerOf(make)).toEqual({
        status: 500,
        body: { threw: 'AppSetupError', message: expect.stringMatching(/^requirePrincipal\(\) .*extendApp\(honoApp/) },
        hits: 0,
      })
    })
  }
})

const imposters: [what: string, value: unknown, given: string][] = [
  ['a string', 'user:1', 'a string'],
  ['true', true, 'a boolean'],
  ['false', false, 'a boolean'],
  ['a list', [operator], 'a list'],
  ['an empty object', {}, 'an object whose kind is undefined, id undefined and abilities undefined'],
  [
    'another kind',
    { kind: 'hunter2', id: 1 },
    'an object whose kind is another string, id a number and abilities undefined',
  ],
  ['no id', { kind: 'user' }, 'an object whose kind is a string, id undefined and abilities undefined'],
  ['an object for its id', { kind: 'user', id: {} }, 'whose kind is a string, id an object and'],
  ['null for its abilities', { ...operator, abilities: null }, 'id a number and abilities null'],
  ['an empty id', { kind: 'user', id: '' }, 'id an empty string'],
  ['a string for its abilities', { ...operator, abilities: 'tools:*' }, 'id a number and abilities a string'],
  ['an object for its abilities', { ...operator, abilities: { some: () => true } }, 'and abilities an object'],
]

describe('assertPrincipal', () => {
  test('accepts users, services, what they consented to, more than that, and nobody', () => {
    const principals = [
      operator,
      { kind: 'service', id: 'cron', abilities: [] },
      { kind: 'user', id: 'ada', abilities: ['tools:read'], email: 'ada@example.com' },
      { ...operator, abilities: undefined },
      null,
    ]
    for (const principal of principals) expect(() => assertPrincipal(principal)).not.toThrow()
  })

  for (const [what, value, given] of [...imposters, ['undefined', undefined, 'undefined'] as const]) {
    test(`refuses ${what}, naming kinds of values and none of them`, () => {
      expect(() => assertPrincipal(value)).toThrow(PrincipalError)
      expect(() => assertPrincipal(value)).toThrow(
        expect.objectContaining({ code: 'PRINCIPAL', given: expect.stringContaining(given) }),
      )
      expect(() => assertPrincipal(value)).not.toThrow('hunter2')
    })
  }
})

describe('what is no principal', () => {
  for (const [what, value] of imposters) {
    test(`fails a request when authenticate answers it, and nothing runs: ${what}`, async () => {
      const { app, hits } = guardedApp(() => value as never)
      app.onError((error, c) => c.json({ threw: error.name }, 500))
      for (const path of ['/me', '/open', '/nothing']) {
        const response = await app.request(path)
        expect([response.status, await response.json()]).toEqual([500, { threw: 'PrincipalError' }])
      }
      expect(hits).toEqual([])
    })
  }

  test('is undefined only for authenticate, which says nobody with it', async () => {
    const { app, hits } = guardedApp(() => undefined as never)
    expect((await app.request('/me')).status).toBe(401)
    expect(await (await app.request('/open')).json()).toBeNull()
    expect(hits).toEqual([])
  })

  for (const [what, value] of [...imposters, ['undefined', undefined] as const]) {
    test(`can make no call in process, and nothing runs: ${what}`, async () => {
      const { app, hits } = guardedApp()
      let asked = 0
      const budget = { limit: 60, take: () => (asked += 1) > 0 }
      const principal = value as never
      const called = await call(app, 'who_am_i', { principal, budget }).catch((error: unknown) => error)
      const dispatched = await dispatch(inProcess(app), new Request('http://localhost/me'), { principal }).catch(
        (error: unknown) => error,
      )
      expect([called, dispatched]).toEqual([expect.any(PrincipalError), expect.any(PrincipalError)])
      expect([asked, hits]).toEqual([0, []])
    })
  }
})

test('each app in process is itself', () => {
  const { app } = guardedApp()
  expect(inProcess(app)).toBe(inProcess(app.basePath('/v1')))
  expect(inProcess(app)).not.toBe(inProcess(createApp()))
})
