import { describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import {
  AppSetupError,
  createApp,
  extendApp,
  inProcess,
  isApp,
  requirePrincipal,
  routeTool,
  type AppEnv,
} from './index.js'
import { call, operator } from './test-call.js'

const ping = routeTool('ping', { description: 'Answers pong.' })
const show = routeTool('tickets_show', { description: 'Shows a ticket.', params: z.object({ id: z.number() }) })
const mailer = { send: (): string => 'sent' }

describe('createApp', () => {
  test('answers like any Hono app', async () => {
    const app = createApp().get('/hello/:name', (c) => c.text(`Hello ${c.req.param('name')}`))
    expect(await (await app.request('/hello/Ada')).text()).toBe('Hello Ada')
    expect((await app.request('/nothing')).status).toBe(404)
  })

  test('keeps make, fake and tools through the chain', async () => {
    const app = createApp({ bindings: { mailer } })
      .use(async (_c, next) => next())
      .get('/ping', ping, (c) => c.json('pong'))
      .post('/mail', (c) => c.text(c.var.mailer.send()))
      .onError((_error, c) => c.text('failed', 500))
      .notFound((c) => c.text('nothing here', 404))

    expect(app.make('mailer')).toBe(mailer)
    expect(app.tools().map((tool) => tool.name)).toEqual(['ping'])
    using _fake = app.fake('mailer', { send: () => 'faked' })
    expect(await (await app.request('/mail', { method: 'POST' })).text()).toBe('faked')
  })

  test('puts bindings and the principal into every handler, the 404 and the error handler', async () => {
    const app = createApp({ bindings: { mailer }, authenticate: () => operator })
      .get('/', (c) => c.json([c.var.mailer.send(), c.var.principal]))
      .get('/fails', () => {
        throw new Error('no')
      })
      .notFound((c) => c.json([c.var.mailer.send(), c.var.principal], 404))
      .onError((_error, c) => c.json([c.var.mailer.send(), c.var.principal], 500))

    for (const path of ['/', '/nothing', '/fails']) {
      expect(await (await app.request(path)).json()).toEqual(['sent', operator])
    }
  })

  test('refuses a binding that would hide the principal', () => {
    expect(() => createApp({ bindings: { principal: 1 } })).toThrow(AppSetupError)
  })

  test('of the routes under basePath, tools and handlers count like the others', async () => {
    const app = createApp({ bindings: { mailer } })
      .basePath('/v1')
      .get('/ping', ping, (c) => c.json(c.var.mailer.send()))
    expect(app.tools()[0]).toMatchObject({ name: 'ping', path: '/v1/ping' })
    expect(app.make('mailer')).toBe(mailer)
    expect(await call(app, 'ping')).toMatchObject({ output: 'sent', path: '/v1/ping' })
  })

  test('of a sub-app under route, tools and handlers count like the others', async () => {
    const sub = new Hono().get('/:id', show, (c) => c.json(c.req.valid('param').id))
    const app = createApp().route('/api/tickets', sub)
    expect(app.tools()[0]).toMatchObject({ name: 'tickets_show', path: '/api/tickets/:id' })
    expect((await call(app, 'tickets_show', { input: { id: 7 } })).output).toBe(7)
  })

  test('of a sub-app of a base path under route count like the others', async () => {
    const sub = new Hono<AppEnv<{ mailer: typeof mailer }>>().get('/mail', ping, (c) => c.json(c.var.mailer.send()))
    const app = createApp({ bindings: { mailer } }).basePath('/v1').route('/api', sub)
    expect(await call(app, 'ping')).toMatchObject({ output: 'sent', path: '/v1/api/mail' })
  })

  test('refuses to mount an app that has options of its own, saying what to mount, and nothing is mounted', async () => {
    const inner = (): Hono => createApp({ authenticate: () => operator }).get('/', (c) => c.json('in')) as never
    const mounts: [outer: Hono, sub: Hono][] = [
      [createApp() as never, inner()],
      [createApp() as never, inner().basePath('/v1')],
      [createApp().basePath('/v1') as never, inner()],
      [extendApp(new Hono()) as never, extendApp(new Hono()) as never],
    ]
    for (const [outer, sub] of mounts) {
      expect(() => outer.route('/x', sub)).toThrow(expect.objectContaining({ code: 'APP_SETUP', reason: 'mounted' }))
      expect(() => outer.route('/x', sub)).toThrow(/route\('\/x'\).*new Hono<AppEnv</)
      expect(outer.routes).toEqual([])
    }
  })

  test('finds the tools of a sub-app with its own onError, whose handlers Hono wraps', async () => {
    const sub = new Hono()
      .get('/fails', routeTool('fails', { description: 'Fails.' }), () => {
        throw new HTTPException(418)
      })
      .get('/ping', requirePrincipal(), ping, (c) => c.json('pong'))
      .onError((_error, c) => c.json({ by: 'the sub-app' }, 409))
    const app = createApp().route('/a', new Hono().route('/b', sub))

    expect(app.tools().map((tool) => tool.path)).toEqual(['/a/b/fails', '/a/b/ping'])
    expect((await call(app, 'ping')).output).toBe('pong')
    const outcome = await call(app, 'fails')
    expect(outcome.output).toEqual({ error: true, status: 409, body: { by: 'the sub-app' } })
    expect(outcome.threw?.error).toBeInstanceOf(HTTPException)
  })

  test('answers agents with the error and 404 handlers that it answers requests with', async () => {
    const sub = new Hono()
      .get('/fails', routeTool('fails', { description: 'Fails.' }), () => {
        throw new HTTPException(400)
      })
      .get('/missing', routeTool('missing', { description: 'Is missing.' }), (c) => c.notFound())
    const makers = {
      mounted: () => createApp().route('/', sub),
      based: () => createApp().basePath('/').route('/', sub),
      'mounted beside a base path': () => {
        const app = createApp()
        app.basePath('/v1').get('/x', (c) => c.text('x'))
        return app.route('/', sub)
      },
    }
    for (const make of Object.values(makers)) {
      const failing = make().onError((_error, c) => c.text('custom error', 422))
      expect((await call(failing, 'fails')).output).toEqual({ error: true, status: 422, body: 'custom error' })
      const missing = make().notFound((c) => c.text('custom 404', 404))
      expect((await call(missing, 'missing')).output).toEqual({ error: true, status: 404, body: 'custom 404' })
    }
  })

  test('sees tools of routes that were added after the first derivation', () => {
    const app = createApp().get('/ping', ping, (c) => c.json('pong'))
    expect(app.tools()).toHaveLength(1)
    expect(app.get('/:id', show, (c) => c.json(1)).tools()).toHaveLength(2)
  })
})

describe('extendApp', () => {
  test('gives an existing app bindings, a principal and tools, in place', async () => {
    const hono = new Hono<{ Variables: { requestId: string } }>()
    hono.use(async (c, next) => {
      c.set('requestId', 'r1')
      await next()
    })
    hono.get('/ping', ping, (c) => c.json(c.var.requestId))
    hono.get('/before', (c) => c.json(c.get('mailer' as never)))
    const app = extendApp(hono, { bindings: { mailer: 'the mailer' }, authenticate: () => operator })

    expect(app as unknown).toBe(hono)
    expect(isApp(hono)).toBe(true)
    expect((await call(app, 'ping')).output).toBe('r1')
    expect(await (await hono.request('/before')).json()).toBe('the mailer')
    expect(app.tools().map((tool) => tool.name)).toEqual(['ping'])
  })

  test('keeps the 404 and the error handler that the app already had', async () => {
    const hono = new Hono()
      .get('/fails', routeTool('fails', { description: 'Fails.' }), () => {
        throw new Error('no')
      })
      .onError((error, c) => c.json({ custom: error.message }, 503))
      .notFound((c) => c.text('custom 404', 404))
    const app = extendApp(hono)

    expect(await (await app.request('/fails')).json()).toEqual({ custom: 'no' })
    expect(await (await app.request('/nothing')).text()).toBe('custom 404')
    expect((await call(app, 'fails')).status).toBe(503)
  })

  test('sees a principal in middleware that was there before', async () => {
    const seen: unknown[] = []
    const hono = new Hono().use(async (c, next) => {
      seen.push(c.get('principal' as never))
      await next()
    })
    await extendApp(hono, { authenticate: () => operator }).request('/')
    expect(seen).toEqual([operator])
  })

  test('answers the routes that were added before and after it', async () => {
    const hono = new Hono().get('/before', (c) => c.text('before'))
    const app = extendApp(hono)
    app.get('/after', (c) => c.json(c.var.principal))
    expect(await (await app.request('/before')).text()).toBe('before')
    expect(await (await app.request('/after')).text()).toBe('null')
  })

  test('is refused the second time, also for an app of createApp and for one of its base paths', () => {
    const hono = new Hono()
    extendApp(hono)
    for (const app of [hono, createApp(), createApp().basePath('/v1')]) {
      expect(() => extendApp(app as Hono)).toThrow(AppSetupError)
      expect(() => extendApp(app as Hono)).toThrow(expect.objectContaining({ reason: 'extended' }))
    }
  })
})

test('inProcess refuses a plain Hono app, saying how to extend it', () => {
  const plain = new Hono()
  expect(isApp(plain)).toBe(false)
  expect(() => inProcess(plain)).toThrow(expect.objectContaining({ code: 'APP_SETUP' }))
  expect(() => inProcess(plain)).toThrow('extendApp(honoApp')
})
