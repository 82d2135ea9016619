import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { createApp, routeTool, ToolRequestError } from '../index.js'
import { call } from '../test-call.js'

/** The ticket routes, with one at every address that a wrong id could reach, and all that they were asked. */
function ticketApp() {
  const hits: unknown[] = []
  const hit = (name: string, ...values: unknown[]): unknown[] => {
    hits.push([name, ...values])
    return values
  }
  const id = z.object({ id: z.string() })
  const numbered = z.object({ id: z.number().int() })
  const change = z.object({ title: z.string().optional(), urgent: z.boolean().default(false) })
  const filter = z.object({
    tags: z.array(z.string()).optional(),
    text: z.string().nullish(),
    max: z.number().optional(),
  })
  const app = createApp()
    .get('/', (c) => c.json(hit('root')))
    .get('/admin', (c) => c.json(hit('admin')))
    .get('/tickets', routeTool('tickets_index', { description: 'Lists.', query: filter }), (c) =>
      c.json(hit('index', c.req.valid('query'))),
    )
    .get('/tickets/', (c) => c.json(hit('index with a slash')))
    .get('/tickets/:id', routeTool('tickets_show', { description: 'Shows.', params: id }), (c) =>
      c.json(hit('show', c.req.valid('param').id)),
    )
    .get('/tickets/:id/:part', (c) => c.json(hit('part')))
    .patch(
      '/tickets/:id',
      routeTool('tickets_update', { description: 'Changes.', params: numbered, body: change }),
      (c) => c.json(hit('update', c.req.valid('param').id, c.req.valid('json'), c.req.header('content-type'))),
    )
    .get('*', (c) => c.json(hit('fallback')))
  return { app, hits }
}

async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

describe('F15: an id that would leave its place in the path', () => {
  for (const id of ['..', '.', '']) {
    test(`is refused before anything is sent: ${JSON.stringify(id)}`, async () => {
      const { app, hits } = ticketApp()
      const error = await rejectionOf(call(app, 'tickets_show', { input: { id } }))
      expect(error).toBeInstanceOf(ToolRequestError)
      expect(error).toMatchObject({ code: 'TOOL_REQUEST', tool: 'tickets_show', key: 'id' })
      expect(String(error)).toContain('cannot be a path segment')
      expect(hits).toEqual([])
    })
  }

  const exact = [
    'x/y',
    '../admin',
    'a?b',
    'a#b',
    '50%',
    '%2e%2e',
    ' ',
    'a b',
    'é',
    'e\u0301',
    '%2F',
    '%',
    '%zz',
    '%E0%A4%A',
    '+',
  ]
  const odd = [
    '...',
    '.. ',
    '\\',
    '..\\admin',
    '//',
    ';a=b',
    'a:b',
    '@',
    '*',
    ':id',
    '\u0000',
    '\n',
    '\t',
    '🎫',
    '~',
    '__proto__',
  ]
  for (const id of [...exact, ...odd, 'x'.repeat(5000)]) {
    test(`arrives exactly: ${JSON.stringify(id.slice(0, 20))}`, async () => {
      const { app, hits } = ticketApp()
      expect((await call(app, 'tickets_show', { input: { id } })).output).toEqual([id])
      expect(hits).toEqual([['show', id]])
    })
  }

  test('is refused when no URL can carry it', async () => {
    const { app, hits } = ticketApp()
    const error = await rejectionOf(call(app, 'tickets_show', { input: { id: 'a\uD800' } }))
    expect(error).toMatchObject({ code: 'TOOL_REQUEST', key: 'id', message: expect.stringContaining('surrogate') })
    expect(hits).toEqual([])
  })
})

