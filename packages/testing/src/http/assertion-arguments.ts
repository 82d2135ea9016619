/**
 * What the assertions about a response take. A value that is missing, as one read from a misspelt property, is refused: the
 * assertion would hold for less than was written. Knows no response.
 */
import { describeGiven, TestSetupError } from '@understudy/script/fake'
import type { ResponseAssertionTable } from './response-assertions.js'

/** One argument. */
interface Argument {
  /** What it is, to follow "takes". */
  readonly what: string
  readonly fits: (value: unknown) => boolean
  /** Whether it may be left out; undefined in its place is no leaving out. */
  readonly optional?: boolean
}

const status: Argument = {
  what: 'a status from 100 to 599',
  fits: (value) => Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599,
}
const count: Argument = {
  what: 'a whole number from 0 on',
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
}
const text: Argument = { what: 'a text', fits: (value) => typeof value === 'string' }

/** By assertion; those that are not here take nothing. */
const argumentsOf: { readonly [Name in keyof ResponseAssertionTable]?: readonly Argument[] } = {
  assertStatus: [status],
  assertRedirect: [{ what: 'a location', fits: isName, optional: true }],
  assertJson: [{ what: 'a value or a predicate', fits: (value) => value !== undefined, optional: true }],
  assertJsonPath: [text, { what: 'a value or a predicate after the path', fits: () => true }],
  assertJsonCount: [count, { ...text, optional: true }],
  assertHeader: [
    { what: 'the name of a header', fits: isName },
    { ...text, optional: true },
  ],
  assertText: [{ what: 'a text or a pattern', fits: (value) => typeof value === 'string' || value instanceof RegExp }],
}

/**
 * Checks what an assertion was given.
 * @throws TestSetupError for what it does not take.
 */
export function checkArguments(name: keyof ResponseAssertionTable, given: readonly unknown[]): void {
  const taken = argumentsOf[name] ?? []
  for (const [index, { what, fits, optional = false }] of taken.entries()) {
    if (index >= given.length ? optional : fits(given[index])) continue
    const found = index >= given.length ? 'nothing' : describeGiven(given[index])
    throw new TestSetupError(
      `${name}() takes ${what}, and was given ${found}. Is the variable set that it is read from?`,
    )
  }
  if (given.length <= taken.length) return
  const most = taken.length === 1 ? '1 argument' : `${taken.length === 0 ? 'no' : taken.length} arguments`
  throw new TestSetupError(
    `${name}() takes ${most}, and was given ${describeGiven(given[taken.length])} as well. Assert that on its own: \`.assertText('…')\`.`,
  )
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
