import { describe, expect, test } from 'bun:test'
import type { Hono } from 'hono'
import { z } from 'zod'
import { createApp, routeTool, type ToolContract } from '../index.js'

type AnyContract = ToolContract

/** An app with one route behind the contract, that answers what the handler may read and counts what ran. */
function echoApp(contract: Omit<AnyContract, 'description'>, path = '/things/:id?') {
  const seen: unknown[] = []
  const app = createApp()
  app.all(path, routeTool('echo', { description: 'Echoes.', ...contract }), (c) => {
    const valid = (target: string): unknown => c.req.valid(target as never)
    seen.push({ param: valid('param'), query: valid('query'), json: valid('json') })
    return c.json('ok')
  })
  return { app, seen }
}

const json = { 'content-type': 'application/json' }

async function issuesOf(app: Pick<Hono, 'request'>, path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await app.request(path, init)
  expect(response.status).toBe(400)
  return response.json()
}

describe('a request that does not fit', () => {
  test('answers 400 with the issues of path, query and body together, and the handler does not run', async () => {
    const { app, seen } = echoApp({
      params: z.object({ id: z.number() }),
      query: z.object({ limit: z.number().max(10), tags: z.array(z.enum(['a', 'b'])) }),
      body: z.object({ title: z.string(), author: z.object({ age: z.number() }) }),
    })
    const body = JSON.stringify({ author: { age: 'old' } })
    const answer = await issuesOf(app, '/things/x?limit=11&tags=a&tags=c', { method: 'POST', body, headers: json })
    expect(answer).toEqual({
      success: false,
      error: [
        { in: 'param', path: ['id'], message: expect.any(String) },
        { in: 'query', path: ['limit'], message: expect.any(String) },
        { in: 'query', path: ['tags', 1], message: expect.any(String) },
        { in: 'json', path: ['title'], message: expect.any(String) },
        { in: 'json', path: ['author', 'age'], message: expect.any(String) },
      ],
    })
    expect(seen).toEqual([])
  })

  test('is answered without the values that it held', async () => {
    const { app } = echoApp({ body: z.object({ password: z.number() }) })
    const body = JSON.stringify({ password: 'hunter2' })
    const answer = await issuesOf(app, '/things', { method: 'POST', body, headers: json })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  })

  const wrongBodies: [what: string, init: RequestInit, message: string][] = [
    ['malformed JSON', { body: '{"title":', headers: json }, 'not valid JSON'],
    ['another content type', { body: '{"title":"x"}', headers: { 'content-type': 'text/plain' } }, 'must be JSON'],
    ['no content type', { body: new TextEncoder().encode('{"title":"x"}') }, 'must be JSON'],
    ['a form', { body: new URLSearchParams({ title: 'x' }) }, 'must be JSON'],
    [
      'a content type that only begins like JSON',
      { body: '{}', headers: { 'content-type': 'application/jsonp' } },
      'must be',
    ],
  ]
  for (const [what, init, message] of wrongBodies) {
    test(`because its body has ${what} says so`, async () => {
      const { app, seen } = echoApp({ body: z.object({ title: z.string().optional() }) })
      const answer = await issuesOf(app, '/things', { method: 'PATCH', ...init })
      expect(answer).toEqual({
        success: false,
        error: [{ in: 'json', path: [], message: expect.stringContaining(message) }],
      })
      expect(seen).toEqual([])
    })
  }
})

describe('a JSON body', () => {
  test('may say so with a charset or a +json type', async () => {
    const { app, seen } = echoApp({ body: z.object({ title: z.string() }) })
    for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json', 'APPLICATION/JSON']) {
      await app.request('/things', { method: 'POST', body: '{"title":"x"}', headers: { 'content-type': type } })
    }
    expect(seen).toEqual([1, 2, 3].map(() => ({ json: { title: 'x' } })))
  })

  test('that is missing is an empty object', async () => {
    const { app, seen } = echoApp({ body: z.object({ title: z.string().default('untitled') }) })
    expect((await app.request('/things', { method: 'POST' })).status).toBe(200)
    expect(seen).toEqual([{ json: { title: 'untitled' } }])
  })

  test('can be read again by the handler', async () => {
    const contract = { description: 'Reads.', body: z.object({ title: z.string() }) }
    const app = createApp().post('/', routeTool('reads', contract), async (c) => c.json(await c.req.json()))
    const response = await app.request('/', { method: 'POST', body: '{"title":"x"}', headers: json })
    expect(await response.json()).toEqual({ title: 'x' })
  })
})

