import { describe, expect, test } from 'bun:test'
import { Agent, defineAi } from '@understudy/agents'
import {
  createApp,
  requirePrincipal,
  routeTool,
  ToolDerivationError,
  UnknownNameError,
  type Principal,
} from '@understudy/app'
import { Hono } from 'hono'
import { z } from 'zod'
import { AssertionFailedError, TestApp, TestSetupError, type PendingResponse, type TestResponse } from '../index.js'

const principal: Principal = { kind: 'user', id: 1 }
const echo = new Hono()
  .all('/echo', async (c) =>
    c.json({ method: c.req.method, headers: c.req.header(), body: await c.req.text(), query: c.req.query() }),
  )
  .get('/status/:status', (c) => c.body(null, Number(c.req.param('status')) as 204))
  .get('/redirect', (c) => c.redirect('/echo'))
  .get('/text', (c) => c.text('It \u001b[31mburns\u001b[0m.'))
  .get('/list', (c) =>
    c.json({
      tickets: [
        { id: 1, tags: ['a'] },
        { id: 2, tags: [] },
      ],
    }),
  )
  .get('/stream', (c) => c.body('data: 1\n\n', 200, { 'content-type': 'text/event-stream' }))

const http = TestApp.fromFetch((request) => echo.fetch(request))

async function failure(promise: PromiseLike<unknown>): Promise<AssertionFailedError> {
  const error: unknown = await promise.then(
    () => 'it resolved',
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(AssertionFailedError)
  return error as AssertionFailedError
}

describe('requests', () => {
  test('send a plain object or list as JSON, and all else as it is', async () => {
    const bodies: [unknown, string, string][] = [
      [{ a: 1 }, '{"a":1}', 'application/json'],
      [[1], '[1]', 'application/json'],
      [new URLSearchParams({ a: '1' }), 'a=1', 'application/x-www-form-urlencoded;charset=UTF-8'],
    ]
    for (const [given, body, type] of bodies) {
      await http.post('/echo', given as object).assertJson({ method: 'POST', body, headers: { 'content-type': type } })
    }
  })

  test('have every method, and none sends a body unless it is given one', async () => {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      await http[method]('/echo?a=1')
        .assertOk()
        .assertJson({ method: method.toUpperCase(), body: '', query: { a: '1' } })
    }
    await http
      .request('OPTIONS', '/echo', { headers: { 'x-a': '1' } })
      .assertJson({ method: 'OPTIONS', headers: { 'x-a': '1' } })
  })

  test('carry headers, a token and cookies of a copy, and leave the original alone', async () => {
    const signedIn = http
      .withToken('secret')
      .withHeaders({ 'x-team': 'a' })
      .withCookies({ a: '1' })
      .withCookies({ b: 'x y' })
    await signedIn
      .get('/echo')
      .assertJson({ headers: { authorization: 'Bearer secret', 'x-team': 'a', cookie: 'a=1; b=x%20y' } })
    await http.get('/echo').assertJsonPath('headers.authorization', undefined)
  })
})

