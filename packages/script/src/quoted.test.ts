/** How text of somebody else's is written into a message. */
import { expect, test } from 'bun:test'
import { codeKey, codeText, cut, escaped, named, oneLine, quoted } from './quoted.js'

test('what is seen stays, and what is not is its escape in JSON', () => {
  const text = 'Größe 🙂 "x"\n\u001b[2J\u202E\u{E0041}\uD800'
  expect(quoted(text)).toBe('"Größe 🙂 \\"x\\"\\n\\u001b[2J\\u202e\\udb40\\udc41\\ud800"')
  expect(JSON.parse(quoted(text))).toBe(text)
  expect(escaped('\u0085')).toBe(String.raw`\u0085`)
})

test('what is long is cut between characters, and says by how much', () => {
  expect(quoted('abcdef', 4)).toBe('"abcd…" (+2 characters)')
  expect(cut('abc🙂def', 4)).toBe('abc… (+5 characters)')
  expect(quoted('abcd', 4)).toBe('"abcd"')
  expect(oneLine('a\r\nb\tc')).toBe('a b c')
})

test('a plain name is bare, and another one quoted', () => {
  const plain = ['tickets_show', 'acme/gpt-5.5', './a/b.json', 'values[1]']
  expect(plain.map((name) => named(name))).toEqual(plain)
  expect(named('a b')).toBe('"a b"')
  expect(named('')).toBe('""')
  expect(named('abcdef', 4)).toBe('"abcd…" (+2 characters)')
  expect([codeText('main'), codeText("o'clock")]).toEqual(["'main'", `"o'clock"`])
  expect([codeKey('id'), codeKey('a-b'), codeKey('1')]).toEqual(['id', '"a-b"', '"1"'])
})

test('what is no text, where types were ignored, runs no code of its own and throws nothing', () => {
  const given = [['a'], { toString: () => 'theirs' }, 1, null, undefined, 7n] as unknown as string[]
  expect(given.map((value) => quoted(value))).toEqual([
    '"[\\"a\\"]"',
    '"{}"',
    '"1"',
    '"null"',
    '"undefined"',
    '"bigint"',
  ])
  expect(given.map((value) => named(value))).toEqual(given.map((value) => quoted(value)))
  expect(given.map((value) => oneLine(value))).toEqual(['["a"]', '{}', '1', 'null', 'undefined', 'bigint'])
})
