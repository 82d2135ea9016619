/**
 * Places in a test: where an assertion was called, a reply scripted, a fake made. Failures point there, and not at the
 * code that found them.
 */
import { AssertionFailedError } from '../errors/assertion-failed-error.js'

/** A place in a test. The stack is written out when it is first read, which costs far more than remembering it. */
export interface CallSite {
  readonly stack?: string
}

/** The place that called `method`, with at most so many callers. */
export function callSiteOf(method: (...args: never[]) => unknown, callers: number = Error.stackTraceLimit): CallSite {
  const site: { stack?: string } = {}
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = callers
  Error.captureStackTrace(site, method)
  Error.stackTraceLimit = stackTraceLimit
  return site
}

/** The place that called the function that calls this: no callers of its own, and at a fraction of the cost. */
export function callerSite(): CallSite {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 3
  const error = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return new CallerSite(error)
}

class CallerSite implements CallSite {
  readonly #error: Error

  constructor(error: Error) {
    this.#error = error
  }

  /** Without this file's own frame and that of the function that was called. */
  get stack(): string {
    return framesOf(this.#error).slice(2).join('\n')
  }
}

/** Lets a failed assertion point at the place where it was called; other errors are let through as they are. */
export function pointAt(site: CallSite, error: unknown): unknown {
  const frames = framesOf(site)
  if (error instanceof AssertionFailedError && frames.length > 0) {
    error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  }
  return error
}

/** `tests/triage.test.ts:14`: the place itself, from the working directory. Undefined where the engine does not say. */
export function describeSite(site: CallSite): string | undefined {
  const [place] = placesOf(site)
  return place && `${shorten(place.file)}:${place.line}`
}

/** The file of tests that the place was called from: the outermost one, since helpers stand between. */
export function testFileOf(site: CallSite): string | undefined {
  return placesOf(site).findLast(({ file }) => TEST_FILE.test(file))?.file
}

const TEST_FILE = /[._-](?:test|spec|fixture)\.[cm]?[jt]sx?$|\/__tests__\//

interface Place {
  readonly file: string
  readonly line: string
}

function placesOf(site: CallSite): Place[] {
  return framesOf(site).flatMap((frame) => {
    const [, file, line] = /(?:\(|at |async )((?:file:\/\/)?[^\s()]+?):(\d+):\d+\)?$/.exec(frame) ?? []
    // The runtime's own frames are nobody's code.
    if (file?.startsWith('node:')) return []
    return file === undefined || line === undefined ? [] : [{ file: file.replace(/^file:\/\//, ''), line }]
  })
}

function framesOf({ stack }: CallSite): string[] {
  return stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? []
}

function shorten(file: string): string {
  const here = `${process.cwd()}/`
  return file.startsWith(here) ? file.slice(here.length) : file
}
