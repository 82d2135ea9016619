/** The live feed as server-sent events. Each is a piece of the operators' page, made and escaped as the page is. */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { LiveFeed, NumberedEvent } from './live-feed'
import { ApprovalCard } from './page/approval-card'
import { TrailEntry } from './page/trail-entry'

/** Sends what comes after what the browser has, and goes on until it leaves. */
export function streamFeed(c: Context, feed: LiveFeed): Response {
  return streamSSE(c, async (stream) => {
    const gone = new AbortController()
    stream.onAbort(() => gone.abort())
    // Headers travel with the first bytes. It is a comment, and no event.
    await stream.write(': connected\n\n')
    for await (const event of feed.follow(lastSeen(c), gone.signal)) {
      await stream.writeSSE({ event: event.kind, id: String(event.number), data: await markupOf(event) })
    }
  })
}

function markupOf(event: NumberedEvent) {
  return event.kind === 'call' ? <TrailEntry record={event.record} /> : <ApprovalCard request={event.request} />
}

/** A browser that connects again says in a header what it saw last; the page says so at first. */
function lastSeen(c: Context): number {
  const number = Number(c.req.header('last-event-id') ?? c.req.query('after'))
  return Number.isSafeInteger(number) ? number : 0
}
