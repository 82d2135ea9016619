/** Whatever goes wrong is answered as JSON: `{ error, message }`. What it was in detail is for the log. */
import { ConversationError } from '@understudy/agents'
import { ApprovalError } from '@understudy/app'
import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { MissingKeyError } from '../missing-key-error'

/** Receives what handlers threw. */
export type Log = (error: Error) => void

/** Answers 404. */
export function notFound(c: Context, what: string) {
  return c.json({ error: 'not_found', message: `There is no ${what}.` }, 404)
}

/** Answers what a handler threw. An exception of HTTP says its own status; all else is logged and hidden. */
export function errorHandler(log: Log): ErrorHandler {
  return (error, c) => {
    if (error instanceof HTTPException && error.status < 500) {
      return c.json({ error: 'bad_request', message: error.message }, error.status)
    }
    // Somebody else's, another agent's and none at all are answered alike: an id that is guessed tells nothing.
    const isUnknown = error instanceof ConversationError && (error.reason === 'unknown' || error.reason === 'agent')
    if (isUnknown) return notFound(c, 'such conversation')
    if (error instanceof ApprovalError) {
      const { status, message } = describeApprovalError(error)
      return c.json({ error: 'undecidable', reason: error.reason, message }, status)
    }
    log(error)
    if (error instanceof MissingKeyError) return c.json({ error: 'no_model', message: error.message }, 503)
    return c.json({ error: 'internal', message: 'Something went wrong.' }, 500)
  }
}

/** What a person is told whose decision about a request for approval could not be made. The error's own words are for developers. */
export function describeApprovalError({ reason }: ApprovalError) {
  switch (reason) {
    case 'unknown':
      return { status: 404, message: 'Nothing was changed: there is no such request.' } as const
    case 'decided':
      return { status: 409, message: 'Nothing was changed: somebody has answered this request already.' } as const
    case 'expired':
      return { status: 409, message: 'Nothing was changed: the time of this request is over.' } as const
    case 'approver':
    case 'agent':
      return { status: 403, message: 'Nothing was changed: only people answer requests.' } as const
  }
}
