// Nothing that a request carries says who it acts for, by whatever way it comes in.

import { describe, expect, test } from 'bun:test'
import {
  authorize,
  createApp,
  extendApp,
  requirePrincipal,
  PrincipalError,
  routeTool,
  type Principal,
} from '@understudy/app'
import { Hono } from 'hono'
import { connect } from 'node:net'
import { ada, boss, call, createDesk, rejection } from './desk.js'

const forged = JSON.stringify(boss)
const encoded = Buffer.from(forged).toString('base64')

/** Headers that some other framework or proxy would believe. */
const HEADERS: readonly (readonly [string, string])[] = [
  ...['principal', 'x-principal', 'c-var-principal', 'x-user', 'x-user-id', 'x-forwarded-user'].map(
    (name) => [name, forged] as const,
  ),
  ...['remote-user', 'x-remote-user', 'x-authenticated-user', 'x-acting-as', 'x-understudy-principal'].map(
    (name) => [name, 'boss'] as const,
  ),
  ['x-understudy-agent', 'clerk'],
  ['x-understudy-tool', 'refunds_create'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-original-url', '/admin'],
  ['x-rewrite-url', '/admin'],
  ['x-http-method-override', 'DELETE'],
  ['host', 'localhost'],
  ['cookie', `principal=${encodeURIComponent(forged)}; user=boss; session=${encoded}`],
  ['authorization', `Principal ${encoded}`],
  ['authorization', 'Basic Ym9zczpib3Nz'],
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer boss, Bearer ada'],
  ['authorization', 'Bearer __proto__'],
  ['authorization', 'Bearer constructor'],
]

describe('a request from outside is nobody without what authenticate asks for', () => {
  test.each(HEADERS)('whatever its header %s says: %s', async (name, value) => {
    const { app, ran } = createDesk()
    const headers = { [name]: value }
    expect(await (await app.request('/whoami', { headers })).json()).toBeNull()
    const refused = await app.request('/tickets', { headers })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ error: 'unauthenticated' })
    expect(ran).toEqual(['whoami'])
  })

  test('whatever its query and body say', async () => {
    const { app, ran, bodies } = createDesk()
    const query = new URLSearchParams({
      principal: forged,
      'principal[kind]': 'user',
      'principal[id]': 'boss',
      as: 'boss',
    })
    query.append('__proto__[principal]', forged)
    const body = JSON.stringify({
      principal: boss,
      __principal: boss,
      agent: 'clerk',
      as: boss,
      constructor: { principal: boss },
    })
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    expect(await (await app.request(`/whoami?${query}`)).json()).toBeNull()
    expect((await app.request(`/tickets?${query}`)).status).toBe(401)
    expect((await app.request(`/tickets?${query}`, init)).status).toBe(401)
    expect((await app.request('/refunds', init)).status).toBe(401)
    expect(ran).toEqual(['whoami'])
    expect(bodies).toEqual([])
  })

  test('whatever the environment and the request object itself carry', async () => {
    const { app } = createDesk()
    const request = Object.assign(new Request('http://localhost/whoami'), {
      principal: boss,
      call: { principal: boss },
    })
    const context = { principal: boss, waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
    expect(await (await app.fetch(request, { principal: boss, var: { principal: boss } }, context)).json()).toBeNull()
  })

  test('through a real socket, with duplicated headers and an absolute address', async () => {
    const { app, ran } = createDesk()
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.fetch(request) })
    try {
      const attacks = [
        ['GET http://boss@localhost/tickets HTTP/1.1', 'Host: localhost', `X-Principal: ${forged}`],
        ['GET /tickets HTTP/1.1', 'Host: localhost', 'Authorization: Bearer', 'Authorization: boss'],
        ['GET //tickets HTTP/1.1', 'Host: localhost', `Cookie: principal=${encoded}`, 'Cookie: user=boss'],
        ['GET /tickets/../tickets HTTP/1.1', 'Host: localhost', 'X-Forwarded-User: boss', 'X-Forwarded-User: boss'],
      ]
      for (const [start, ...headers] of attacks) {
        const answer = await send(server.port ?? 0, [start, ...headers, 'Connection: close', '', ''].join('\r\n'))
        expect(answer).toMatch(/^HTTP\/1\.1 (?:400|401|404) /)
      }
      expect(ran).toEqual([])
    } finally {
      await server.stop(true)
    }
  })
})

