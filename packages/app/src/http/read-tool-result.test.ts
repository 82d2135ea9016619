import { describe, expect, test } from 'bun:test'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { createApp, routeTool, type ToolOutcome } from '../index.js'
import { call } from '../test-call.js'

type Answer = (c: Context) => Response | Promise<Response>

/** What becomes of a call whose handler answers so. */
function outcomeOf(answer: Answer, onError?: (error: Error, c: Context) => Response): Promise<ToolOutcome> {
  const app = createApp().get('/', routeTool('x', { description: 'X.' }), answer)
  app.onError(onError ?? ((_error, c) => c.text('Internal Server Error', 500)))
  return call(app, 'x')
}

async function outputOf(answer: Answer): Promise<unknown> {
  return (await outcomeOf(answer)).output
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
const KIB_16 = 16 * 1024

describe('a success reads as', () => {
  const readings: [what: string, answer: Answer, output: unknown][] = [
    ['its JSON body', (c) => c.json({ tickets: [1] }), { tickets: [1] }],
    ['its JSON body, also when that is null, false, 0 or empty', (c) => c.json(''), ''],
    ['its JSON body for 201', (c) => c.json({ id: 1 }, 201), { id: 1 }],
    ['its JSON body for a +json type', (c) => c.body('[1]', 200, { 'content-type': 'application/hal+json' }), [1]],
    ['null for 204', (c) => c.body(null, 204), null],
    ['null for an empty body', (c) => c.body(''), null],
    ['null for an empty JSON body', (c) => c.body('', 200, { 'content-type': 'application/json' }), null],
    [
      'its text',
      (c) => c.body('a,b', 200, { 'content-type': 'text/csv' }),
      { status: 200, contentType: 'text/csv', text: 'a,b' },
    ],
    ['its HTML', (c) => c.html('<p>hi'), { status: 200, contentType: 'text/html; charset=UTF-8', text: '<p>hi' }],
    [
      'its text without a content type',
      () => new Response(new TextEncoder().encode('x')),
      { status: 200, contentType: null, text: 'x' },
    ],
    [
      'its text where JSON is promised and broken',
      (c) => c.body('{"a":', 200, { 'content-type': 'application/json' }),
      { status: 200, contentType: 'application/json', text: '{"a":' },
    ],
  ]
  for (const [what, answer, output] of readings) {
    test(what, async () => {
      expect(await outputOf(answer)).toEqual(output)
    })
  }

  test('JSON of any length', async () => {
    const long = 'x'.repeat(KIB_16 * 2)
    expect(await outputOf((c) => c.json(long))).toBe(long)
  })
})

describe('text', () => {
  const textOf = async (text: string): Promise<string> =>
    ((await outputOf((c) => c.text(text))) as { text: string }).text

  test('of 16 KiB is shown whole', async () => {
    expect(await textOf('x'.repeat(KIB_16))).toBe('x'.repeat(KIB_16))
  })

  test('over 16 KiB is cut, says so, and is within 16 KiB', async () => {
    const cut = await textOf('x'.repeat(KIB_16 + 1))
    expect(cut).toMatch(/^x+ … \(cut, 16385 bytes in all\)$/)
    expect(bytesOf(cut)).toBe(KIB_16)
  })

  for (const character of ['é', '€', '🎫']) {
    test(`is counted in bytes and cut between characters: ${character}`, async () => {
      for (const shift of ['', 'a', 'ab', 'abc']) {
        const cut = await textOf(shift + character.repeat(KIB_16))
        expect(bytesOf(cut)).toBeLessThanOrEqual(KIB_16)
        expect(bytesOf(cut)).toBeGreaterThan(KIB_16 - 4)
        expect(cut.slice(0, cut.indexOf(' … ')).replaceAll(character, '')).toBe(shift)
      }
    })
  }

  test('of an error is cut likewise', async () => {
    const output = (await outputOf((c) => c.text('x'.repeat(20_000), 400))) as { body: string }
    expect(bytesOf(output.body)).toBe(KIB_16)
  })
})

describe('F10: what the route answers with 4xx and 5xx reaches the model as an error, with status and body', () => {
  const answers: [what: string, answer: Answer, status: number, body: unknown][] = [
    [
      '400 with field errors',
      (c) => c.json({ fields: { title: 'too long' } }, 400),
      400,
      { fields: { title: 'too long' } },
    ],
    ['401', (c) => c.json({ error: 'unauthenticated' }, 401), 401, { error: 'unauthenticated' }],
    ['403', (c) => c.json({ error: 'forbidden' }, 403), 403, { error: 'forbidden' }],
    ['404 as text', (c) => c.notFound(), 404, '404 Not Found'],
    ['404 without a body', (c) => c.body(null, 404), 404, ''],
    ['409', (c) => c.json({ error: 'closed already' }, 409), 409, { error: 'closed already' }],
    ['429', (c) => c.json({ retryAfter: 3 }, 429), 429, { retryAfter: 3 }],
    ['500 as text', (c) => c.text('down', 500), 500, 'down'],
    ['500 as JSON', (c) => c.json({ error: 'down' }, 500), 500, { error: 'down' }],
    ['503 as HTML', (c) => c.html('<h1>Down', 503), 503, '<h1>Down'],
    [
      'an error that claims to be a success',
      (c) => c.json({ error: false, status: 200 }, 422),
      422,
      { error: false, status: 200 },
    ],
  ]
  for (const [what, answer, status, body] of answers) {
    test(what, async () => {
      expect(await outcomeOf(answer)).toEqual({
        output: { error: true, status, body },
        status,
        method: 'GET',
        path: '/',
      })
    })
  }
})

test('a redirect is returned, not followed', async () => {
  let hits = 0
  const app = createApp()
    .get('/old', routeTool('old', { description: 'Moved.' }), (c) => c.redirect('/new', 302))
    .get('/new', (c) => c.json((hits += 1)))
  const { output, status } = await call(app, 'old')
  expect([status, output]).toEqual([302, { status: 302, contentType: null, text: '', location: '/new' }])
  expect(hits).toBe(0)
})

describe('F19: whatever a handler throws is a tool result, without its message', () => {
  const secret = 'hunter2'
  class NoMessage {
    readonly why = secret
  }
  const thrown: [what: string, value: unknown][] = [
    ['a string', secret],
    ['an Error with a secret', new Error(secret)],
    ['an Error with a secret cause', new Error('failed', { cause: secret })],
    ['an object', new NoMessage()],
    ['undefined', undefined],
    ['null', null],
    ['a number', 403],
    ['an HTTPException(500)', new HTTPException(500, { message: secret })],
  ]
  const echoing = (error: Error, c: Context): Response =>
    c.json({ message: error.message, cause: error.cause, stack: error.stack }, 500)
  const handlers: [what: string, onError: ((error: Error, c: Context) => Response) | undefined][] = [
    ['Hono’s own kind of error handler', undefined],
    ['an error handler that echoes the message', echoing],
    ['one that echoes it as a 200', (error, c) => c.text(error.message)],
    ['one that echoes it as a redirect', (error, c) => c.redirect(`/?${error.message}`)],
    ['one that echoes it as a 503', (error, c) => c.text(error.message, 503)],
    [
      'one that throws',
      (error) => {
        throw error
      },
    ],
  ]
  for (const [what, value] of thrown) {
    for (const [handler, onError] of handlers) {
      test(`${what}, under ${handler}`, async () => {
        const outcome = await outcomeOf(() => {
          throw value
        }, onError)
        expect(outcome.output).toEqual({ error: true, status: expect.any(Number), body: 'Internal Server Error' })
        expect(outcome.status).toBeGreaterThanOrEqual(500)
        expect(outcome.output).toMatchObject({ status: outcome.status })
        expect(JSON.stringify(outcome.output)).not.toContain(secret)
        expect(outcome.threw).toEqual({ error: value })
        expect(outcome.threw?.error).toBe(value)
      })
    }
  }

  test('an HTTPException(403) is the route’s own answer', async () => {
    const error = new HTTPException(403, { res: Response.json({ error: 'not yours' }, { status: 403 }) })
    const outcome = await outcomeOf(
      () => {
        throw error
      },
      (thrown) => (thrown as HTTPException).getResponse(),
    )
    expect(outcome.output).toEqual({ error: true, status: 403, body: { error: 'not yours' } })
    expect(outcome.threw?.error).toBe(error)
  })

  test('a handler that rejects is one that throws', async () => {
    const outcome = await outcomeOf(() => Promise.reject(new Error(secret)), echoing)
    expect(outcome.output).toEqual({ error: true, status: 500, body: 'Internal Server Error' })
  })

  test('a handler that touches the execution context that the runtime has not', async () => {
    const outcome = await outcomeOf((c) => {
      c.executionCtx.waitUntil(Promise.resolve())
      return c.json('ok')
    })
    expect(outcome.output).toEqual({ error: true, status: 500, body: 'Internal Server Error' })
    expect(outcome.threw?.error).toBeInstanceOf(Error)
  })

  test('a handler that forgets to answer', async () => {
    const outcome = await outcomeOf(() => undefined as never)
    expect(outcome.output).toEqual({ error: true, status: 500, body: 'Internal Server Error' })
  })

  test('a body that fails while it is read', async () => {
    const error = new Error(secret)
    const outcome = await outcomeOf(() => {
      const chunk = new TextEncoder().encode('half')
      let pulls = 0
      return new Response(
        new ReadableStream({
          pull: (controller) => (pulls++ === 0 ? controller.enqueue(chunk) : controller.error(error)),
        }),
      )
    })
    expect(outcome.output).toEqual({ error: true, status: 500, body: 'Internal Server Error' })
    expect(outcome.status).toBe(500)
    expect(outcome.threw?.error).toBe(error)
  })

  test('a middleware that throws before or after the handler', async () => {
    for (const when of ['before', 'after']) {
      const app = createApp()
        .use(async (_c, next) => {
          if (when === 'before') throw new Error(secret)
          await next()
          throw new Error(secret)
        })
        .get('/', routeTool('x', { description: 'X.' }), (c) => c.json('ok'))
        .onError(echoing)
      const outcome = await call(app, 'x')
      expect(outcome.output).toEqual({ error: true, status: 500, body: 'Internal Server Error' })
      expect(outcome.threw?.error).toMatchObject({ message: secret })
    }
  })
})

describe('what is no answer reads as a 500', () => {
  const failed = { error: true, status: 500, body: 'Internal Server Error' }

  test('Response.error(), which has status 0', async () => {
    const outcome = await outcomeOf(() => Response.error())
    expect(outcome).toEqual({ output: failed, status: 500, method: 'GET', path: '/' })
  })

  for (const returned of ['done', 7, true, { ok: true }, [1], { status: 200 }]) {
    test(`a handler’s ${JSON.stringify(returned)}, which is no Response`, async () => {
      const outcome = await outcomeOf(() => returned as never)
      expect(outcome).toMatchObject({ output: failed, status: 500 })
      expect(outcome.threw?.error).toBeInstanceOf(TypeError)
    })
  }

  test('an Error that a handler returns, which is in `threw`', async () => {
    const error = new Error('secret')
    const outcome = await outcomeOf(() => error as never)
    expect(outcome).toMatchObject({ output: failed, status: 500 })
    expect(outcome.threw?.error).toBe(error)
  })

  for (const returned of [undefined, null, '', 0]) {
    test(`a handler’s ${JSON.stringify(returned)}, also when the error handler calls it a success`, async () => {
      const outcome = await outcomeOf(
        () => returned as never,
        (_error, c) => c.json('fine'),
      )
      expect(outcome).toMatchObject({ output: failed, status: 500 })
      expect(outcome.threw?.error).toBeInstanceOf(TypeError)
    })
  }
})
