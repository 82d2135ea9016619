import { describe, expect, test } from 'bun:test'
import { Hono } from 'hono'
import { z } from 'zod'
import { authorize, createApp, requirePrincipal, routeTool, ToolDerivationError, type ToolContract } from '../index.js'
import { call } from '../test-call.js'
import { ok, plain, problemsOf } from '../test-derivation.js'

/** The sentences that deriving finds wrong with one contract. */
function problemsOfContract(contract: Partial<ToolContract>, path = '/x/:id', method = 'POST'): string[] {
  const app = createApp().on(method, path, routeTool('x', { description: 'X.', ...contract }), (c) => c.json('x'))
  return problemsOf(app).map(({ problem }) => problem)
}

describe('deriving', () => {
  test('describes a route as a tool', () => {
    const contract = {
      description: 'Changes a ticket.',
      params: z.object({ id: z.coerce.number().int() }),
      query: z.object({ notify: z.boolean().optional() }),
      body: z.object({ title: z.string().describe('What it says.'), due: z.string().default('today') }),
    }
    const [tool] = createApp().patch('/tickets/:id', routeTool('tickets_update', contract), ok).tools()
    expect(tool).toMatchObject({ name: 'tickets_update', method: 'PATCH', path: '/tickets/:id', readOnly: false })
    expect(tool?.description).toBe('Changes a ticket.')
    expect(tool?.inputSchema).toEqual({
      type: 'object',
      properties: {
        id: expect.objectContaining({ type: 'integer' }),
        notify: { type: 'boolean' },
        title: { type: 'string', description: 'What it says.' },
        due: { type: 'string', default: 'today' },
      },
      required: ['id', 'title'],
      additionalProperties: false,
    })
  })

  test('describes the input side of transforms', () => {
    const body = z.object({
      due: z.string().transform((text) => new Date(text)),
      count: z.string().pipe(z.coerce.number()),
    })
    const [tool] = createApp()
      .post('/x', routeTool('x', { description: 'X.', body }), ok)
      .tools()
    expect(tool?.inputSchema['properties']).toEqual({ due: { type: 'string' }, count: { type: 'string' } })
  })

  test('takes GET for read-only unless the contract says otherwise', () => {
    const app = createApp()
      .get('/a', routeTool('get', plain), ok)
      .post('/b', routeTool('post', plain), ok)
      .get('/c', routeTool('writing_get', { ...plain, readOnly: false }), ok)
      .post('/d', routeTool('reading_post', { ...plain, readOnly: true }), ok)
    expect(app.tools().map(({ name, readOnly }) => [name, readOnly])).toEqual([
      ['get', true],
      ['post', false],
      ['writing_get', false],
      ['reading_post', true],
    ])
  })

  test('makes a path param without a schema a required string, also an optional one', () => {
    const [tool] = createApp().get('/a/:first/:second{[0-9]+}?', routeTool('a', plain), ok).tools()
    expect(tool?.inputSchema).toMatchObject({
      properties: { first: { type: 'string' }, second: { type: 'string' } },
      required: ['first', 'second'],
    })
  })

  test('puts a body that is no object under the key body', () => {
    const bodies = {
      array: z.array(z.string()),
      union: z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]),
      record: z.record(z.string(), z.number()),
      string: z.string(),
    }
    const app = createApp()
    for (const [name, body] of Object.entries(bodies)) app.post(`/${name}`, routeTool(name, { ...plain, body }), ok)
    for (const tool of app.tools()) {
      expect(Object.keys(tool.inputSchema['properties'] as object)).toEqual(['body'])
      expect(tool.inputSchema['required']).toEqual(['body'])
    }
  })

  test('lets keys that are not declared into a body that says it takes them, only there', async () => {
    const loose = routeTool('loose', {
      ...plain,
      query: z.object({ q: z.string() }),
      body: z.looseObject({ a: z.string() }),
    })
    const app = createApp().post('/loose', loose, (c) => c.json([c.req.valid('query'), c.req.valid('json')]))
    const { output } = await call(app, 'loose', { input: { q: 'x', a: 'y', b: 'z' } })
    expect(output).toEqual([{ q: 'x' }, { a: 'y', b: 'z' }])
  })
})