describe('F9: an input that the tool’s schema does not describe', () => {
  const refused: [what: string, input: unknown, key: string | undefined, says: string][] = [
    ['an object for the id', { id: {} }, 'id', 'is an object, and must be a string, a number or a boolean'],
    ['a list for the id', { id: ['x'] }, 'id', 'is a list'],
    ['null for the id', { id: null }, 'id', 'is null'],
    ['null', null, undefined, 'its input is null, and must be an object'],
    ['a list', [], undefined, 'its input is a list, and must be'],
    ['a string', 'x', undefined, 'its input is a string, and must be'],
    ['a number', 7, undefined, 'its input is a number, and must be'],
    ['a missing field', {}, 'id', 'its input lacks "id". It takes id. Give it: `{ id: … }`.'],
    ['a misspelt field', { idd: 'x' }, 'idd', 'has no field "idd". Did you mean "id"?'],
    ['a field too many', { id: 'x', extra: 1 }, 'extra', 'has no field "extra"'],
    ['__proto__', JSON.parse('{"id":"x","__proto__":{"admin":true}}'), '__proto__', 'has no field "__proto__"'],
    ['a key of every object', { id: 'x', constructor: 'y' }, 'constructor', 'has no field "constructor"'],
  ]
  for (const [what, input, key, says] of refused) {
    test(`does not reach the route, and the error says which field: ${what}`, async () => {
      const { app, hits } = ticketApp()
      const error = await rejectionOf(call(app, 'tickets_show', { input }))
      expect(error).toBeInstanceOf(ToolRequestError)
      expect(error).toMatchObject({ tool: 'tickets_show', key, message: expect.stringContaining(says) })
      expect(hits).toEqual([])
    })
  }

  test('is answered 400 by the route, naming the field, when a request can carry it', async () => {
    const { app, hits } = ticketApp()
    const { output } = await call(app, 'tickets_update', { input: { id: 'seven', title: {}, urgent: 'yes' } })
    const issue = (where: string, key: string): object => ({ in: where, path: [key], message: expect.any(String) })
    expect(output).toEqual({
      error: true,
      status: 400,
      body: { success: false, error: [issue('param', 'id'), issue('json', 'title'), issue('json', 'urgent')] },
    })
    expect(hits).toEqual([])
  })

  test('is no reason to refuse the corrected call after it', async () => {
    const { app, hits } = ticketApp()
    await rejectionOf(call(app, 'tickets_show', { input: { id: {} } }))
    expect((await call(app, 'tickets_show', { input: { id: '7' } })).output).toEqual(['7'])
    expect(hits).toEqual([['show', '7']])
  })

  test('is refused when it is no JSON', async () => {
    const { app, hits } = ticketApp()
    const cycle: { title?: unknown } = {}
    cycle.title = cycle
    for (const title of [cycle, 1n]) {
      const error = await rejectionOf(call(app, 'tickets_update', { input: { id: 7, title } }))
      expect(error).toBeInstanceOf(ToolRequestError)
    }
    for (const id of [Number.NaN, Infinity, 1n, Symbol('x'), () => 'x']) {
      expect(await rejectionOf(call(app, 'tickets_show', { input: { id } }))).toBeInstanceOf(ToolRequestError)
    }
    expect(hits).toEqual([])
  })
})

describe('F17: a body that is all optional', () => {
  const changes: [what: string, input: object, json: object][] = [
    ['with every field left out', { id: 7 }, { urgent: false }],
    ['with one field', { id: 7, title: 'Printer' }, { title: 'Printer', urgent: false }],
    ['with falsy fields', { id: 7, title: '', urgent: false }, { title: '', urgent: false }],
  ]
  for (const [what, input, json] of changes) {
    test(`is sent as JSON with its content type, so that the change happens: ${what}`, async () => {
      const { app, hits } = ticketApp()
      await call(app, 'tickets_update', { input })
      expect(hits).toEqual([['update', 7, json, 'application/json']])
    })
  }

  test('is sent for an empty input too', async () => {
    const seen: unknown[] = []
    const contract = { description: 'Touches.', body: z.object({ note: z.string().optional() }) }
    const app = createApp().post('/touch', routeTool('touch', contract), async (c) => {
      seen.push([c.req.header('content-type'), await c.req.text()])
      return c.json('ok')
    })
    await call(app, 'touch', { input: {} })
    expect(seen).toEqual([['application/json', '{}']])
  })

  test('is not sent by a tool without one', async () => {
    const seen: unknown[] = []
    const app = createApp().delete('/x', routeTool('x', { description: 'X.' }), async (c) => {
      seen.push([c.req.header('content-type'), await c.req.text()])
      return c.body(null, 204)
    })
    expect((await call(app, 'x')).output).toBeNull()
    expect(seen).toEqual([[undefined, '']])
  })
})

describe('F18: a query list arrives as the list that was sent', () => {
  const lists = [
    [],
    ['one'],
    ['one', 'two'],
    [''],
    ['', ''],
    ['a,b'],
    ['a&b=c', 'd=e'],
    ['a b', 'a+b'],
    ['é', '🎫'],
    ['?', '#', '%41'],
  ]
  for (const tags of lists) {
    test(JSON.stringify(tags), async () => {
      const { app, hits } = ticketApp()
      await call(app, 'tickets_index', { input: { tags } })
      expect(hits).toEqual([['index', { tags }]])
    })
  }

  test('and null and absent values are left out', async () => {
    const { app, hits } = ticketApp()
    await call(app, 'tickets_index', { input: { tags: null, text: null } })
    expect(hits).toEqual([['index', {}]])
  })

  test('and one value where a list is declared, or a list where one value is, is refused', async () => {
    const { app, hits } = ticketApp()
    for (const input of [{ tags: 'one' }, { text: ['one'] }, { tags: [['one']] }, { tags: [null] }, { max: {} }]) {
      expect(await rejectionOf(call(app, 'tickets_index', { input }))).toBeInstanceOf(ToolRequestError)
    }
    expect(hits).toEqual([])
  })
})

test('a refusal never repeats the value that it refuses, but for the dot segments', async () => {
  const { app } = ticketApp()
  for (const input of [{ id: { password: 'hunter2' } }, { id: ['hunter2'] }, { id: 'hunter2\uD800' }]) {
    expect(String(await rejectionOf(call(app, 'tickets_show', { input })))).not.toContain('hunter2')
  }
})
