// Properties of what every approval and every record rests on, for any input: the binding of an approval, and redaction.

import { describe, expect, test } from 'bun:test'
import { isSecretKey, redact } from '@understudy/app'
import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { call, createDesk } from './desk.js'

/** Each run of a property makes apps, and a machine may be busy. */
const BUSY_MS = 30_000

const SECRET = 'hunter2-5f0c'

const key = fc.oneof(
  fc.string(),
  fc.constantFrom('a', 'b', 'id', '__proto__', 'constructor', '"', '":"', ',', '\\', '\ud800', '0', '1'),
)
const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '1',
    1,
    '',
    0,
    -0,
    null,
    true,
    'true',
    'null',
    undefined,
    '[]',
    '{}',
    1e21,
    '1e21',
    NaN,
    Infinity,
    '\ud800',
  ),
  fc.double(),
  fc.boolean(),
)
/** JSON and what is beside it, of few enough shapes that two of them are often nearly the same. */
const { value } = fc.letrec<{ value: unknown; list: unknown[]; record: object }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, tie('list'), tie('record')),
  list: fc.array(tie('value'), { maxLength: 3 }),
  record: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
}))

/** What an approval of this input is bound to. */
async function keyOf(input: unknown): Promise<string> {
  const { app, ran, store } = createDesk()
  expect(await call(app, 'refunds_create', { input: { id: 1, value: input } })).toMatchObject({ denied: 'approval' })
  expect(ran).toEqual([])
  const [request] = await store.list({}, '2030-01-01T00:00:00.000Z')
  if (request === undefined) throw new Error('No request was filed.')
  return request.key
}

/** The same value with the keys of every object in another order. */
function reordered(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(reordered)
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(
    Object.entries(given)
      .map(([name, item]) => [name, reordered(item)] as const)
      .toReversed(),
  )
}

describe('what an approval is bound to', () => {
  test(
    'is the same for the same values in any order of keys',
    async () => {
      await fc.assert(
        fc.asyncProperty(value, async (input) => {
          expect(await keyOf(reordered(input))).toBe(await keyOf(input))
        }),
        { numRuns: 200 },
      )
    },
    BUSY_MS,
  )

  test(
    'differs where two inputs do',
    async () => {
      await fc.assert(
        fc.asyncProperty(value, value, async (one, other) => {
          const same = isDeepStrictEqual(normal(one), normal(other))
          expect((await keyOf(one)) === (await keyOf(other))).toBe(same)
        }),
        { numRuns: 500 },
      )
    },
    BUSY_MS,
  )

  test(
    'differs after any one value was changed',
    async () => {
      await fc.assert(
        fc.asyncProperty(value, scalar, scalar, async (around, one, other) => {
          fc.pre(!Object.is(one, other))
          expect(await keyOf([around, one])).not.toBe(await keyOf([around, other]))
          expect(await keyOf({ a: around, b: one })).not.toBe(await keyOf({ a: around, b: other }))
        }),
        { numRuns: 300 },
      )
    },
    BUSY_MS,
  )
})

/** A comparison that knows no order of keys and no prototype. */
function normal(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(normal)
  if (typeof given !== 'object' || given === null) return { is: typeof given, negative: Object.is(given, -0), given }
  const entries = Object.entries(given).map(([name, item]) => [name, normal(item)] as const)
  return new Map(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const secretKey = fc
  .tuple(
    fc.constantFrom(
      'password',
      'passphrase',
      'secret',
      'token',
      'apikey',
      'authorization',
      'credential',
      'cookie',
      'session',
      'iban',
    ),
    fc.array(fc.constantFrom('-', '_', ' ', '.', '', ''), { minLength: 20, maxLength: 20 }),
    fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
  )
  .map(([word, separators, upper]) =>
    Array.from(word, (letter, index) => `${upper[index] ? letter.toUpperCase() : letter}${separators[index]}`).join(''),
  )

describe('redaction', () => {
  test('leaves no secret under a secret key, at any place of any value', () => {
    fc.assert(
      fc.property(
        value,
        secretKey,
        value,
        fc.array(fc.oneof(fc.nat(3), key), { maxLength: 20 }),
        (around, name, within, path) => {
          expect(isSecretKey(name, ['iban'])).toBe(true)
          let planted: unknown = { before: around, [name]: { within, deep: [SECRET, { SECRET }] }, after: around }
          for (const step of path) planted = typeof step === 'number' ? [around, planted] : { [step]: planted, around }
          expect(JSON.stringify(redact(planted, ['iban']))).not.toContain(SECRET)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test('gives back what JSON can hold, and changes nothing that it is given', () => {
    fc.assert(
      fc.property(value, (given) => {
        const before = structuredClone(given)
        const redacted = redact(given)
        expect(isDeepStrictEqual(given, before)).toBe(true)
        expect(JSON.stringify(JSON.parse(JSON.stringify(redacted)))).toBe(JSON.stringify(redacted))
        expect(JSON.stringify(redact(redacted))).toBe(JSON.stringify(redacted))
      }),
      { numRuns: 500 },
    )
  })

  test('ends on values that hold themselves, at any place', () => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 10 }), fc.nat(9), (path, back) => {
        const chain: Record<string, unknown>[] = [{ password: SECRET }]
        for (const name of path) chain.push({ [name]: chain.at(-1), password: SECRET })
        chain[0] = Object.assign(chain[0] as object, { again: chain[back % chain.length], list: [chain.at(-1)] })
        const text = JSON.stringify(redact(chain.at(-1)))
        expect(text).not.toContain(SECRET)
        expect(text).toContain('[circular]')
      }),
    )
  })
})