describe('F14: a tool name that model providers refuse', () => {
  test('is reported with every route that has one, in one construction error', () => {
    const names = ['tickets.show', 'tickets/show', 'tickets show', '🎫', 'x'.repeat(70), '', 'name\n', 'naïve']
    const app = createApp()
    for (const [index, name] of names.entries()) app.get(`/r${index}`, routeTool(name, plain), ok)
    const problems = problemsOf(app)
    expect(problems.map(({ route, tool }) => [route, tool])).toEqual(
      names.map((name, index) => [`GET /r${index}`, name]),
    )
    expect(problems.every(({ problem }) => problem.includes('1 to 64 characters'))).toBe(true)
  })

  test('is not one of 64 letters, digits, underscores and hyphens', () => {
    expect(problemsOf(createApp().get('/', routeTool(`aZ09_-${'x'.repeat(58)}`, plain), ok))).toEqual([])
  })
})

describe('F14: two routes with one name', () => {
  test('are reported, naming both', () => {
    const app = createApp()
      .get('/tickets', routeTool('tickets', plain), ok)
      .route('/v2', new Hono().get('/tickets', routeTool('tickets', plain), ok))
    expect(problemsOf(app)).toEqual([
      { route: 'GET /v2/tickets', tool: 'tickets', problem: expect.stringContaining('GET /tickets') },
    ])
  })
})

describe('F16: one key in two sources', () => {
  const clashes: [what: string, contract: Partial<ToolContract>, problem: string][] = [
    ['path and body', { body: z.object({ id: z.string() }) }, 'the key "id" in both its path and its body'],
    ['path and query', { query: z.object({ id: z.string() }) }, 'the key "id" in both its path and its query'],
    [
      'query and body',
      { query: z.object({ name: z.string() }), body: z.object({ name: z.string() }) },
      'the key "name" in both its query and its body',
    ],
    [
      'a query called body and an array body',
      { query: z.object({ body: z.string() }), body: z.array(z.string()) },
      'the key "body" in both its query and its body',
    ],
  ]
  for (const [what, contract, problem] of clashes) {
    test(`is reported at the start: ${what}`, () => {
      expect(problemsOfContract(contract)).toEqual([expect.stringContaining(problem)])
    })
  }

  test('a query called body is no clash where there is no wrapped body', () => {
    expect(problemsOfContract({ query: z.object({ body: z.string() }), body: z.object({ a: z.string() }) })).toEqual([])
  })

  test('the routed id cannot be overwritten by a key of an open body', async () => {
    const contract = { ...plain, params: z.object({ id: z.number() }), body: z.looseObject({ a: z.string() }) }
    const app = createApp().put('/x/:id', routeTool('x', contract), (c) =>
      c.json([c.req.valid('param'), c.req.valid('json')]),
    )
    const { output } = await call(app, 'x', { input: { id: 7, a: 'b', other: 8 } })
    expect(output).toEqual([{ id: 7 }, { a: 'b', other: 8 }])
  })

  test('an array body arrives', async () => {
    const contract = { ...plain, body: z.array(z.object({ id: z.number() })) }
    const app = createApp().put('/x/:id', routeTool('x', contract), (c) =>
      c.json([c.req.param('id'), c.req.valid('json')]),
    )
    expect((await call(app, 'x', { input: { id: '7', body: [{ id: 8 }] } })).output).toEqual(['7', [{ id: 8 }]])
  })
})

