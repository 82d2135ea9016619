/**
 * What agents do, handed on to whoever is watching, with the last of it kept for those who come later. In memory, and of this
 * process alone: what must outlive it is in the audit file and in the store of approvals.
 */
import type { ApprovalRequest, AuditRecord } from '@understudy/app'

/** A tool call that ended, or a request for approval that was filed. */
export type DeskEvent =
  | { readonly kind: 'call'; readonly record: AuditRecord }
  | { readonly kind: 'request'; readonly request: ApprovalRequest }

/** An event and its place in the order: 1 is the first of this process. */
export type NumberedEvent = DeskEvent & { readonly number: number }

/** The events of one desk. */
export interface LiveFeed {
  publish(event: DeskEvent): void
  /** Those kept, the oldest first. */
  recent(): readonly NumberedEvent[]
  /** The events after a number, those that are kept first, until the signal aborts. */
  follow(after: number, signal: AbortSignal): AsyncGenerator<NumberedEvent, void>
}

/** How many events are kept. */
const KEPT = 50

/** Makes a feed. */
export function createLiveFeed(): LiveFeed {
  const events: NumberedEvent[] = []
  const watchers = new Set<() => void>()
  let last = 0
  return {
    publish(event) {
      last += 1
      events.push({ ...event, number: last })
      if (events.length > KEPT) events.shift()
      for (const wake of watchers) wake()
    },
    recent: () => [...events],
    async *follow(after, signal) {
      // A number that this process has not reached is of the one before it: nothing of this one has been seen.
      let seen = after > last ? 0 : after
      let news = Promise.withResolvers<void>()
      const wake = (): void => news.resolve()
      watchers.add(wake)
      signal.addEventListener('abort', wake)
      try {
        while (!signal.aborted) {
          news = Promise.withResolvers()
          for (const event of events.filter(({ number }) => number > seen)) {
            seen = event.number
            yield event
          }
          if (seen === last) await news.promise
        }
      } finally {
        watchers.delete(wake)
        signal.removeEventListener('abort', wake)
      }
    },
  }
}
