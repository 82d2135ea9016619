/**
 * Where in a test an assertion was called: failures point there, and not at the code that found them.
 */
import { AssertionFailedError } from './errors/assertion-failed-error.js'

/** A place in a test. */
export interface CallSite {
  readonly stack?: string
}

/** The place that called `method`. */
export function callSiteOf(method: (...args: never[]) => unknown): CallSite {
  const site: { stack?: string } = {}
  Error.captureStackTrace(site, method)
  return site
}

/** Lets a failed assertion point at the place where it was called; other errors are let through as they are. */
export function pointAt(site: CallSite, error: unknown): unknown {
  const frames = site.stack?.split('\n').slice(1) ?? []
  if (error instanceof AssertionFailedError && frames.length > 0) {
    error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  }
  return error
}
