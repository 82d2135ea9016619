/** The operators' page: what waits for a yes, the tickets, and what agents did. Reads nothing itself: it shows what it is given. */
import type { ApprovalRequest } from '@understudy/app'
import type { TicketRow } from '../../tickets/ticket-store'
import { visible } from '../../visible'
import type { NumberedEvent } from '../live-feed'
import { ApprovalCard } from './approval-card'
import { layout } from './layout'
import { Time } from './time'
import { TrailEntry } from './trail-entry'

/** What the page shows. */
export interface OpsView {
  readonly pending: readonly ApprovalRequest[]
  readonly tickets: readonly TicketRow[]
  readonly events: readonly NumberedEvent[]
  /** What became of the form that was sent last. */
  readonly notice?: { readonly role: 'status' | 'alert'; readonly text: string } | undefined
}

/** The page. */
export function opsPage({ pending, tickets, events, notice }: OpsView) {
  return layout(
    'Operators: support desk',
    <>
      <header>
        <h1>Support desk</h1>
        <form method="post" action="/ops/sign-out">
          <button type="submit">Sign out</button>
        </form>
      </header>
      <main>
        {notice && (
          <p role={notice.role} class="notice" tabindex={-1} autofocus>
            {notice.text}
          </p>
        )}
        <section aria-labelledby="pending-title">
          <h2 id="pending-title">Waiting for you</h2>
          <ul id="pending" aria-live="polite" aria-relevant="additions">
            {pending.map((request) => (
              <ApprovalCard request={request} />
            ))}
          </ul>
          <p class="none">No agent waits for an answer.</p>
        </section>
        <Tickets tickets={tickets} />
        <Trail events={events} />
      </main>
    </>,
  )
}

function Tickets({ tickets }: Pick<OpsView, 'tickets'>) {
  return (
    <section aria-labelledby="tickets-title">
      <h2 id="tickets-title">Tickets</h2>
      <div class="scrolls" tabindex={0} role="group" aria-label="Table of tickets">
        <table>
          <thead>
            <tr>
              <th scope="col">Id</th>
              <th scope="col">Subject</th>
              <th scope="col">Customer</th>
              <th scope="col">Status</th>
              <th scope="col">Opened</th>
            </tr>
          </thead>
          <tbody>
            {tickets.map(({ id, subject, customer, status, openedAt }) => (
              <tr>
                <td>{id}</td>
                <th scope="row">{visible(subject)}</th>
                <td>{visible(customer)}</td>
                <td>{status}</td>
                <td>
                  <Time at={openedAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Trail({ events }: Pick<OpsView, 'events'>) {
  const calls = events.filter((event) => event.kind === 'call')
  return (
    <section aria-labelledby="trail-title">
      <h2 id="trail-title">What agents did</h2>
      <p id="live">Since the desk started, the newest first. Load the page again to see what is new.</p>
      <ol id="trail" reversed aria-live="polite" aria-relevant="additions" data-last={events.at(-1)?.number ?? 0}>
        {calls.toReversed().map(({ record }) => (
          <TrailEntry record={record} />
        ))}
      </ol>
      <p class="none">No tool was called yet.</p>
    </section>
  )
}
