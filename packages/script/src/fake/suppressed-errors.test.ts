import { expect, test } from 'bun:test'
import { makeSuppressedErrorsReadable } from './suppressed-errors.js'

makeSuppressedErrorsReadable()

const HELPERS_MESSAGE = 'An error was suppressed during disposal'
const failed = new RangeError('The test failed.')
const complaint = new TypeError('The fake complains.')
const outerComplaint = new TypeError('The outer fake complains.')

/** Where the test failed, as its own stack says. */
const place = failed.stack
  ?.split('\n')
  .find((line) => line.trimStart().startsWith('at '))
  ?.trim()

const told = (...errors: string[]): string => errors.join('\n\nThen, when the block ended:\n\n')

/** What `run` throws. */
function thrownBy(run: () => void): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

function endingWith(error: Error): Disposable {
  return {
    [Symbol.dispose]() {
      throw error
    },
  }
}

test('a block that fails and then fails to end tells both errors, the first one first', () => {
  const error = thrownBy(() => {
    using _fake = endingWith(complaint)
    throw failed
  })
  expect(error).toBeInstanceOf(SuppressedError)
  expect(error).toMatchObject({ suppressed: failed, error: complaint, cause: failed })
  expect((error as SuppressedError).message).toBe(
    told(`RangeError: The test failed.\n    ${place}`, 'TypeError: The fake complains.'),
  )
})

test('two resources that fail to end are told in the order in which they ended', () => {
  const error = thrownBy(() => {
    using _outer = endingWith(outerComplaint)
    using _inner = endingWith(complaint)
    throw failed
  })
  expect((error as SuppressedError).message).toBe(
    told(
      `RangeError: The test failed.\n    ${place}`,
      'TypeError: The fake complains.',
      'TypeError: The outer fake complains.',
    ),
  )
  expect(place).toContain('suppressed-errors.test.ts:')
})

test('a message that a compiler’s helper gave is kept, and the cause tells what it does not', () => {
  const inner = new SuppressedError(complaint, failed, HELPERS_MESSAGE)
  const error = new SuppressedError(outerComplaint, inner, HELPERS_MESSAGE)
  expect(error.message).toBe(HELPERS_MESSAGE)
  expect(error.cause).toMatchObject({
    name: 'RangeError',
    message: told('The test failed.', 'TypeError: The fake complains.', 'TypeError: The outer fake complains.'),
    cause: failed,
  })
})

test('what was thrown need not be an error', () => {
  const bare: unknown = Object.create(null)
  expect(new SuppressedError(undefined, 'stop').message).toBe(told('"stop"', 'undefined'))
  expect(new SuppressedError(bare, 'stop').message).toBe(told('"stop"', '{}'))
  expect(new SuppressedError(Symbol('x'), 'stop', HELPERS_MESSAGE).cause).toMatchObject({
    message: told('"stop"', 'Symbol(x)'),
    cause: 'stop',
  })
})

test('a message and a cause can still be given', () => {
  const error = new SuppressedError(complaint, failed)
  error.message = 'Mine.'
  error.cause = outerComplaint
  expect(error).toMatchObject({ message: 'Mine.', cause: outerComplaint })
})

test('the prototype, and errors of other classes, stay as they were', () => {
  expect(SuppressedError.prototype.message).toBe('')
  expect(SuppressedError.prototype.cause).toBeUndefined()
  expect(Object.keys(new SuppressedError(complaint, failed))).toEqual([])
  expect(new Error()).toMatchObject({ message: '' })
  expect('cause' in new Error()).toBe(false)
})

test("the place is the test's own line, not a frame of the runner", () => {
  const error = thrownBy(() => {
    using _fake = endingWith(complaint)
    expect(1 as number).toBe(2)
  })
  expect((error as SuppressedError).message).toMatch(
    /Received: 1\n\n {4}at .*suppressed-errors\.test\.ts:\d+:\d+\)\n\nThen, when the block ended/,
  )
})