describe('assertions', () => {
  const holding: [string, (response: PendingResponse) => PendingResponse][] = [
    [
      '/list',
      (r) =>
        r.assertStatus(200).assertOk().assertHeader('content-type').assertHeader('content-type', 'application/json'),
    ],
    [
      '/list',
      (r) =>
        r
          .assertJson()
          .assertJson({ tickets: [{ id: 1 }, { id: 2 }] })
          .assertJson((body: unknown) => body !== null),
    ],
    [
      '/list',
      (r) => r.assertJsonPath('tickets.0.tags', ['a']).assertJsonPath('tickets.1.id', (id: unknown) => id === 2),
    ],
    ['/list', (r) => r.assertJsonCount(2, 'tickets').assertJsonCount(0, 'tickets.1.tags')],
    ['/status/201', (r) => r.assertCreated()],
    ['/status/204', (r) => r.assertNoContent()],
    ['/status/401', (r) => r.assertUnauthorized()],
    ['/status/403', (r) => r.assertForbidden()],
    ['/nowhere', (r) => r.assertNotFound()],
    ['/redirect', (r) => r.assertRedirect().assertRedirect('/echo')],
    ['/text', (r) => r.assertText(/burns/).assertText('It \u001b[31mburns\u001b[0m.')],
  ]
  test.each(holding)('%s: those that hold chain, pending and awaited', async (path, chain) => {
    await chain(http.get(path))
    // A response has the same methods; only what they return differs.
    chain((await http.get(path)) as unknown as PendingResponse)
  })

  const failing: [string, string, (response: PendingResponse) => PendingResponse][] = [
    ['assertStatus', '/list', (r) => r.assertStatus(201)],
    ['assertOk', '/status/500', (r) => r.assertOk()],
    ['assertCreated', '/list', (r) => r.assertCreated()],
    ['assertNoContent', '/list', (r) => r.assertNoContent()],
    ['assertRedirect', '/list', (r) => r.assertRedirect()],
    ['assertRedirect', '/redirect', (r) => r.assertRedirect('/other')],
    ['assertUnauthorized', '/list', (r) => r.assertUnauthorized()],
    ['assertForbidden', '/list', (r) => r.assertForbidden()],
    ['assertNotFound', '/list', (r) => r.assertNotFound()],
    ['assertJson', '/text', (r) => r.assertJson()],
    ['assertJson', '/list', (r) => r.assertJson({ tickets: [{ id: 1 }] })],
    ['assertJson', '/list', (r) => r.assertJson({ ticket: [] })],
    ['assertJsonPath', '/list', (r) => r.assertJsonPath('tickets.0.id', 2)],
    ['assertJsonPath', '/list', (r) => r.assertJsonPath('tickets.constructor', Array)],
    ['assertJsonCount', '/list', (r) => r.assertJsonCount(3, 'tickets')],
    ['assertJsonCount', '/list', (r) => r.assertJsonCount(0)],
    ['assertHeader', '/list', (r) => r.assertHeader('x-nothing')],
    ['assertHeader', '/list', (r) => r.assertHeader('content-type', 'text/html')],
    ['assertText', '/text', (r) => r.assertText('It burns.')],
  ]
  test.each(failing)(
    '%s fails on %s, pending and awaited, showing method, path, status and body',
    async (name, path, chain) => {
      const error = await failure(chain(http.get(path)))
      expect(error.assertion).toBe(name)
      expect(error.message).toStartWith(`${name}: GET ${path} answered `)
      const response = (await http.get(path)) as unknown as PendingResponse
      expect(() => chain(response)).toThrow(error.message)
    },
  )

  test('show a body capped and with its control characters escaped', async () => {
    const { message } = await failure(http.get('/text').assertStatus(201))
    expect(message).toContain('It \\u001b[31mburns')
    expect(message).not.toContain('\u001b')
    const long = await failure(
      TestApp.fromFetch(() => new Response('x'.repeat(5_000)))
        .get('/')
        .assertStatus(201),
    )
    expect(long.message.length).toBeLessThan(2_500)
    expect(long.message).toContain('3000 characters more')
  })

  test('do not read an event stream for the test', async () => {
    const response: TestResponse = await http.get('/stream').assertOk()
    expect(response.raw.bodyUsed).toBe(false)
    expect(() => response.assertText('x')).toThrow('the body is a stream')
    expect(await response.text()).toBe('data: 1\n\n')
  })

  test('point at the line of the test that they are written on', async () => {
    const lineOf = (error: Error): string | undefined =>
      error.stack?.split('\n').find((line) => line.includes('    at '))
    const pending = await failure(http.get('/list').assertOk().assertStatus(201))
    expect(lineOf(pending)).toContain('test-app.test.ts')
    const assertNow = async (): Promise<void> => {
      const response = await http.get('/list')
      response.assertStatus(201)
    }
    expect(lineOf(await failure(assertNow()))).toContain('test-app.test.ts')
  })

  test('compare JSON with JSON alone, and take matchers that say so', async () => {
    const wrong = [new Set(['a']), new Map(), new Date(), /x/, Promise.resolve({ id: 1 }), Date]
    for (const expected of wrong) {
      await failure(http.get('/list').assertJson({ tickets: [{ id: expected }, { id: 2 }] }))
      await failure(http.get('/list').assertJson({ tickets: expected }))
    }
    const isOne = { asymmetricMatch: (id: unknown) => id === 1 }
    await http.get('/list').assertJson({ tickets: [{ id: isOne }, {}] })
    await failure(http.get('/list').assertJson({ tickets: [{}, { id: isOne }] }))
  })

  test('after a failed one in a chain, the later ones are not reached', async () => {
    expect((await failure(http.get('/list').assertStatus(201).assertNotFound())).assertion).toBe('assertStatus')
  })
})

