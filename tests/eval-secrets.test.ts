// What evals hide in texts is what fixtures mask: the packages have no arrow between them, and so one rule twice.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { hideSecrets } from '@understudy/eval'
import { secretKeyWords } from '../packages/app/src/audit/redact.js'
import { secretMask } from '../packages/script/src/fixtures/secret-shapes.js'
import { findSecrets } from '../packages/script/src/fixtures/secrets.js'

/** Credentials of the shapes that their makers gave them. */
const CREDENTIALS = [
  'sk-proj-4fT9qLw2ZbV7xKc1',
  'rk_live_51Habcdefgh123',
  'ghp_16C7e42F292c6912E7',
  'github_pat_11ABCDEFG0123456789',
  'xoxb-123456789012-abcdef',
  'AKIAIOSFODNN7EXAMPLE',
  'AIzaSyA1234567890abcdefghijklmnopqrstuv',
  'eyJhbGciOi.eyJzdWIiOiIx.SflKxwRJSMeKKF2Q',
  'Bearer a8d7f6.5e4c3b2a1',
  'Basic YWRhOnMzY3JldDE=',
  'https://ada:hunter22@example.com',
  '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----',
]

const PIECES = [
  ...CREDENTIALS,
  ...secretKeyWords.flatMap((word) => [`${word}=hunter2`, `"x_${word}":"two words"`, `${word}: Wr0ng`, `${word} is`]),
  'a word',
  '12 tokens: 400',
  'token: the next one',
  'password=',
  '"',
  '\\"',
  '{',
  '}',
  '\u{1F511}',
]

/** As a fixture would keep the text. */
function asFixture(text: string): string {
  return secretMask(findSecrets({ values: [text], redact: [] }))(text)
}

describe('a text', () => {
  test.each(CREDENTIALS)('with %s is kept without it', (credential) => {
    const hidden = hideSecrets(`It said ${credential}, and no more.`)
    expect(hidden).toContain('[redacted]')
    expect(hidden).toEndWith(', and no more.')
    expect(hidden).not.toContain(credential)
  })

  test.each([...secretKeyWords])('with a value under %s is kept without it', (word) => {
    expect(hideSecrets(`{"my_${word}":"correct horse"} and ${word}=battery, twice: battery`)).toBe(
      `{"my_${word}":"[redacted]"} and ${word}=[redacted], twice: [redacted]`,
    )
  })

  test.each([
    'The token: none.',
    'Used 400 tokens: too many',
    'A secret is a secret',
    'password=',
    'session: undefined',
  ])('%p has nothing to hide', (text) => expect(hideSecrets(text)).toBe(text))

  test('is masked as fixtures mask it, whatever it is made of', () => {
    const texts = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })), { maxLength: 8 })
    fc.assert(
      fc.property(texts, fc.constantFrom(' ', '\n', ', ', ''), (pieces, between) => {
        const text = pieces.join(between)
        expect(hideSecrets(text)).toBe(asFixture(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(['secret-shapes.ts', 'secrets-in-text.ts'])('is looked through by one rule: %s', (file) => {
    const [inScript, inEval] = ['script/src/fixtures', 'eval/src'].map((folder) =>
      readFileSync(new URL(`../packages/${folder}/${file}`, import.meta.url), 'utf8'),
    )
    expect(inEval).toBe(inScript)
  })

  test('is looked through in time that grows with its length alone', () => {
    const started = performance.now()
    for (const piece of ['sk-', 'Bearer ', 'eyJ', 'password', 'a"', '://', '-----BEGIN '])
      hideSecrets(piece.repeat(20_000))
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
