// No pattern of the packages can be made to stand still: each is given long texts that almost match, which a pattern that
// goes back and forth would not finish within the time of a test.

import { describe, expect, test } from 'bun:test'
import { parseSync } from 'oxc-parser'
import { readSourceFiles } from '../source-files.js'

const LENGTH = 100_000

/** Take a square of the longest text that they are given. It is a developer's: no request and no app in production reaches them. */
const OF_TESTS = new Set([
  // Cut to a length before a pattern sees it.
  'packages/eval/src/cases/safe-id.ts',
  // Reads the names of exports alone.
  'packages/script/src/guard/is-scripted.ts',
])

interface FoundPattern {
  readonly place: string
  readonly pattern: RegExp
}

/** Every pattern that stands as a literal in the source of the packages. */
async function findPatterns(): Promise<FoundPattern[]> {
  const files = (await readSourceFiles()).filter(({ isTest, path }) => !isTest && !OF_TESTS.has(path))
  return files.flatMap(({ path, text }) => {
    const found: FoundPattern[] = []
    JSON.stringify(parseSync(path, text).program, (_key, value: unknown) => {
      if (isPattern(value)) found.push({ place: path, pattern: new RegExp(value.regex.pattern, value.regex.flags) })
      return typeof value === 'bigint' ? String(value) : value
    })
    return found
  })
}

function isPattern(value: unknown): value is { readonly regex: { readonly pattern: string; readonly flags: string } } {
  return typeof value === 'object' && value !== null && 'regex' in value && typeof value.regex === 'object'
}

const UNITS = [
  'a',
  'A',
  '0',
  '_',
  ' ',
  '\t',
  '\n',
  '.',
  '-',
  '/',
  ':',
  '=',
  '"',
  '\\',
  '(',
  '[',
  '{',
  '*',
  '+',
  '@',
  'é',
  '\0',
  '\ud800',
]
const PAIRS = ['a.', 'a-', 'a ', '0.', 'a/', '\\"', '{}', ' \n', 'a:', '1e', '--', 'json+', '(a', ':a']

/** Long texts that begin as the pattern wants it and do not end so. */
function attacksOn({ source }: RegExp): string[] {
  const literals = source.match(/[\w:/"[-]{2,}/g) ?? []
  const starts = ['', ...literals.map((literal) => literal.replaceAll('\\', ''))]
  const units = [...UNITS, ...PAIRS, ...starts.filter((start) => start !== '')]
  return starts.flatMap((start) => units.map((unit) => `${start}${unit.repeat(LENGTH / unit.length)}\u0001`))
}

const patterns = await findPatterns()

test('the source has patterns, and they are found', () => {
  const places = patterns.map(({ place }) => place)
  expect(places).toContain('packages/app/src/gate/scope.ts')
  expect(places).toContain('packages/app/src/audit/redact.ts')
  expect(places).toContain('packages/app/src/http/json-type.ts')
  expect(places).toContain('packages/script/src/fake/printable.ts')
})

describe.each(patterns)('$place', ({ pattern }) => {
  test(`${pattern} finishes on ${LENGTH} characters of anything`, () => {
    const everywhere = new RegExp(pattern.source, `${pattern.flags.replaceAll(/[gy]/g, '')}g`)
    for (const text of attacksOn(pattern))
      expect(text.replaceAll(everywhere, '').length).toBeLessThanOrEqual(text.length)
    // One that goes back and forth takes minutes; those that do not have time, also on a machine that is busy.
  }, 30_000)
})