describe('who acts stays who was authenticated', () => {
  test('when a middleware replaces the request', async () => {
    const app = createApp({ authenticate: (c) => (c.req.header('authorization') === 'Bearer ada' ? ada : null) })
    app.use(async (c, next) => {
      c.req.raw = new Request(c.req.raw, { headers: { authorization: 'Bearer boss', 'x-principal': forged } })
      await next()
    })
    const seen: (Principal | null)[] = []
    app.get('/me', requirePrincipal(), routeTool('me', { description: 'Me.' }), (c) => {
      seen.push(c.var.principal)
      return c.json('ok')
    })
    expect((await app.request('/me')).status).toBe(401)
    expect(seen).toEqual([])
    expect((await call(app, 'me')).output).toBe('ok')
    expect((await app.request('/me', { headers: { authorization: 'Bearer ada' } })).status).toBe(200)
    expect(seen).toEqual([ada, ada])
  })

  test('and a request that a tool call sends on, or hands to the app again, is nobody', async () => {
    const seen: (Principal | null)[] = []
    const app = createApp()
    app
      .get('/inner', (c) => {
        seen.push(c.var.principal)
        return c.json(c.var.principal)
      })
      .get('/again', routeTool('again', { description: 'Asks again.' }), (c) => {
        seen.push(c.var.principal)
        // The very request that carried the call.
        return seen.length < 2 ? app.fetch(c.req.raw) : app.request('/inner')
      })
    expect((await call(app, 'again')).output).toBeNull()
    expect(seen).toEqual([ada, null, null])
  })

  test('of two calls at once, each is its own', async () => {
    const app = createApp().get('/me', routeTool('me', { description: 'Me.' }), async (c) => {
      await Promise.resolve()
      return c.json(c.var.principal?.id)
    })
    const ids = Array.from({ length: 50 }, (_, index) => index)
    const outcomes = await Promise.all(ids.map((id) => call(app, 'me', { principal: { kind: 'user', id } })))
    expect(outcomes.map(({ output }) => output)).toEqual(ids)
  })
})

describe('an app put together another way', () => {
  const lastly = (ran: string[]) => (c: { text: (text: string) => Response }) => {
    ran.push('handler')
    return c.text('ran')
  }

  test('a sub-app and a base path have the entrance of the outermost app', async () => {
    const ran: string[] = []
    const sub = new Hono().get('/me', requirePrincipal(), lastly(ran))
    const extended = extendApp(new Hono().route('/sub', sub).basePath('/v1'), {}).route('/late', sub)
    for (const path of ['/sub/me', '/v1/late/me']) {
      expect((await extended.request(path, { headers: { 'x-principal': forged } })).status).toBe(401)
    }
    expect(ran).toEqual([])
  })

  test('an app mounted as a plain fetch function decides for itself, and is lent nobody', async () => {
    const ran: string[] = []
    const inner = createApp({ policies: { all: () => true } })
      .get('/me', authorize('all'), lastly(ran))
      .get('/inner/me', authorize('all'), lastly(ran))
    const outer = createApp({ authenticate: () => ada }).mount('/inner', inner.fetch)
    const sameRequest = createApp({ authenticate: () => ada }).mount('/inner', inner.fetch, { replaceRequest: false })
    expect((await outer.request('/inner/me')).status).toBe(403)
    expect((await sameRequest.request('/inner/me')).status).toBe(403)
    expect(ran).toEqual([])
  })

  test('a guard where nothing says who acts fails, and lets nobody in', async () => {
    const ran: string[] = []
    const errors: unknown[] = []
    const app = new Hono().get('/me', requirePrincipal(), lastly(ran)).get('/all', authorize('all'), lastly(ran))
    app.onError((error, c) => {
      errors.push(error)
      return c.text('failed', 500)
    })
    for (const path of ['/me', '/all']) {
      expect((await app.request(path, { headers: { 'x-principal': forged } })).status).toBe(500)
    }
    expect(errors).toMatchObject([{ code: 'APP_SETUP' }, { code: 'APP_SETUP' }])
    expect(ran).toEqual([])
  })
})

const NOBODIES: readonly unknown[] = [
  'boss',
  1,
  true,
  [],
  [boss],
  {},
  { kind: 'admin', id: 1 },
  { kind: 'user' },
  { kind: 'user', id: null },
  { kind: 'user', id: { toString: () => 'boss' } },
  { kind: 'user', id: NaN },
  { kind: 'user', id: Infinity },
  { kind: 'service', id: -Infinity },
  { kind: ['user'], id: 1 },
  { kind: { toString: () => 'user' }, id: 1 },
  { kind: 'user', id: 1, abilities: 'tools:*' },
  { kind: 'user', id: 1, abilities: { 0: 'tools:*', length: 1 } },
  { kind: 'user', id: 1, abilities: null },
]

test.each(NOBODIES.map((value) => ({ value, name: Bun.inspect(value, { compact: true }) })))(
  '$name is no principal, and a call for it runs nothing',
  async ({ value }) => {
    const { app, ran, notified } = createDesk()
    for (const name of ['tickets_index', 'refunds_create']) {
      expect(await rejection(call(app, name, { principal: value as Principal }))).toBeInstanceOf(PrincipalError)
    }
    const outside = createApp({ authenticate: () => value as Principal }).get('/', (c) => {
      ran.push('outside')
      return c.json('ran')
    })
    outside.onError((error, c) => c.json((error as PrincipalError).code, 500))
    expect(await (await outside.request('/')).json()).toBe('PRINCIPAL')
    expect(ran).toEqual([])
    expect(notified).toEqual([])
  },
)

/** What a server answers to bytes. */
async function send(port: number, bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  socket.on('data', (chunk) => void (answer += String(chunk)))
  socket.on('close', () => resolve(answer))
  socket.on('error', reject)
  return await promise
}