describe('a contract that cannot be a tool is reported', () => {
  interface List {
    items: (string | List)[]
  }
  const list: z.ZodType<List> = z.lazy(() => z.object({ items: z.array(z.union([z.string(), list])) }))
  const nested: z.ZodType<unknown> = z.lazy(() => z.union([z.string(), z.array(nested)]))

  const problems: [what: string, contract: Partial<ToolContract>, problem: string][] = [
    ['no description', { description: '' }, 'has no description'],
    ['an object in its query', { query: z.object({ a: z.object({}) }) }, 'the query key "a" that is an object'],
    ['a record in its query', { query: z.object({ a: z.record(z.string(), z.string()) }) }, 'is an object'],
    ['a recursive value in its query', { query: z.object({ a: list }) }, 'is an object'],
    ['a list that holds itself in its query', { query: z.object({ a: nested }) }, 'the query key "a"'],
    ['a list of lists in its query', { query: z.object({ a: z.array(z.array(z.string())) }) }, 'is a list of lists'],
    ['a tuple in its query', { query: z.object({ a: z.tuple([z.string(), z.string()]) }) }, 'is a tuple'],
    [
      'a list of objects in its query',
      { query: z.object({ a: z.array(z.object({})) }) },
      'a list whose item is an object',
    ],
    ['two types that look the same', { query: z.object({ a: z.union([z.string(), z.number()]) }) }, 'string or number'],
    [
      'one value or a list',
      { query: z.object({ a: z.union([z.string(), z.array(z.string())]) }) },
      'string or string[]',
    ],
    ['literals of two types', { query: z.object({ a: z.literal([1, 'one']) }) }, 'number or string'],
    ['nothing but null', { query: z.object({ a: z.null() }) }, 'accepts no value that text can carry'],
    ['a query that is no object', { query: z.array(z.string()) }, 'has a query that is no object schema'],
    [
      'path params that are no object',
      { params: z.record(z.string(), z.string()).or(z.string()) },
      'path params that are no',
    ],
    ['a list in its path', { params: z.object({ id: z.array(z.string()) }) }, 'has the path key "id" that is a list'],
    ['an object in its path', { params: z.object({ id: z.object({}) }) }, 'the path key "id" that is an object'],
    [
      'a path param that its path has not',
      { params: z.object({ id: z.string(), no: z.string() }) },
      'the path param "no"',
    ],
    ['a query without a JSON Schema', { query: z.object({ a: z.date() }) }, 'has a query schema without a JSON Schema'],
    ['a body without a JSON Schema', { body: z.object({ a: z.bigint() }) }, 'has a body schema without a JSON Schema'],
    ['params without a JSON Schema', { params: z.object({ id: z.date() }) }, 'has a path schema without a JSON Schema'],
  ]
  for (const [what, contract, problem] of problems) {
    test(`for ${what}`, () => {
      expect(problemsOfContract(contract)).toEqual([expect.stringContaining(problem)])
    })
  }

  test('for a body that GET cannot carry', () => {
    expect(problemsOfContract({ body: z.object({ a: z.string() }) }, '/x', 'GET')).toEqual([
      expect.stringContaining('has a body, which GET cannot carry'),
    ])
  })

  test('for a wildcard in its path', () => {
    expect(problemsOfContract({}, '/files/*')).toEqual([expect.stringContaining('has a wildcard in its path')])
  })

  test('for every method at once', () => {
    const app = createApp().all('/x', routeTool('x', plain), ok)
    expect(problemsOf(app)).toEqual([
      { route: 'ALL /x', tool: 'x', problem: expect.stringContaining('is on every method') },
    ])
  })

  test('for a guard behind it, which would refuse a call that a human has approved', () => {
    const app = createApp({ policies: { close: () => true } })
      .post('/a', routeTool('a', plain), requirePrincipal(), authorize('close'), ok)
      .post('/b', requirePrincipal(), authorize('close'), routeTool('b', plain), ok)
    expect(problemsOf(app)).toEqual([
      { route: 'POST /a', tool: 'a', problem: expect.stringContaining('has requirePrincipal() behind its contract') },
      { route: 'POST /a', tool: 'a', problem: expect.stringContaining(`has authorize('close') behind its contract`) },
    ])
  })

  test('for a second contract on its route, whose approval a call of the first would pass by', async () => {
    let hits = 0
    const hit = (c: { json: (value: number) => Response }): Response => c.json((hits += 1))
    const gated = routeTool('v', { ...plain, approval: 'required' })
    const app = createApp()
      .post('/u', routeTool('u', plain), gated, hit)
      .route('/', new Hono().get('/w', routeTool('w', plain), hit).get('/w', routeTool('x', plain), hit))
    expect(problemsOf(app)).toEqual([
      { route: 'POST /u', tool: 'v', problem: expect.stringContaining('is on the route of the tool "u"') },
      { route: 'GET /w', tool: 'x', problem: expect.stringContaining('is on the route of the tool "w"') },
    ])
    expect(() => call(app, 'u')).toThrow(ToolDerivationError)
    expect(hits).toBe(0)
  })

  test('but not for two contracts on one path with two methods', () => {
    const app = createApp().get('/u', routeTool('u', plain), ok).post('/u', routeTool('v', plain), ok)
    expect(problemsOf(app)).toEqual([])
  })

  test('for no handler behind it', () => {
    const app = createApp()
      .get('/alone', routeTool('alone', plain))
      .get('/in_front', ok, routeTool('in_front', plain))
      .get('/elsewhere', routeTool('elsewhere', plain))
      .post('/elsewhere', ok)
      .get('/guarded', routeTool('guarded', plain), requirePrincipal())
    const missing = problemsOf(app).filter(({ problem }) => problem.includes('has no handler behind its contract'))
    expect(missing.map(({ tool }) => tool)).toEqual(['alone', 'in_front', 'elsewhere', 'guarded'])
  })

  test('but not for a handler that takes next, is registered later or on every method', () => {
    const app = createApp()
      .get('/a', routeTool('a', plain), async (c, next) => (c.req.query('no') ? next() : ok(c)))
      .get('/b', routeTool('b', plain))
      .get('/b', ok)
      .get('/c', routeTool('c', plain))
      .all('/c', ok)
    expect(problemsOf(app)).toEqual([])
  })

  for (const [what, approval] of [
    ['a boolean', true],
    ['a boolean', false],
    ['a string', 'Required'],
    ['null', null],
    ['an object', {}],
  ] as const) {
    test(`for an approval that is ${JSON.stringify(approval)}`, () => {
      expect(problemsOfContract({ approval: approval as never })).toEqual([
        expect.stringContaining(
          `an approval that is neither 'required' nor a function but ${what}. Write \`{ approval: 'required' }\``,
        ),
      ])
    })
  }

  test('but not for types that text carries', () => {
    const query = z.object({
      a: z.enum(['x', 'y']),
      b: z.literal(3).optional(),
      c: z.array(z.boolean()).nullish(),
      d: z.union([z.literal('x'), z.string()]),
      e: z.coerce.number().default(1),
      f: z.iso.datetime(),
      g: z.unknown(),
      h: z.number().nullable().optional(),
    })
    expect(problemsOfContract({ query })).toEqual([])
  })
})

