// What a model says is data wherever people read it: no terminal is steered, no line begun, no mark-up made of it.

import { describe, expect, test } from 'bun:test'
import {
  assertScope,
  authorize,
  createApp,
  fileAudit,
  routeTool,
  ToolRequestError,
  type ApprovalError,
} from '@understudy/app'
import { TestApp } from '@understudy/testing'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ada, boss, call, Clerk, CONTROL, createDesk, rejection } from './desk.js'

/** Clears the screen, sets the title, moves up and overwrites, rings, begins a line, and the same with 8-bit sequences. */
const HOSTILE = [
  '\u001b[2J\u001b[H',
  '\u001b]0;owned\u0007',
  '\u001b]8;;http://evil.example\u001b\\',
  '\u001b[1A\u001b[2Kall tests passed',
  '\b\b\b',
  '\r  0 fail',
  '\u009b2J',
  '\u009d0;owned\u009c',
  '\u0000',
  '\u007f',
]

/** Printed text may be of several lines, with tabs; it has no other control character. */
function expectPlain(text: string): void {
  // oxlint-disable-next-line no-control-regex -- what is looked for
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
}

describe.each(HOSTILE.map((text) => ({ text, name: JSON.stringify(text) })))('$name', ({ text }) => {
  test('in what a model says, a tool is given and a tool answers: the printed run is plain', async () => {
    const { app } = createDesk()
    app.onError((error, c) => c.text(`${error.message}${text}`, 500))
    const http = await TestApp.fromApp(app)
    using ai = http.fakeAi()
    const toolCalls = [
      { name: 'tickets_show', input: { id: `1${text}` } },
      { name: 'tickets_create', input: { title: text, [`title${text}`]: { [text]: [text] } } },
      { name: 'tickets_index', input: { status: text, [text]: text }, invalid: true },
    ] as const
    ai.respond(Clerk, [{ text, toolCalls, then: `Done.${text}` }])
    await ai.agent(Clerk).as(ada).prompt(`go ${text}`)
    expectPlain(ai.transcript())
    expect(ai.transcript()).toContain(
      JSON.stringify(text)
        .slice(1, -1)
        .replaceAll(/[\u007f-\u009f]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
    )
    for (const fail of [
      () => ai.assertToolCalled(Clerk, 'refunds_create'),
      () => ai.assertNotPrompted(Clerk, () => true),
      () => ai.assertPromptedTimes(Clerk, 7),
      () => ai.assertToolDenied(Clerk, 'tickets_show'),
    ]) {
      expectPlain(messageOf(fail))
    }
  })

  test('in what a route answers: the failed assertion is plain', async () => {
    const { app } = createDesk()
    app.get('/echo', (c) => c.text(text, 500, { 'x-note': 'a' })).get('/json', (c) => c.json({ text }, 500))
    const http = await TestApp.fromApp(app)
    for (const path of ['/echo', '/json']) {
      const error = await rejection(http.get(path).assertOk())
      expectPlain((error as Error).message)
    }
    expectPlain(
      ((await rejection(http.tool('tickets_show', { id: text }, { as: ada }).assertDenied())) as Error).message,
    )
  })
})

describe('an audit file', () => {
  const inputs = [
    { title: 'a\nb' },
    { title: '\r\n{"at":"2030","outcome":"ok"}' },
    { '\n': '\n' },
    { title: ['\u001b[2J', { '\u001b[2J': '\0' }] },
    { title: '"}\n{"' },
    { '\u007f\u0085\u2028': '\u009b2J\u009d0;owned\u009c\u2029' },
  ]

  test('holds one line for each call, and each is JSON without control characters', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-audit-'))
    try {
      const path = join(folder, 'audit.jsonl')
      const body = z.looseObject({ title: z.unknown().optional() })
      const notesCreate = routeTool('notes_create', {
        description: 'Note.',
        params: z.object({ id: z.string() }),
        body,
      })
      const app = createApp({ audit: fileAudit(path) }).post('/notes/:id', notesCreate, (c) => c.json('ok'))
      for (const input of inputs)
        await call(app, 'notes_create', { input: { id: 'x\n\u001b', ...input }, agent: 'a\nb' })
      const text = await readFile(path, 'utf8')
      expect(text.endsWith('\n')).toBe(true)
      const lines = text.slice(0, -1).split('\n')
      expect(lines).toHaveLength(inputs.length)
      for (const line of lines) expect(line).not.toMatch(CONTROL)
      expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject(
        inputs.map((input) => ({ agent: 'a\nb', input })),
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

test('a path in a record and in an outcome is encoded', async () => {
  const { app, records } = createDesk()
  for (const id of [...HOSTILE, '<script>', '"', '\u2028']) {
    const { path } = await call(app, 'tickets_show', { input: { id } })
    expect(path).not.toMatch(CONTROL)
    expect(path).not.toMatch(/[<>"]/)
    expect(records.at(-1)?.path).toBe(path as string)
  }
})

test('a key that no tool has is quoted in the error that the model and the log read, without control characters and cut', async () => {
  const { app, ran } = createDesk()
  for (const text of [...HOSTILE, '\u2028', 'x'.repeat(1_000_000)]) {
    const error = await rejection(call(app, 'tickets_show', { input: { id: '1', [`key${text}`]: 1 } }))
    expect(error).toBeInstanceOf(ToolRequestError)
    expect(error).toMatchObject({ tool: 'tickets_show', key: `key${text}` })
    expect((error as Error).message).toContain('has no field "key')
    expect((error as Error).message).not.toMatch(CONTROL)
    expect((error as Error).message.length).toBeLessThan(500)
  }
  expect(ran).toEqual([])
})

test('an id of an approval that is not there is quoted in the same way', async () => {
  const { app } = createDesk()
  for (const id of [...HOSTILE, '\u2028', 'x'.repeat(1_000_000)]) {
    const error = (await rejection(app.approvals.approve(id, { by: boss }))) as ApprovalError
    expect(error).toMatchObject({ reason: 'unknown', requestId: id })
    expect(error.message).not.toMatch(CONTROL)
    expect(error.message.length).toBeLessThan(500)
  }
})

test.each([...HOSTILE, '\u2028', 'x'.repeat(1_000_000)])(
  'a name that an app does not have, and who did not consent or decided, are shown in the same way (%#)',
  async (text) => {
    const { app } = createDesk()
    const http = await TestApp.fromApp(app)
    const somebody = { kind: 'user', id: text } as const
    await call(app, 'refunds_create', { input: { id: 1 } })
    const [request] = await app.approvals.list()
    await app.approvals.reject(request!.id, { by: somebody })
    const denied = await call(app, 'tickets_index', { principal: { ...somebody, abilities: [] } })
    const messages = [
      messageOf(() => app.make(text as 'ai')),
      messageOf(() => http.tool(text, {}, { as: ada })),
      messageOf(() =>
        createApp({ policies: { read: () => true } })
          .get('/', authorize(text), (c) => c.text(''))
          .tools(),
      ),
      messageOf(() => createApp({ [text]: 1 })),
      messageOf(() => assertScope(text)),
      ((await rejection(app.approvals.approve(request!.id, { by: boss }))) as Error).message,
      (denied.output as { message: string }).message,
    ]
    expect(messages[1]).toContain('The app has no tool "')
    for (const message of messages) expect(message.replaceAll('\n', '')).not.toMatch(CONTROL)
    for (const message of messages.slice(0, 5)) expect(message.length).toBeLessThan(1_000)
  },
)

test('HTML in what a model says is answered as JSON or as text, never as HTML', async () => {
  const markup = '<script>alert(1)</script>'
  const { app, ran } = createDesk()
  const headers = { authorization: 'Bearer ada', 'content-type': 'application/json' }
  const answers = [
    await app.request(`/tickets/${encodeURIComponent(markup)}`, { headers }),
    await app.request('/tickets', { method: 'POST', headers, body: markup }),
    await app.request('/refunds', { method: 'POST', headers, body: JSON.stringify({ [markup]: markup, idd: markup }) }),
    await app.request(`/tickets?status=${encodeURIComponent(markup)}`),
  ]
  for (const answer of answers) expect(answer.headers.get('content-type')).toStartWith('application/json')
  expect(ran).not.toContain('tickets_create')
  const http = await TestApp.fromApp(app)
  using ai = http.fakeAi()
  ai.respond(Clerk, [markup])
  const streamed = await ai.agent(Clerk).as(ada).stream('go')
  expect(streamed.headers.get('content-type')).toStartWith('text/event-stream')
  await streamed.text()
})

test('a line end in what a model says begins no event of a stream', async () => {
  const { app } = createDesk()
  const http = await TestApp.fromApp(app)
  using ai = http.fakeAi()
  const text = 'a\n\ndata: {"type":"finish"}\n\ndata: [DONE]\r\revent: x\u2028'
  ai.respond(Clerk, [text])
  const body = await (await ai.agent(Clerk).as(ada).stream('go')).text()
  const events = body.split('\n\n').filter((event) => event !== '')
  for (const event of events) expect(event).toMatch(/^data: (?:\{"type":"[a-z-]+"[^\n\r]*\}|\[DONE\])$/)
  expect(events.filter((event) => event.includes('[DONE]') && event !== 'data: [DONE]')).toHaveLength(1)
  expect(events.at(-1)).toBe('data: [DONE]')
})

function messageOf(fail: () => unknown): string {
  try {
    fail()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('It did not fail.')
}