const ticketsCreate = routeTool('tickets_create', { description: 'Create.', body: z.object({ title: z.string() }) })
const ticketsIndex = routeTool('tickets_index', { description: 'List.' })

function createDesk() {
  const titles: string[] = []
  let asked = 0
  const ai = defineAi({ default: 'main', providers: { main: {} } })
  const app = createApp({ bindings: { ai }, authenticate: () => (asked++, null) })
    .get('/tickets', requirePrincipal(), ticketsIndex, (c) =>
      c.json({ titles, by: c.var.principal.id, headers: c.req.header() }),
    )
    .post('/tickets', requirePrincipal(), ticketsCreate, (c) => {
      titles.push(c.req.valid('json').title)
      return c.json({}, 201)
    })
  return { app, ai, titles, asked: () => asked }
}

describe('actingAs()', () => {
  test('makes a request as somebody in process: no header says so and nobody is asked to authenticate', async () => {
    const { app, asked } = createDesk()
    const desk = await TestApp.fromApp(app)
    await desk.get('/tickets').assertUnauthorized()
    expect(asked()).toBe(1)
    const response = await desk.actingAs(principal).get('/tickets').assertOk()
    expect(await response.json()).toEqual({ titles: [], by: 1, headers: {} })
    expect(asked()).toBe(1)
    await desk.get('/tickets').assertUnauthorized()
  })

  test('null is nobody', async () => {
    const { app } = createDesk()
    await (await TestApp.fromApp(app)).actingAs(null).get('/tickets').assertUnauthorized()
  })
})

describe('tool()', () => {
  test('calls one tool through the gate with no model', async () => {
    const { app, titles } = createDesk()
    const desk = await TestApp.fromApp(app)
    await desk.tool('tickets_create', { title: 'Fire' }, { as: principal }).assertOk().assertStatus(201)
    expect(titles).toEqual(['Fire'])
    expect(await desk.tool('tickets_index', {}, { as: principal })).toMatchObject({
      status: 200,
      path: '/tickets',
      output: { titles: ['Fire'] },
    })
  })

  test('with the scopes of an agent; a denied call runs nothing', async () => {
    class Reader extends Agent {
      static override agentName = 'reader'
      static override scopes = ['tools:read'] as const
    }
    const { app, titles } = createDesk()
    const desk = await TestApp.fromApp(app)
    const call = desk
      .tool('tickets_create', { title: 'Fire' }, { as: principal, agent: Reader })
      .assertDenied('scope')
      .assertDenied()
    expect((await call).output).toMatchObject({
      denied: 'scope',
      message: 'Agent "reader" has no scope for the tool "tickets_create".',
    })
    expect(
      (await failure(desk.tool('tickets_create', {}, { as: principal, agent: Reader }).assertOk())).message,
    ).toContain('was denied by scope')
    expect((await failure(desk.tool('tickets_index', {}, { as: principal }).assertDenied())).message).toContain(
      'answered 200',
    )
    expect(titles).toEqual([])
  })

  test('an unknown tool is refused, naming the nearest', async () => {
    const desk = await TestApp.fromApp(createDesk().app)
    expect(() => desk.tool('ticket_index', {}, { as: principal })).toThrow(UnknownNameError)
    expect(desk.tools().map((tool) => tool.name)).toEqual(['tickets_index', 'tickets_create'])
  })
})