describe('all problems of all routes', () => {
  const app = createApp()
    .get('/a.b', routeTool('a.b', { description: '' }), ok)
    .get('/q', routeTool('q', { ...plain, query: z.object({ a: z.object({}), b: z.tuple([z.string()]) }) }), ok)
    .post('/t/:id', authorize('none'), routeTool('q', { ...plain, body: z.object({ id: z.string() }) }), ok)

  test('are one error, that lists each on a line with its route and tool', () => {
    const problems = problemsOf(app)
    expect(problems.map(({ route, tool }) => `${route} ${tool}`)).toEqual([
      'GET /a.b a.b',
      'GET /a.b a.b',
      'GET /q q',
      'GET /q q',
      'POST /t/:id q',
      'POST /t/:id q',
      'POST /t/:id undefined',
    ])
    const error = new ToolDerivationError(problems)
    expect(error.code).toBe('TOOL_DERIVATION')
    expect(error.message).toStartWith("The app's routes cannot be tools, and nothing was sent: 7 problems.\n")
    expect(error.message.split('\n')).toHaveLength(8)
    expect(error.message).toContain('  - GET /a.b (tool "a.b"): ')
    expect(error.message).toContain('  - POST /t/:id: The app has no policy "none".')
  })

  test('are reported every time, and routes from outside answer all the same', async () => {
    expect(problemsOf(app)).toEqual(problemsOf(app))
    expect((await app.request('/a.b')).status).toBe(200)
  })
})
