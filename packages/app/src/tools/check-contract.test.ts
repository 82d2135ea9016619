import { describe, expect, test } from 'bun:test'
import { createApp, routeTool, ToolDerivationError } from '../index.js'
import { call } from '../test-call.js'
import { ok, plain, problemsOf } from '../test-derivation.js'

describe('a contract that the types refuse is reported all the same', () => {
  test('for a readOnly that is no boolean, which would decide about scopes', () => {
    for (const [readOnly, what] of [
      ['false', 'a string'],
      [0, 'a number'],
      [null, 'null'],
    ]) {
      expect(problemsOf(createApp().post('/x', routeTool('x', { ...plain, readOnly } as never), ok))).toMatchObject([
        { problem: expect.stringContaining(`readOnly that is no boolean but ${what}`) },
      ])
    }
  })

  test('for a redact that names no keys, behind which secrets would show', () => {
    for (const redact of ['iban', [7], [''], [' - '], {}, null]) {
      expect(problemsOf(createApp().post('/x', routeTool('x', { ...plain, redact } as never), ok))).toMatchObject([
        { problem: expect.stringContaining("redact: ['iban']") },
      ])
    }
    expect(problemsOf(createApp().post('/x', routeTool('x', { ...plain, redact: ['iban', 'IBAN 2'] }), ok))).toEqual([])
  })

  test('for being no contract at all, beside the problems of other routes', () => {
    const app = createApp().post('/fine', routeTool('bad name', plain), ok)
    for (const contract of [undefined, null, 'text']) app.post('/x/:id', routeTool('x', contract as never), ok)
    const found = problemsOf(app).map(({ problem }) => problem)
    expect(found).toContainEqual(expect.stringContaining('1 to 64 characters'))
    for (const what of ['undefined', 'null', 'a string'])
      expect(found).toContainEqual(expect.stringContaining(`has ${what} for a contract`))
  })

  test('for a name that is no string', () => {
    const app = createApp().post('/x', routeTool(undefined as never, plain), ok)
    expect(problemsOf(app).map(({ problem }) => problem)).toEqual([expect.stringContaining('1 to 64 characters')])
  })

  test('for HEAD, which Hono routes as GET, and nothing runs', async () => {
    let hits = 0
    const app = createApp().on('HEAD', '/x', routeTool('x', plain), (c) => c.json((hits += 1)))
    const problem = expect.stringContaining('is on HEAD')
    expect(problemsOf(app)).toEqual([{ route: 'HEAD /x', tool: 'x', problem }])
    expect(() => call(app, 'x')).toThrow(ToolDerivationError)
    expect((await app.request('/x', { method: 'HEAD' })).status).toBe(404)
    expect(hits).toBe(0)
  })
})
