import { expect, test } from 'bun:test'
import { z } from 'zod'
import { createApp, routeTool, type ContractSchema, type InputOf } from '../index.js'
import { call } from '../test-call.js'

/** What the one tool with this body takes: its keys, the required ones, and what its handler reads of an input. */
async function toolWith<const Body extends ContractSchema>(body: Body, input: BodyToolInput<Body>) {
  const app = createApp().post('/x', routeTool('x', { description: 'X.', body }), async (c) =>
    c.json(await c.req.json()),
  )
  const [tool] = app.tools()
  const { output } = await call(app, 'x', { input })
  const schema = tool?.inputSchema
  return { keys: Object.keys(schema?.['properties'] as object), required: schema?.['required'], body: output }
}

/** The type's word on the input, so that each case below is one that type and run time agree on. */
type BodyToolInput<Body extends ContractSchema> = InputOf<ReturnType<typeof routeTool<'x', undefined, undefined, Body>>>

const pair = z.enum(['a', 'b'])

test('an object with declared keys is merged, also when it is optional or has a default', async () => {
  const object = z.object({ a: z.string() })
  const merged = { keys: ['a'], required: ['a'], body: { a: 'x' } }
  expect(await toolWith(object, { a: 'x' })).toEqual(merged)
  expect(await toolWith(object.optional(), { a: 'x' })).toEqual(merged)
  expect(await toolWith(object.default({ a: 'y' }), { a: 'x' })).toEqual(merged)
})

test('an object without declared keys stands under the key body', async () => {
  const wrapped = { keys: ['body'], required: ['body'], body: {} }
  expect(await toolWith(z.object({}), { body: {} })).toEqual(wrapped)
  expect(await toolWith(z.strictObject({}), { body: {} })).toEqual(wrapped)
  expect(await toolWith(z.looseObject({}), { body: { any: 1 } })).toEqual({ ...wrapped, body: { any: 1 } })
  expect(await toolWith(z.record(z.string(), z.number()), { body: { any: 1 } })).toEqual({
    ...wrapped,
    body: { any: 1 },
  })
})

test('a record of named keys is merged, with every name required', async () => {
  const input = { a: 1, b: 2 }
  const merged = { keys: ['a', 'b'], required: ['a', 'b'], body: input }
  expect(await toolWith(z.record(pair, z.number()), input)).toEqual(merged)
  expect(await toolWith(z.record(z.union([z.literal('a'), z.literal('b')]), z.number()), input)).toEqual(merged)
  const one = { keys: ['a'], required: ['a'], body: { a: 1 } }
  expect(await toolWith(z.record(z.literal('a'), z.number()), { a: 1 })).toEqual(one)
})

test('a partial record of named keys is merged, with no name required, and takes no other', async () => {
  const schema = z.partialRecord(pair, z.number())
  expect(await toolWith(schema, { b: 2 })).toEqual({ keys: ['a', 'b'], required: undefined, body: { b: 2 } })
  // @ts-expect-error no such key
  const unknownKey = toolWith(schema, { c: 1 })
  expect(await unknownKey.catch((error: unknown) => error)).toMatchObject({ code: 'TOOL_REQUEST', key: 'c' })
})

test('a record whose names are a pattern stands under the key body', async () => {
  const schema = z.record(z.templateLiteral(['x-', z.string()]), z.number())
  const wrapped = { keys: ['body'], required: ['body'], body: { 'x-a': 1 } }
  expect(await toolWith(schema, { body: { 'x-a': 1 } })).toEqual(wrapped)
})

test('a union of a single option is that option, a union of more stands under the key body', async () => {
  const option = z.object({ kind: z.literal('a') })
  const merged = { keys: ['kind'], required: ['kind'], body: { kind: 'a' } }
  expect(await toolWith(z.union([option]), { kind: 'a' })).toEqual(merged)
  expect(await toolWith(z.discriminatedUnion('kind', [option]), { kind: 'a' })).toEqual(merged)
  const wrapped = { keys: ['body'], required: ['body'], body: { kind: 'a' } }
  expect(await toolWith(z.union([option, z.object({ b: z.string() })]), { body: { kind: 'a' } })).toEqual(wrapped)
  expect(await toolWith(option.nullable(), { body: { kind: 'a' } })).toEqual(wrapped)
})
