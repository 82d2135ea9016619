import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
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

  test('for a key that a contract does not have, by the nearest name, beside the problems of other routes', () => {
    const misspelt = { aproval: 'required', readonly: true, param: {}, Redact: [], [`x${'y'.repeat(5000)}\n`]: 1 }
    const app = createApp()
      .post('/x', routeTool('x', { ...plain, ...misspelt }), ok)
      .post('/y', routeTool('y', { ...plain, approvals: 'required' } as never), ok)
      .get('/z', routeTool('z', { description: '' }), ok)
    const problems = problemsOf(app)
    for (const [route, key, known] of [
      ['POST /x', 'aproval', 'approval'],
      ['POST /x', 'readonly', 'readOnly'],
      ['POST /x', 'param', 'params'],
      ['POST /x', 'Redact', 'redact'],
      ['POST /y', 'approvals', 'approval'],
    ] as const) {
      const problem = expect.stringContaining(`knows no option "${key}". Did you mean \`${known}\`?`)
      expect(problems).toContainEqual({ route, tool: route.slice(-1), problem })
    }
    expect(problems).toHaveLength(7)
    for (const { problem } of problems) expect(problem).toMatch(/^[^\n]{1,300}$/)
  })

  test('and no call of it runs, whatever the gate was that is not there', async () => {
    let hits = 0
    const contract = { ...plain, aproval: 'required' }
    const app = createApp().post('/x', routeTool('x', contract), (c) => c.json((hits += 1)))
    expect(() => call(app, 'x')).toThrow(ToolDerivationError)
    expect(hits).toBe(0)
  })

  test('for a schema that is none', () => {
    const schemas: [schema: unknown, what: string][] = [
      [{ title: z.string() }, 'an object'],
      ['text', 'a string'],
      [null, 'null'],
    ]
    for (const [schema, what] of schemas) {
      for (const key of ['query', 'params', 'body', 'output']) {
        if (schema === null && key !== 'output') continue
        const app = createApp().post('/x/:title', routeTool('x', { ...plain, [key]: schema }), ok)
        const problem = expect.stringContaining(`is ${what}, and no Standard Schema`)
        expect(problemsOf(app)).toContainEqual({ route: 'POST /x/:title', tool: 'x', problem })
      }
    }
  })

  test('for a description that says nothing', () => {
    for (const description of ['', '  ', 4, {}]) {
      const app = createApp().post('/x', routeTool('x', { description } as never), ok)
      expect(problemsOf(app)).toMatchObject([{ problem: expect.stringContaining('has no description') }])
    }
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