describe('text from path and query', () => {
  const query = z.object({
    text: z.string().optional(),
    number: z.number().optional(),
    flag: z.boolean().optional(),
    list: z.array(z.string()).optional(),
    numbers: z.array(z.number()).optional(),
    nothing: z.number().nullish(),
  })
  const readings: [text: string, value: unknown][] = [
    ['', {}],
    ['?text=5&number=5&flag=true', { text: '5', number: 5, flag: true }],
    ['?number=-1.5e3&flag=false', { number: -1500, flag: false }],
    ['?list=one', { list: ['one'] }],
    ['?list=one&list=two', { list: ['one', 'two'] }],
    ['?list', { list: [] }],
    ['?list=', { list: [''] }],
    ['?list&list=', { list: ['', ''] }],
    ['?list=a%2Cb&list=c%26d%3De', { list: ['a,b', 'c&d=e'] }],
    ['?numbers=1', { numbers: [1] }],
    ['?numbers=1&numbers=2', { numbers: [1, 2] }],
    ['?text=', { text: '' }],
    ['?text=a+b%2B', { text: 'a b+' }],
    ['?nothing=3', { nothing: 3 }],
    ['?number=9007199254740992', { number: 2 ** 53 }],
    ['?number=1e%2B21', { number: 1e21 }],
    ['?number=0.10000000000000001', { number: 0.1 }],
  ]
  for (const [text, value] of readings) {
    test(`reads ${text || 'no query'} as ${JSON.stringify(value)}`, async () => {
      const { app, seen } = echoApp({ query })
      expect((await app.request(`/things${text}`)).status).toBe(200)
      expect(seen).toEqual([{ query: value }])
    })
  }

  for (const text of [
    'number=',
    'number=abc',
    'number=0x10',
    'number=1_000',
    'number=+1',
    'number=01',
    'number=Infinity',
    'number=1e400',
    'number=9007199254740993',
    'numbers=1&numbers=9007199254740993',
  ]) {
    test(`refuses ${text} where a number is declared`, async () => {
      const { app, seen } = echoApp({ query })
      await issuesOf(app, `/things?${text}`)
      expect(seen).toEqual([])
    })
  }

  for (const text of ['flag=1', 'flag=yes', 'flag=', 'flag=TRUE', 'text=a&text=b']) {
    test(`refuses ${text}`, async () => {
      const { app, seen } = echoApp({ query })
      await issuesOf(app, `/things?${text}`)
      expect(seen).toEqual([])
    })
  }

  test('of the path arrives as the type that its schema declares', async () => {
    const { app, seen } = echoApp({ params: z.object({ id: z.number().int() }) })
    await app.request('/things/42')
    await issuesOf(app, '/things/4x')
    expect(seen).toEqual([{ param: { id: 42 } }])
  })
})

describe('transforms and defaults', () => {
  test('run once', async () => {
    let runs = 0
    const once = <T>(value: T): T => {
      runs += 1
      return value
    }
    const { app, seen } = echoApp({
      params: z.object({ id: z.string().transform((id) => once(Number(id) + 1)) }),
      query: z.object({
        page: z.coerce
          .number()
          .default(1)
          .transform((page) => once(page * 10)),
      }),
      body: z.object({
        title: z.string().transform((title) => once(title.trim())),
        tags: z.array(z.string()).default(['new']),
      }),
    })
    const body = JSON.stringify({ title: ' x ' })
    await app.request('/things/1', { method: 'POST', body, headers: json })
    expect(seen).toEqual([{ param: { id: 2 }, query: { page: 10 }, json: { title: 'x', tags: ['new'] } }])
    expect(runs).toBe(3)
  })

  test('may be asynchronous', async () => {
    const isFree = async (title: string): Promise<boolean> => title !== 'taken'
    const { app, seen } = echoApp({ body: z.object({ title: z.string().refine(isFree, 'is taken') }) })
    const send = (title: string): RequestInit => ({ method: 'POST', body: JSON.stringify({ title }), headers: json })
    const answer = await issuesOf(app, '/things', send('taken'))
    expect(answer).toMatchObject({ error: [{ in: 'json', path: ['title'], message: 'is taken' }] })
    await app.request('/things', send('free'))
    expect(seen).toEqual([{ json: { title: 'free' } }])
  })
})
