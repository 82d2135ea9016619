import { describe, expect, test } from 'bun:test'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { createApp, routeTool, ToolDerivationError, type InputOf } from '../index.js'
import { call } from '../test-call.js'

const update = routeTool('tickets_update', {
  description: 'Changes a ticket.',
  params: toStandardJsonSchema(v.object({ id: v.number() })),
  query: toStandardJsonSchema(
    v.object({ notify: v.optional(v.boolean(), true), tags: v.optional(v.array(v.string())) }),
  ),
  body: toStandardJsonSchema(
    v.object({
      title: v.pipe(
        v.string(),
        v.transform((title) => title.trim()),
        v.nonEmpty('is empty'),
      ),
    }),
  ),
})

function valibotApp() {
  return createApp().patch('/tickets/:id', update, (c) =>
    c.json({ ...c.req.valid('param'), ...c.req.valid('query'), ...c.req.valid('json') }),
  )
}

describe('a contract made with valibot', () => {
  test('is a tool whose input its route reads back', async () => {
    const input: InputOf<typeof update> = { id: 7, tags: ['one'], title: ' Printer ' }
    const { output } = await call(valibotApp(), 'tickets_update', { input })
    expect(output).toEqual({ id: 7, notify: true, tags: ['one'], title: 'Printer' })
  })

  test('describes one input object', () => {
    expect(valibotApp().tools()[0]?.inputSchema).toMatchObject({
      type: 'object',
      properties: { id: { type: 'number' }, notify: { type: 'boolean' }, title: { type: 'string' } },
      required: ['id', 'title'],
      additionalProperties: false,
    })
  })

  test('answers 400 with its own issues', async () => {
    const { output } = await call(valibotApp(), 'tickets_update', { input: { id: 7, title: ' ' } })
    const issue = { in: 'json', path: ['title'], message: 'is empty' }
    expect(output).toEqual({ error: true, status: 400, body: { success: false, error: [issue] } })
  })
})

describe('a schema that gives no JSON Schema', () => {
  const search = routeTool('search', { description: 'Searches.', query: v.object({ text: v.string() }) })
  const app = createApp().get('/search', search, (c) => c.json(c.req.valid('query').text))

  test('is a problem of its tool, naming the library', () => {
    expect(() => app.tools()).toThrow(ToolDerivationError)
    expect(() => app.tools()).toThrow('has a query schema without a JSON Schema: valibot gives no JSON Schema')
  })

  test('still validates requests from outside', async () => {
    expect(await (await app.request('/search?text=5')).json()).toBe('5')
    const response = await app.request('/search')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: [{ in: 'query', path: ['text'] }] })
  })
})
