/**
 * The assertions about a response, defined once: a response has them, and a pending one has them in a chain.
 */
import { isDeepStrictEqual } from 'node:util'
import { firstMismatch, valueAt } from './json-match.js'
import type { TestResponse } from './test-response.js'
import { oneLine, quotedName } from '@understudy/script/fake'

/** Fails an assertion about a response. */
export type Fail = (problem: string, values?: { readonly expected: unknown; readonly actual: unknown }) => never

/** What an assertion sees. */
export interface Subject {
  readonly response: TestResponse
  readonly fail: Fail
}

/** A value, or a predicate about one. */
export type Expected = string | number | boolean | null | undefined | object | ((actual: unknown) => boolean)

const REDIRECTS = [301, 302, 303, 307, 308]

function expectStatus({ response, fail }: Subject, expected: number): void {
  if (response.status !== expected) fail(`expected status ${expected}`, { expected, actual: response.status })
}

function expectValue(actual: unknown, expected: Expected, { fail, what }: { fail: Fail; what: string }): void {
  if (typeof expected === 'function') {
    if (expected(actual) !== true) fail(`the predicate did not hold for ${what}`, { expected: true, actual })
  } else if (!isDeepStrictEqual(actual, expected)) fail(`${what} is not what was expected`, { expected, actual })
}

/** By name; each takes what is asserted about and its own arguments. */
export const responseAssertions = {
  /** The status is exactly this. */
  assertStatus: (subject: Subject, expected: number): void => expectStatus(subject, expected),
  /** The status is 2xx. */
  assertOk({ response, fail }: Subject): void {
    if (!response.ok) fail('expected a status of 2xx', { expected: '2xx', actual: response.status })
  },
  /** The status is 201. */
  assertCreated: (subject: Subject): void => expectStatus(subject, 201),
  /** The status is 204 and there is no body. */
  assertNoContent(subject: Subject): void {
    expectStatus(subject, 204)
    if (subject.response.body !== '') subject.fail('expected an empty body')
  },
  /** The status is a redirect, to `location` when given. Redirects are not followed. */
  assertRedirect({ response, fail }: Subject, location?: string): void {
    if (!REDIRECTS.includes(response.status))
      fail('expected a redirect', { expected: REDIRECTS, actual: response.status })
    const actual = response.headers.get('location')
    if (location !== undefined && actual !== location) fail('expected another location', { expected: location, actual })
  },
  /** The status is 401. */
  assertUnauthorized: (subject: Subject): void => expectStatus(subject, 401),
  /** The status is 403. */
  assertForbidden: (subject: Subject): void => expectStatus(subject, 403),
  /** The status is 404. */
  assertNotFound: (subject: Subject): void => expectStatus(subject, 404),
  /** The body is JSON, and has at least what is expected: keys may be more, lists are compared item by item. */
  assertJson({ response, fail }: Subject, expected?: Expected): void {
    const actual = jsonOf(response, fail)
    if (expected === undefined) return
    if (typeof expected === 'function') return expectValue(actual, expected, { fail, what: 'the body' })
    const at = firstMismatch(actual, expected)
    if (at !== undefined) fail(`the body differs at ${oneLine(at)}`, { expected, actual })
  },
  /** The JSON value at a dotted path (`tickets.0.title`) equals `expected`, or the predicate holds for it. */
  assertJsonPath({ response, fail }: Subject, path: string, expected: Expected): void {
    expectValue(valueAt(jsonOf(response, fail), path), expected, { fail, what: `the value at ${quotedName(path)}` })
  },
  /** The JSON list at a path (the body itself when left out) has this many items. */
  assertJsonCount({ response, fail }: Subject, expected: number, path = ''): void {
    const list = valueAt(jsonOf(response, fail), path)
    const place = path === '' ? 'the body' : `the value at ${quotedName(path)}`
    if (!Array.isArray(list)) return fail(`${place} is no list`, { expected: [], actual: list })
    if (list.length !== expected)
      fail(`${place} has ${list.length} items, not ${expected}`, { expected, actual: list.length })
  },
  /** The header is there, with `expected` as its value when given. */
  assertHeader({ response, fail }: Subject, name: string, expected?: string): void {
    const actual = response.headers.get(name)
    if (actual === null) fail(`there is no header ${quotedName(name)}`, { expected: expected ?? name, actual })
    if (expected !== undefined && actual !== expected)
      fail(`the header ${quotedName(name)} differs`, { expected, actual })
  },
  /** The body is this text, or matches the pattern. */
  assertText({ response, fail }: Subject, expected: string | RegExp): void {
    const actual = bodyOf(response, fail)
    // Not `test()`: of a global pattern it goes on where it last stopped.
    const holds = typeof expected === 'string' ? actual === expected : actual.search(expected) !== -1
    if (!holds) fail('the body is another text', { expected, actual })
  },
}

/** The table of the assertions. */
export type ResponseAssertionTable = typeof responseAssertions

/** The assertions as methods that return `Self`. */
export type ResponseAssertions<Self> = {
  [Name in keyof ResponseAssertionTable]: ResponseAssertionTable[Name] extends (
    subject: Subject,
    ...args: infer Args
  ) => void
    ? (...args: Args) => Self
    : never
}

function bodyOf(response: TestResponse, fail: Fail): string {
  return response.body ?? fail('the body is a stream, which is not read for you; read it with response.text()')
}

function jsonOf(response: TestResponse, fail: Fail): unknown {
  const body = bodyOf(response, fail)
  try {
    return JSON.parse(body)
  } catch {
    return fail('the body is not JSON')
  }
}
