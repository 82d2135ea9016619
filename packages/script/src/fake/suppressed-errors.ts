/**
 * When a test fails and the disposal of its fake fails too, the runner gets one `SuppressedError` with both, and shows
 * neither: Bun 1.4.5 gives it no message, and compilers' helpers give it one that says nothing. This makes it tell both,
 * the failed test first. Knows no runner. What `try … finally` throws is no such error: the language drops the first one.
 */
import { quote } from './printable.js'

let done = false

provideSuppressedError()

/**
 * Gives such errors a message where they have none of their own, and a cause, which runners print. Stays in place: it
 * changes nothing but what was blank.
 */
export function makeSuppressedErrorsReadable(): void {
  if (done) return
  done = true
  mend('message', function message(this: SuppressedError) {
    if (this === SuppressedError.prototype) return ''
    const [first] = inOrder(this)
    return tellAll(this, `${describe(first)}${placeOf(first)}`)
  })
  mend('cause', function cause(this: SuppressedError): unknown {
    return this === SuppressedError.prototype ? undefined : causeOf(this)
  })
}

function mend(property: 'message' | 'cause', get: (this: SuppressedError) => unknown): void {
  const { prototype } = SuppressedError
  Object.defineProperty(prototype, property, {
    configurable: true,
    get,
    // What an engine or a compiler's helper sets itself is kept.
    set(this: SuppressedError, value: unknown) {
      Object.defineProperty(this, property, { value, writable: true, configurable: true })
    },
  })
}

/** The first error where the message tells all; else, since a helper's says nothing, one that tells all in its name. */
function causeOf(error: SuppressedError): unknown {
  const [first] = inOrder(error)
  if (!Object.hasOwn(error, 'message')) return first
  // Its name is told beside it, and the place by the cause.
  const told = new Error(tellAll(error, first instanceof Error ? first.message : describe(first)), { cause: first })
  if (first instanceof Error) told.name = first.name
  return told
}

/** All that went wrong; `start` is how the first is told. */
function tellAll(error: SuppressedError, start: string): string {
  const [, ...others] = inOrder(error)
  return [start, ...others.map(describe)].join('\n\nThen, when the block ended:\n\n')
}

/** Where the first one was thrown: a runner points at the end of the block. Frames of the runner itself have no line. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frames = stack.split('\n').filter((line) => /^\s*at .*:\d+:\d+\)?$/.test(line))
  const frame = frames.find((line) => !line.includes('/node_modules/')) ?? frames[0]
  return frame === undefined ? '' : `\n    ${frame.trim()}`
}

/** What went wrong, in the order in which it did: each block that failed while it ended has one more around the last. */
function inOrder({ suppressed, error }: SuppressedError): unknown[] {
  return [suppressed, error].flatMap((each) => (each instanceof SuppressedError ? inOrder(each) : [each]))
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : quote(error)
}

/**
 * Node 22 has no `SuppressedError`, and what compilers' helpers make in its place can be told from no other error. They
 * look for the standard's before the block begins, so it has to be there when this file is imported.
 */
function provideSuppressedError(): void {
  if (typeof SuppressedError !== 'undefined') return
  const value = class extends Error {
    constructor(error: unknown, suppressed: unknown, message?: string) {
      super(message)
      Object.defineProperty(this, 'error', { value: error, writable: true, configurable: true })
      Object.defineProperty(this, 'suppressed', { value: suppressed, writable: true, configurable: true })
    }
  }
  Object.defineProperty(value, 'name', { value: 'SuppressedError', configurable: true })
  Object.defineProperty(value.prototype, 'name', { value: 'SuppressedError', writable: true, configurable: true })
  Object.defineProperty(globalThis, 'SuppressedError', { value, writable: true, configurable: true })
}
