import { describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { z } from 'zod'
import {
  authorize,
  createApp,
  currentRequest,
  inProcess,
  requirePrincipal,
  routeTool,
  ToolRequestError,
} from '../index.js'
import { call, operator } from '../test-call.js'

/** An app that writes down, in order, who spoke about a call. */
function tracingApp({ approves = true, allows = true } = {}) {
  const trace: string[] = []
  const say = <T>(word: string, value: T): T => {
    trace.push(word)
    return value
  }
  const contract = {
    description: 'Closes.',
    body: z.object({ title: z.string().refine(() => say('validation', true)) }),
    approval: () => say('approval', !approves),
  }
  const app = createApp({ policies: { close: () => say('policy', allows) } })
    .use(async (_c, next) => {
      trace.push('middleware')
      await next()
    })
    .post('/close', requirePrincipal(), authorize('close'), routeTool('close', contract), (c) =>
      c.json(say('handler', 'closed')),
    )
  const budget = { limit: 60, take: () => say('budget', true) }
  return { app, trace, budget }
}

describe('a tool call', () => {
  test('passes budget, scope, the route’s own middleware, policy and validation, and approval, in this order', async () => {
    const { app, trace, budget } = tracingApp()
    const outcome = await call(app, 'close', { input: { title: 'x' }, budget })
    expect(trace).toEqual(['budget', 'middleware', 'policy', 'validation', 'approval', 'handler'])
    expect(outcome).toEqual({ output: 'closed', status: 200, method: 'POST', path: '/close' })
  })

  const stops: [what: string, options: Parameters<typeof call>[2], given: object, trace: string[]][] = [
    ['scope', { scopes: [] }, {}, ['budget']],
    ['the request', { input: { titel: 'x' } }, {}, ['budget']],
    ['the policy', {}, { allows: false }, ['budget', 'middleware', 'policy']],
    ['approval', {}, { approves: false }, ['budget', 'middleware', 'policy', 'validation', 'approval']],
  ]
  for (const [what, options, given, expected] of stops) {
    test(`that ${what} refuses goes no further`, async () => {
      const { app, trace, budget } = tracingApp(given)
      await call(app, 'close', { input: { title: 'x' }, budget, ...options }).catch(() => undefined)
      expect(trace).toEqual(expected)
    })
  }

  test('is seen by the app’s middleware as a request with its method, path and JSON', async () => {
    const seen: unknown[] = []
    const app = createApp()
      .use(async (c, next) => {
        seen.push([c.req.method, c.req.path, c.req.header('content-type'), await c.req.json()])
        await next()
      })
      .put('/a/:id', routeTool('a', { description: 'A.', body: z.object({ b: z.string() }) }), (c) => c.json('ok'))
    await call(app, 'a', { input: { id: 'x', b: 'y' } })
    expect(seen).toEqual([['PUT', '/a/x', 'application/json', { b: 'y' }]])
  })
})

describe('an abort signal', () => {
  test('that is aborted before the call rejects with its reason, and nothing runs', async () => {
    const { app, trace, budget } = tracingApp()
    const reason = new Error('stopped')
    const rejection = call(app, 'close', { input: { title: 'x' }, budget, signal: AbortSignal.abort(reason) })
    expect(await rejection.catch((error: unknown) => error)).toBe(reason)
    expect(trace).toEqual([])
  })

  test('that is aborted during the call reaches the handler', async () => {
    const controller = new AbortController()
    const app = createApp().get('/slow', routeTool('slow', { description: 'Waits.' }), async (c) => {
      const aborted = new Promise<void>((resolve) => {
        c.req.raw.signal.addEventListener('abort', () => resolve())
      })
      controller.abort()
      await aborted
      return c.json('stopped')
    })
    expect((await call(app, 'slow', { signal: controller.signal })).output).toBe('stopped')
  })
})

describe('the surroundings of a call', () => {
  const whereAmI = routeTool('where_am_i', { description: 'Says where.' })

  test('made within a request are that request’s environment and execution context', async () => {
    const executionCtx = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
    const app = createApp()
    app
      .get('/where', whereAmI, (c) => c.json([c.env, c.executionCtx === executionCtx]))
      .get('/ask', async (c) => c.json((await call(app, 'where_am_i')).output))
      .onError((_error, c) => c.text('failed', 500))
    const response = await app.request('/ask', {}, { region: 'eu' }, executionCtx)
    expect(await response.json()).toEqual([{ region: 'eu' }, true])
    const bare = await app.request('/ask', {}, { region: 'eu' })
    expect(await bare.json()).toMatchObject({ error: true, status: 500 })
  })

  test('made within a request of another app are not that app’s', async () => {
    const inner = createApp()
    inner.get('/where', whereAmI, (c) => c.json([c.env, currentRequest()?.app === inProcess(inner)]))
    const outer = createApp().get('/ask', async (c) => c.json((await call(inner, 'where_am_i')).output))
    expect(await (await outer.request('/ask', {}, { secret: 1 })).json()).toEqual([null, true])
    expect(currentRequest()).toBeUndefined()
  })
})

describe('a call reaches its own route and no other', () => {
  /** An app whose `/things/:id` has neighbours, added before it. */
  function neighbours() {
    const hits: string[] = []
    const hit = (name: string) => (c: { json: (value: string) => Response }) => {
      hits.push(name)
      return c.json(name)
    }
    const show = routeTool('things_show', { description: 'Shows.' })
    const purge = routeTool('things_purge', { description: 'Purges.', approval: 'required', readOnly: false })
    const other = new Hono().get('/', hit('other app'))
    const app = createApp()
      .use('/things/*', async (_c, next) => next())
      .use('/things/:any', async (_c, next) => next())
      .get('/things/export', hit('export'))
      .get('/things/purge', purge, hit('purge'))
      .get('/things/two-handlers', async (c, next) => (c.req.query('no') ? next() : hit('two')(c)))
      .get('/things/:slug{[a-z]+-slug}', hit('slug'))
      .mount('/things/mounted', other.fetch)
      .get('/things/:id', show, hit('show'))
      .get('/things/:id{[0-9]+}/parts', routeTool('parts', { description: 'Lists parts.' }), hit('parts'))
      .get('/things/later', hit('later'))
      .get('*', hit('fallback'))
    return { app, hits }
  }

  for (const id of ['export', 'purge', 'two-handlers', 'my-slug', 'mounted']) {
    test(`when the id is ${id}, which is another’s address, it is refused`, async () => {
      const { app, hits } = neighbours()
      const error = await call(app, 'things_show', { input: { id }, scopes: ['tool:things_show'] }).catch(
        (e: unknown) => e,
      )
      expect(error).toBeInstanceOf(ToolRequestError)
      expect(error).toMatchObject({ tool: 'things_show', key: 'id' })
      expect(hits).toEqual([])
    })
  }

  for (const id of ['7', 'later', 'exports', 'Export', 'purge ', 'x/parts']) {
    test(`when the id is ${JSON.stringify(id)}, which is nobody’s address, it runs`, async () => {
      const { app, hits } = neighbours()
      expect((await call(app, 'things_show', { input: { id } })).output).toBe('show')
      expect(hits).toEqual(['show'])
    })
  }

  test('when the id does not fit the pattern of its path, it is refused before a fallback answers', async () => {
    const { app, hits } = neighbours()
    const error = await call(app, 'parts', { input: { id: 'x' } }).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ToolRequestError)
    expect(hits).toEqual([])
    expect((await call(app, 'parts', { input: { id: '7' } })).output).toBe('parts')
  })
})

