import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { approvalKey } from './approval-key.js'
import { exactInput } from './exact-input.js'

const textOf = (input: unknown): string => {
  const exact = exactInput(input)
  if ('problem' in exact) throw new Error(exact.problem)
  return exact.text
}

const problemOf = (input: unknown): string | undefined => {
  const exact = exactInput(input)
  return 'problem' in exact ? exact.problem : undefined
}

/** The same value with the keys of every object in another order. */
function turned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(turned)
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, turned(inner)]),
  )
}

/** Values that JSON has, and those beside them that JavaScript has. */
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      0,
      -0,
      1,
      '1',
      Number.NaN,
      'NaN',
      Infinity,
      -Infinity,
      null,
      'null',
      undefined,
      'undefined',
      true,
      '',
    ),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('a', '__proto__', 'constructor', '10', '9')), tie('value')),
  ),
})).value

describe('the text of an input', () => {
  test('is its JSON, with the keys in order', () => {
    expect(textOf({ b: [1, { d: null, c: 'é"' }], a: true })).toBe('{"a":true,"b":[1,{"c":"é\\"","d":null}]}')
    expect([textOf({}), textOf([]), textOf([[]])]).toEqual(['{}', '[]', '[[]]'])
  })

  test('is the same in whatever order the keys come', () => {
    fc.assert(fc.property(anyValue, (value) => expect(textOf(turned(value))).toBe(textOf(value))))
  })

  test('reads back as the value, where JSON has it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // Not by way of JSON, which loses the sign of `-0`; the text has it.
        expect(JSON.parse(textOf(value))).toEqual(value)
      }),
    )
  })

  test('differs exactly when two inputs differ', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (one, other) => {
        expect(textOf(one) === textOf(other)).toBe(Bun.deepEquals(one, other, true))
      }),
      { numRuns: 2000 },
    )
  })

  const pairs: [one: unknown, other: unknown][] = [
    [1, '1'],
    [0, -0],
    [Number.NaN, null],
    [Number.NaN, 'NaN'],
    [undefined, null],
    [{ a: undefined }, {}],
    [[undefined], []],
    [[], {}],
    [
      [1, 2],
      [2, 1],
    ],
    [['a', 'b'], ['a,b']],
    [['a","b'], ['a', 'b']],
    [{ a: 1, b: 2 }, { 'a":1,"b': 2 }],
    [{ '': 1 }, { ' ': 1 }],
    ['\u{D800}', '\u{FFFD}'],
    ['\u{E9}', 'e\u{301}'],
    [JSON.parse('{"__proto__":{"a":1}}'), {}],
    [JSON.parse('{"__proto__":null}'), {}],
    [1e21, '1e21'],
  ]
  test('tells apart what looks alike', () => {
    for (const [one, other] of pairs) expect(textOf(one)).not.toBe(textOf(other))
  })

  test('of a list with a hole is that of undefined in its place', () => {
    // oxlint-disable-next-line no-sparse-arrays -- the hole is what is tested
    expect(textOf([1, , 2])).toBe('[1,undefined,2]')
  })
})

describe('an input without a text', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const wide: unknown[] = []
  wide.push(wide, wide)

  const others: [what: string, input: unknown, problem: string][] = [
    ['that is deeper than 100 levels', nested(101), 'its input is nested deeper than 100 levels'],
    ['that is very deep', nested(5000), 'its input is nested deeper than 100 levels'],
    ['that holds itself', cycle, 'its input is nested deeper than 100 levels'],
    ['that holds itself twice', wide, 'its input is nested deeper than 100 levels'],
    ['that is very long', ['x'.repeat(2 ** 20)], 'its input is longer than 1048576 characters'],
    [
      'that has very many keys',
      Array.from({ length: 600_000 }, () => 1),
      'its input is longer than 1048576 characters',
    ],
    ['that is an endless list', Object.assign([], { length: 1e9 }), 'its input is longer than 1048576 characters'],
    ['with a date', { at: new Date(0) }, 'its input holds an object that is no JSON value'],
    ['with a map', new Map([['a', 1]]), 'its input holds an object that is no JSON value'],
    ['with a function', { toJSON: () => 1 }, 'its input holds a function, which is no JSON value'],
    ['with a bigint', 1n, 'its input holds a bigint, which is no JSON value'],
    ['with a symbol', Symbol('a'), 'its input holds a symbol, which is no JSON value'],
  ]
  for (const [what, input, problem] of others) {
    test(`is one ${what}`, () => expect(problemOf(input)).toBe(problem))
  }

  test('is none at the limits', () => {
    expect(problemOf(nested(100))).toBeUndefined()
    expect(problemOf('x'.repeat(2 ** 20 - 2))).toBeUndefined()
    expect(problemOf('x'.repeat(2 ** 20 - 1))).toBeDefined()
  })

  test('is none because of its prototype alone', () => {
    expect(textOf(Object.create(null))).toBe('{}')
  })
})

describe('the key of an approval', () => {
  const tool = { name: 'close', method: 'POST', path: '/close' }
  const exact = { tool, agent: 'clerk', principal: { kind: 'user', id: 1 }, text: '{}' } as const

  test('is that of the same call by a principal with other abilities', () => {
    expect(approvalKey({ ...exact, principal: { ...exact.principal, abilities: ['tools:*'] } })).toBe(
      approvalKey(exact),
    )
  })

  test('is another one for each other part', () => {
    const others = [
      exact,
      { ...exact, tool: { ...tool, name: 'closes' } },
      { ...exact, tool: { ...tool, method: 'PUT' } },
      { ...exact, tool: { ...tool, path: '/v2/close' } },
      { ...exact, agent: 'clerk",["user",1' },
      { ...exact, principal: null },
      { ...exact, principal: { kind: 'user', id: '1' } as const },
      { ...exact, principal: { kind: 'service', id: 1 } as const },
      { ...exact, text: '{"a":1}' },
    ]
    expect(new Set(others.map(approvalKey)).size).toBe(others.length)
  })
})
