import { describe, expect, test } from 'bun:test'
import type { Context } from 'hono'
import { createApp, routeTool, ToolAnswerError, type AuditRecord, type ToolOutcome } from '../index.js'
import { call } from '../test-call.js'
import { MAX_BODY_BYTES } from './read-body.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const failed = { error: true, status: 500, body: 'Internal Server Error' }

interface Answered {
  readonly outcome: ToolOutcome
  readonly records: readonly AuditRecord[]
}

/** What becomes of a call, and its record, when its route answers so. */
async function answered(response: (c: Context) => Response, signal?: AbortSignal): Promise<Answered> {
  const records: AuditRecord[] = []
  const app = createApp({ audit: (record) => records.push(record) })
  app.post('/', routeTool('x', { description: 'X.' }), (c) => response(c))
  const outcome = await call(app, 'x', { ...(signal && { signal }) })
  return { outcome, records }
}

/** A body that never ends, and what its source is told when nobody wants more of it. */
function endless(chunk: (() => string) | undefined) {
  const { promise: cancelled, resolve } = Promise.withResolvers<unknown>()
  let pulls = 0
  const stream = new ReadableStream({
    async pull(controller) {
      pulls += 1
      if (pulls === 1) return controller.enqueue(bytes('[1'))
      if (chunk === undefined) return new Promise<void>(() => undefined)
      // As one that is fed by a socket: other work goes on in between.
      await new Promise((resolve) => setImmediate(resolve))
      return controller.enqueue(bytes(chunk()))
    },
    cancel: resolve,
  })
  return { stream, cancelled, pulls: () => pulls }
}

describe('a body that never ends, read for a call that is aborted', () => {
  for (const contentType of ['application/json', 'text/event-stream', 'application/octet-stream']) {
    for (const [how, chunk] of [
      ['falls silent', undefined],
      ['goes on', () => ',1'],
    ] as const) {
      test(`is cancelled with the reason when it ${how}, and leaves its record: ${contentType}`, async () => {
        const controller = new AbortController()
        const reason = new Error('enough')
        const { stream, cancelled } = endless(chunk)
        const answering = answered(() => {
          setImmediate(() => controller.abort(reason))
          return new Response(stream, { headers: { 'content-type': contentType } })
        }, controller.signal)
        const { outcome, records } = await answering
        expect(await cancelled).toBe(reason)
        expect(outcome).toMatchObject({ output: failed, status: 500 })
        expect(outcome.threw?.error).toBe(reason)
        expect(records).toMatchObject([{ tool: 'x', outcome: 'error', status: 500, reason: 'aborted' }])
      })
    }
  }

  test('is cancelled also when the call was aborted before it answered', async () => {
    const controller = new AbortController()
    const { stream, cancelled } = endless(undefined)
    const answer = (): Response => {
      controller.abort('enough')
      return new Response(stream)
    }
    expect((await answered(answer, controller.signal)).outcome).toMatchObject({ output: failed, status: 500 })
    expect(await cancelled).toBe('enough')
  })

  test('keeps nobody waiting when its source does not stop', async () => {
    const controller = new AbortController()
    const stream = new ReadableStream({
      pull: () => new Promise(() => undefined),
      cancel: () => new Promise(() => undefined),
    })
    const answer = (): Response => {
      controller.abort('enough')
      return new Response(stream)
    }
    expect((await answered(answer, controller.signal)).outcome).toMatchObject({ output: failed, status: 500 })
  })
})

test('a body that is there when its call is aborted is read', async () => {
  const controller = new AbortController()
  const answer = (): Response => {
    controller.abort()
    return Response.json('ran')
  }
  const { outcome, records } = await answered(answer, controller.signal)
  expect(outcome).toMatchObject({ output: 'ran', status: 200 })
  expect(records).toMatchObject([{ outcome: 'ok', status: 200 }])
})

test('a signal that is aborted after the answer was read changes nothing, and hears no more of the call', async () => {
  const controller = new AbortController()
  const { outcome } = await answered(() => Response.json('ran'), controller.signal)
  controller.abort()
  expect(outcome.output).toBe('ran')
})