test('a tool without params that another route answers is refused, saying where to register it', async () => {
  let hits = 0
  const app = createApp()
    .get('*', (c) => c.json((hits += 1)))
    .get('/a', routeTool('a', { description: 'A.' }), (c) => c.json((hits += 1)))
  const error = await call(app, 'a').catch((e: unknown) => e)
  expect(error).toBeInstanceOf(ToolRequestError)
  expect(error).toMatchObject({
    tool: 'a',
    key: undefined,
    message: 'Tool "a" was not called: another route answers first. Register GET /a in front of it.',
  })
  expect(hits).toBe(0)
})

describe('an answer that the tool’s own contract never saw', () => {
  const close = { description: 'Closes.', approval: 'required' } as const
  const refused = { code: 'TOOL_REQUEST', message: expect.stringContaining('another handler answered') }
  const errorOf = (app: object, name: string, input: object = {}) =>
    call(app, name, { input }).catch((error: unknown) => error)

  test('is refused when a handler that may pass on answers itself', async () => {
    const hits: string[] = []
    const app = createApp()
      .post('/tickets/:any', async (c, next) => (c.req.param('any') === 'x' ? c.json('in front') : next()))
      .post('/tickets/:id', routeTool('create', { description: 'Creates.' }), (c) => c.json(hits.push('tool')))
    const error = await errorOf(app, 'create', { id: 'x' })
    expect(error).toBeInstanceOf(ToolRequestError)
    expect(error).toMatchObject({ ...refused, tool: 'create' })
    expect(hits).toEqual([])
    expect((await call(app, 'create', { input: { id: 'y' } })).output).toBe(1)
  })

  test('is refused when a mounted app answers', async () => {
    const hits: string[] = []
    const other = new Hono().all('*', (c) => c.json('mounted'))
    const app = createApp()
      .mount('/api', other.fetch)
      .post('/api/close', routeTool('close', close), (c) => c.json(hits.push('tool')))
    expect(await errorOf(app, 'close')).toMatchObject(refused)
    expect(hits).toEqual([])
  })

  /** Answers from what it kept, as caching middleware does. */
  function cachingApp(contract: { readOnly?: boolean; approval?: 'required' }) {
    const hits: string[] = []
    let kept: Response | undefined
    const app = createApp()
      .use('/report', async (c, next) => {
        if (kept) return kept.clone()
        await next()
        if (c.res.ok) kept = c.res.clone()
        return undefined
      })
      .get('/report', routeTool('report', { description: 'Reports.', ...contract }), (c) => c.json(hits.push('tool')))
    return { app, hits }
  }

  for (const contract of [{ approval: 'required' }, { readOnly: false }] as const) {
    test(`is refused when a cache answers for a tool with ${JSON.stringify(contract)}`, async () => {
      const { app, hits } = cachingApp(contract)
      expect((await app.request('/report')).status).toBe(200)
      expect(await errorOf(app, 'report')).toMatchObject(refused)
      expect(hits).toEqual(['tool'])
    })
  }

  test('is given to the model when a cache answers for a tool that only reads', async () => {
    const { app, hits } = cachingApp({})
    expect((await call(app, 'report')).output).toBe(1)
    expect((await call(app, 'report')).output).toBe(1)
    expect(hits).toEqual(['tool'])
  })

  test('is given to the model when it is a refusal', async () => {
    const app = createApp()
      .use(async (c, _next) => c.json('go away', 403))
      .post('/close', routeTool('close', close), (c) => c.json('ran'))
    expect((await call(app, 'close')).output).toEqual({ error: true, status: 403, body: 'go away' })
  })
})

test('an anonymous call carries nobody', async () => {
  const app = createApp({ authenticate: () => operator }).get('/', routeTool('who', { description: 'Who.' }), (c) =>
    c.json(c.var.principal),
  )
  expect((await call(app, 'who', { principal: null })).output).toBeNull()
})