describe('setting up', () => {
  test('fromApp refuses an app that was not extended, and one whose tools have problems', async () => {
    await expect(TestApp.fromApp(new Hono())).rejects.toThrow('extendApp(honoApp')
    const broken = createApp().get('/x', routeTool('not a name', { description: 'x' }), (c) => c.text(''))
    await expect(TestApp.fromApp(broken)).rejects.toBeInstanceOf(ToolDerivationError)
  })

  test('fromFetch has no app: what needs one says which constructor to use', () => {
    for (const use of [
      () => http.fakeAi(),
      () => http.tools(),
      () => http.actingAs(principal),
      () => http.tool('x', {}, { as: null }),
    ]) {
      expect(use).toThrow(TestSetupError)
      expect(use).toThrow('TestApp.fromApp(app)')
    }
  })

  test('fakeAi needs an AI binding, and one of several by name', async () => {
    await expect(TestApp.fromApp(createApp()).then((app) => app.fakeAi())).rejects.toThrow('no AI binding')
    const createAi = () => defineAi({ default: 'main', providers: { main: {} } })
    const app = createApp({ bindings: { one: createAi(), two: createAi(), text: 'x' } })
    const desk = await TestApp.fromApp(app)
    expect(() => desk.fakeAi()).toThrow("http.fakeAi({ binding: 'one' })")
    expect(() => desk.fakeAi({ binding: 'text' })).toThrow('not an AI binding')
    using fake = desk.fakeAi({ binding: 'two' })
    expect(app.make('two') as unknown).toBe(fake)
    expect(app.make('one') as unknown).not.toBe(fake)
  })
})

describe('bodies', () => {
  test('come as bytes too, as they were sent', async () => {
    const bytes = new Uint8Array([137, 80, 78, 71, 255, 0, 254])
    const http = TestApp.fromFetch(() => new Response(bytes, { headers: { 'content-type': 'image/png' } }))
    const response = await http.get('/cover').assertOk()
    expect(await response.bytes()).toEqual(bytes)
    expect(await http.get('/cover').bytes()).toEqual(bytes)
  })

  test('of a stream of UI messages come as its chunks; anything else has none, and says what it is', async () => {
    const lines = 'data: {"type":"text-delta","id":"1","delta":"Hi"}\n\ndata: [DONE]\n\n'
    const http = TestApp.fromFetch(({ url }) =>
      url.endsWith('/chat')
        ? new Response(lines, { headers: { 'content-type': 'text/event-stream' } })
        : new Response('Not here.', { status: 404 }),
    )
    const response = await http.post('/chat')
    expect(await response.chunks()).toEqual([{ type: 'text-delta', id: '1', delta: 'Hi' }])
    expect(await response.text()).toBe(lines)
    const error = await http
      .post('/other')
      .chunks()
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'ASSERTION_FAILED', assertion: 'chunks' })
    expect((error as Error).message).toContain('POST /other answered 404 with no stream of UI messages')
  })

  test.each([
    ['a promise', Promise.resolve({ title: 'Fire' }), 'Await it'],
    ['a Map', new Map([['title', 'Fire']]), 'plain object'],
    ['a Date', new Date(0), 'plain object'],
    [
      'an instance',
      new (class Ticket {
        title = 'Fire'
      })(),
      'plain object',
    ],
  ])('%s is refused, and nothing is sent', async (_, body, fix) => {
    let hits = 0
    const http = TestApp.fromFetch(() => {
      hits++
      return new Response()
    })
    expect(() => http.post('/tickets', body)).toThrow(fix)
    expect(hits).toBe(0)
  })

  test('of every form that a request carries arrive', async () => {
    const http = TestApp.fromFetch(async (request) => new Response(await request.text()))
    const bodies = ['Fire', new Blob(['Fire']), new TextEncoder().encode('Fire'), new Blob(['Fire']).stream()]
    for (const body of bodies) expect(await http.post('/echo', body).text()).toBe('Fire')
    expect(await http.post('/echo', new URLSearchParams({ a: '1' })).text()).toBe('a=1')
    expect(await http.post('/echo', [1]).text()).toBe('[1]')
  })
})
