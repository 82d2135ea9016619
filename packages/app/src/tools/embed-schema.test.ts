import { describe, expect, test } from 'bun:test'
import { Validator } from '@cfworker/json-schema'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { z } from 'zod'
import { createApp, routeTool, type ToolContract } from '../index.js'
import { call } from '../test-call.js'

interface Tree {
  name: string
  children: Tree[]
}
const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(tree) }))
/** Refers to itself as `#`, not by a definition. */
const node = z.object({
  label: z.string(),
  get next() {
    return node.optional()
  },
})
const leaf: Tree = { name: 'leaf', children: [] }
const oak: Tree = { name: 'oak', children: [leaf, { name: 'branch', children: [leaf] }] }

/** An app whose one tool answers the body that arrived. */
function treeApp(contract: Partial<ToolContract>) {
  const tool = routeTool('plant', { description: 'Plants.', ...contract })
  return createApp().post('/forests/:forest', tool, (c) => c.json(c.req.valid('json' as never)))
}

/** Whether the derived input schema accepts the value. */
function accepts(app: ReturnType<typeof treeApp>, value: unknown): boolean {
  return new Validator(app.tools()[0]?.inputSchema ?? false, '7', false).validate(value).valid
}

describe('a recursive body', () => {
  const shapes: [what: string, contract: Partial<ToolContract>, fits: object, breaks: object[]][] = [
    [
      'under a key',
      { body: z.object({ tree }) },
      { forest: 'f', tree: oak },
      [
        { forest: 'f' },
        { forest: 'f', tree: { name: 'oak' } },
        { forest: 'f', tree: { ...oak, children: [{ name: 1, children: [] }] } },
        { forest: 'f', tree: { ...oak, children: [{ ...leaf, extra: 1 }] } },
        { tree: oak },
      ],
    ],
    [
      'that is merged',
      { body: node },
      { forest: 'f', label: 'a', next: { label: 'b', next: { label: 'c' } } },
      [{ forest: 'f' }, { forest: 'f', label: 'a', next: { label: 'b', next: { label: 1 } } }],
    ],
    [
      'that is wrapped',
      { body: z.array(tree) },
      { forest: 'f', body: [oak] },
      [{ forest: 'f', body: [{ name: 'x' }] }],
    ],
    [
      'beside a recursive-free path and query',
      { params: z.object({ forest: z.enum(['f']) }), query: z.object({ deep: z.boolean() }), body: z.object({ tree }) },
      { forest: 'f', deep: true, tree: oak },
      [{ forest: 'g', deep: true, tree: oak }],
    ],
    [
      'under keys that look like keywords',
      { body: z.object({ $ref: z.string(), const: tree, properties: z.object({ enum: tree, default: z.string() }) }) },
      { forest: 'f', $ref: '#/nowhere', const: oak, properties: { enum: oak, default: 'x' } },
      [{ forest: 'f', $ref: '#/nowhere', const: oak, properties: { enum: { name: 'x' }, default: 'x' } }],
    ],
  ]
  for (const [what, contract, fits, breaks] of shapes) {
    test(`${what} is described so that a validator can follow it, and arrives`, async () => {
      const app = treeApp(contract)
      expect(accepts(app, fits)).toBe(true)
      for (const value of breaks) expect(accepts(app, value)).toBe(false)
      const { output } = await call(app, 'plant', { input: fits })
      expect(fits).toMatchObject((Array.isArray(output) ? { body: output } : output) as object)
    })
  }
})

describe('an input schema', () => {
  test('refuses keys that no object in it declares', () => {
    const app = treeApp({
      body: z.object({ author: z.object({ name: z.string() }), rest: z.looseObject({ a: z.string() }) }),
    })
    const input = { forest: 'f', author: { name: 'Ada' }, rest: { a: 'a', b: 'b' } }
    expect(accepts(app, input)).toBe(true)
    expect(accepts(app, { ...input, extra: 1 })).toBe(false)
    expect(accepts(app, { ...input, author: { name: 'Ada', admin: true } })).toBe(false)
  })

  test('keeps the members of an allOf open for the keys of one another', () => {
    const both = v.intersect([v.object({ x: v.string() }), v.object({ y: v.string() })])
    const app = treeApp({ body: toStandardJsonSchema(v.object({ both })) })
    expect(accepts(app, { forest: 'f', both: { x: 'x', y: 'y' } })).toBe(true)
    expect(accepts(app, { forest: 'f', both: { x: 'x' } })).toBe(false)
  })

  test('leaves a default as it is, also one that looks like a schema', () => {
    const shape = { type: 'object', properties: { a: 'b' } }
    const body = z.object({
      shape: z.object({ type: z.string(), properties: z.object({ a: z.string() }) }).default(shape),
    })
    const [tool] = treeApp({ body }).tools()
    expect(tool?.inputSchema).toMatchObject({ properties: { shape: { default: shape } } })
    expect(JSON.stringify(tool?.inputSchema)).toContain(JSON.stringify(shape))
  })

  test('names no dialect: whoever asked for it knows', () => {
    const app = treeApp({ body: z.object({ tree }) })
    expect(JSON.stringify(app.tools()[0]?.inputSchema)).not.toContain('$schema')
  })

  test('of a wrapped union accepts each of its members', () => {
    const body = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), n: z.number() }),
    ])
    const app = treeApp({ body })
    expect(accepts(app, { forest: 'f', body: { kind: 'b', n: 1 } })).toBe(true)
    expect(accepts(app, { forest: 'f', body: { kind: 'a', n: 1 } })).toBe(false)
  })
})
