import { describe, expect, test } from 'bun:test'
import { asSchema } from 'ai'
import fc from 'fast-check'
import { z } from 'zod'
import { improviseValue } from './improvise-value.js'

interface Node {
  name: string
  children: Node[]
}
const node: z.ZodType<Node, Node> = z.lazy(() => z.object({ name: z.string(), children: z.array(node) }))

/** Schemas of many kinds, as an app writes them. */
const kinds: Record<string, z.ZodType> = {
  texts: z.object({ any: z.string(), bounded: z.string().min(3).max(5), optional: z.string().optional() }),
  numbers: z.object({
    integer: z.int().min(3).max(9),
    coerced: z.coerce.number().int(),
    step: z.number().multipleOf(0.5),
    open: z.number().gt(0).lt(1),
    price: z.number().positive().max(99.5),
  }),
  formats: z.object({
    email: z.email(),
    uuid: z.uuid(),
    url: z.url(),
    datetime: z.iso.datetime(),
    date: z.iso.date(),
    time: z.iso.time(),
    duration: z.iso.duration(),
    ipv4: z.ipv4(),
    ipv6: z.ipv6(),
    base64: z.base64(),
    phone: z.e164(),
    ulid: z.ulid(),
    nanoid: z.nanoid(),
    hostname: z.hostname(),
    token: z.jwt(),
    network: z.cidrv4(),
    emoji: z.emoji(),
  }),
  patterns: z.object({
    sku: z.string().regex(/^[A-Z]{3}-\d{4}$/),
    words: z.string().regex(/^(foo|bar)+x?$/),
    code: z.string().regex(/^(?!0)\d{5}$/),
    letters: z.string().regex(/^\p{L}+$/u),
    ends: z.string().startsWith('abc').endsWith('z'),
    within: z.string().includes('q'),
    template: z.templateLiteral(['id-', z.number().int()]),
  }),
  choices: z.object({
    list: z.enum(['x', 'y']),
    literal: z.literal(5),
    literals: z.literal([1, 'a', null]),
    nullable: z.string().nullable(),
    flag: z.boolean(),
    nothing: z.null(),
  }),
  unions: z.object({
    plain: z.union([z.string(), z.number(), z.array(z.boolean())]),
    told: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), text: z.string() }),
      z.strictObject({ kind: z.literal('b'), count: z.number() }),
    ]),
  }),
  intersections: z.object({ both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })) }),
  lists: z.object({
    bounded: z.array(z.string().min(1)).min(2).max(4),
    tuple: z.tuple([z.string(), z.number()]),
    rest: z.tuple([z.string()]).rest(z.number()),
    record: z.record(z.string(), z.number()),
    keyed: z.record(z.enum(['p', 'q']), z.string()),
  }),
  objects: z.object({
    loose: z.looseObject({ a: z.string() }),
    strict: z.strictObject({ a: z.string() }),
    rest: z.object({ a: z.string() }).catchall(z.number()),
    deep: z.object({ b: z.object({ c: z.object({ d: z.array(z.object({ e: z.int() })).min(1) }) }) }),
    json: z.json(),
    unknown: z.unknown(),
  }),
  defaults: z.object({ a: z.string().default('x'), b: z.number().prefault(3) }),
  recursive: node,
  'recursive and full': z.object({ tree: node, list: z.array(node).min(1) }),
}

/** The schema as the SDK sends it to a model, and in the newer draft. */
function schemasOf(type: z.ZodType) {
  return [asSchema(type).jsonSchema as object, z.toJSONSchema(type, { io: 'input' })]
}

describe('a value that is made from a schema', () => {
  test.each(Object.keys(kinds))('of %s fits it, whatever the seed', async (kind) => {
    const type = kinds[kind]
    if (type === undefined) throw new Error(kind)
    for (const schema of schemasOf(type)) {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const made = improviseValue(schema, seed)
          expect(made.ok ? type.safeParse(made.value) : made).toMatchObject({ success: true })
        }),
        { numRuns: 60, examples: [[0], [1], [2]] },
      )
    }
  })

  test('is the same for the same seed, and leaves the schema as it was', () => {
    const schema = Object.freeze(z.toJSONSchema(z.object({ a: z.array(z.string()).min(1), b: z.int() })))
    const before = JSON.stringify(schema)
    const values = (): unknown[] => Array.from({ length: 30 }, (_, seed) => improviseValue(schema, seed))
    expect(values()).toEqual(values())
    expect(new Set(values().map((value) => JSON.stringify(value))).size).toBeGreaterThan(10)
    expect(JSON.stringify(schema)).toBe(before)
  })

  test('stands at the boundaries: empty, shortest, longest, smallest, largest, beyond ASCII', () => {
    const type = z.object({
      text: z.string(),
      short: z.string().max(5),
      count: z.int().min(3).max(9),
      list: z.array(z.int()),
    })
    const made = Array.from({ length: 80 }, (_, seed) => improviseValue(asJson(type), seed + 1))
    const values = made.map((each) => type.parse(each.ok && each.value))
    const texts = values.map(({ text }) => text)
    expect(texts).toContain('')
    expect(texts.some((text) => text.length === 200)).toBe(true)
    expect(texts.some((text) => /\p{Script=Han}/u.test(text))).toBe(true)
    expect(new Set(values.map(({ short }) => short.length))).toContain(5)
    expect(values.map(({ count }) => count)).toEqual(expect.arrayContaining([3, 9]))
    expect(new Set(values.map(({ list }) => list.length))).toEqual(new Set([0, 1, 3]))
  })

  test('of seed 0 is plain: nothing that may be left out', () => {
    const type = z.object({ id: z.int(), note: z.string().optional(), tags: z.array(z.string()).optional() })
    const made = improviseValue(asJson(type), 0)
    expect(made.ok && Object.keys(made.value as object)).toEqual(['id'])
  })

  test('that nothing fits is not made, and it is said where', () => {
    const made = improviseValue({ type: 'object', properties: { never: false }, required: ['never'] }, 1)
    expect(made).toMatchObject({ ok: false, tries: 40 })
  })
})

function asJson(type: z.ZodType) {
  return z.toJSONSchema(type, { io: 'input', target: 'draft-7' })
}