describe('JSON that is longer than is read', () => {
  const long = `"${'x'.repeat(MAX_BODY_BYTES)}"`
  const json = { 'content-type': 'application/json' }

  test('of exactly the limit is read whole', async () => {
    const text = 'x'.repeat(MAX_BODY_BYTES - 2)
    expect((await answered(() => Response.json(text))).outcome.output).toBe(text)
  })

  test('is a 500 that says what ran, and a record that says why', async () => {
    const { outcome, records } = await answered(() => new Response(long, { status: 201, headers: json }))
    expect(outcome.output).toMatchObject({ error: true, status: 500 })
    expect((outcome.output as { body: string }).body).toContain(
      'The tool ran and answered 201 with more than 4194304 bytes',
    )
    expect(outcome.threw?.error).toBeInstanceOf(ToolAnswerError)
    expect(outcome.threw?.error).toMatchObject({ code: 'TOOL_ANSWER', tool: 'x', status: 201, limit: MAX_BODY_BYTES })
    expect(records).toMatchObject([{ outcome: 'error', status: 500, reason: 'TOOL_ANSWER' }])
  })

  test('of an error keeps its status', async () => {
    const { outcome } = await answered(() => new Response(long, { status: 422, headers: json }))
    expect(outcome).toMatchObject({ status: 422, output: { error: true, status: 422 } })
    expect(JSON.stringify(outcome.output).length).toBeLessThan(300)
  })

  test('and never ends is read no further, and its source is told', async () => {
    const { stream, cancelled, pulls } = endless(() => ','.repeat(1024 * 1024))
    const { outcome } = await answered(() => new Response(stream, { headers: json }))
    expect(outcome.threw?.error).toBeInstanceOf(ToolAnswerError)
    expect(await cancelled).toBeUndefined()
    expect(pulls()).toBeLessThan(10)
  })
})

test('other content that never ends is cut, and says that it goes on', async () => {
  const { stream, cancelled } = endless(() => 'data: 1\n\n'.repeat(100_000))
  const { outcome } = await answered(() => new Response(stream, { headers: { 'content-type': 'text/event-stream' } }))
  await cancelled
  const { text } = outcome.output as { text: string }
  expect(text).toEndWith(' … (cut, more than 4194304 bytes in all)')
  expect(bytes(text).length).toBeLessThanOrEqual(16 * 1024)
})

describe('a body is read as it was written', () => {
  const response = (...chunks: unknown[]): Response =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk)
          controller.close()
        },
      }),
    )

  test('in pieces, cut within a character', async () => {
    const [first, ...rest] = bytes('🎫 ok')
    const pieces = [new Uint8Array([first ?? 0]), new Uint8Array(rest)]
    expect((await answered(() => response(...pieces))).outcome.output).toMatchObject({ text: '🎫 ok' })
  })

  test('or not at all where it was read before, or is locked', async () => {
    for (const spoil of [(body: Response) => void body.text(), (body: Response) => void body.body?.getReader()]) {
      const answer = Response.json('ran')
      spoil(answer)
      expect((await answered(() => answer)).outcome).toMatchObject({
        output: failed,
        threw: { error: expect.any(TypeError) },
      })
    }
  })

  test('or not at all where it holds what is neither bytes nor text', async () => {
    expect((await answered(() => response({ a: 1 }))).outcome.output).toEqual(failed)
  })
})

describe('what c.json() answers, which is there as a whole, is read like the rest', () => {
  test('up to the same limit, in bytes', async () => {
    for (const [text, isRead] of [
      ['x'.repeat(MAX_BODY_BYTES - 2), true],
      ['x'.repeat(MAX_BODY_BYTES - 1), false],
      ['€'.repeat(MAX_BODY_BYTES / 3 - 1), true],
      ['€'.repeat(MAX_BODY_BYTES / 3), false],
    ] as const) {
      const { outcome } = await answered((c) => c.json(text))
      expect([outcome.status, outcome.output === text]).toEqual([isRead ? 200 : 500, isRead])
      expect(outcome.threw?.error instanceof ToolAnswerError).toBe(!isRead)
    }
  })

  test('also for a call that is aborted by then, and not where it was read before', async () => {
    expect((await answered((c) => c.json('ran'), new AbortController().signal)).outcome.output).toBe('ran')
    const controller = new AbortController()
    const late = (c: Context): Response => {
      controller.abort()
      return c.json('ran')
    }
    expect((await answered(late, controller.signal)).outcome.output).toBe('ran')
    const spoiled = (c: Context): Response => {
      const answer = c.json('ran')
      void answer.text()
      return answer
    }
    expect((await answered(spoiled)).outcome).toMatchObject({ output: failed, threw: { error: expect.any(TypeError) } })
  })

  test('and what a middleware makes of it is read as what that is', async () => {
    const controller = new AbortController()
    const { stream, cancelled } = endless(undefined)
    const app = createApp()
      .use(async (c, next) => {
        await next()
        c.res = new Response(stream, c.res)
        setImmediate(() => controller.abort('enough'))
      })
      .get('/', routeTool('x', { description: 'X.' }), (c) => c.json('ran'))
    expect(await call(app, 'x', { signal: controller.signal })).toMatchObject({ output: failed, status: 500 })
    expect(await cancelled).toBe('enough')
  })
})
