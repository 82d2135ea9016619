/** Reads what the operators' page shows, and makes the page of it. */
import { listTickets } from '../tickets/ticket-store'
import type { OpsContext } from './ops-context'
import { opsPage, type OpsView } from './page/ops-page'

/** The page as of now; with what became of the form that was sent last, when there was one. */
export async function renderOps({ db, approvals, feed }: OpsContext, notice?: OpsView['notice']) {
  // Before what is awaited, so that what happens meanwhile is sent twice rather than lost; the page's script knows it again.
  const events = feed.recent()
  const pending = await approvals.list({ status: 'pending' })
  return opsPage({ events, pending, tickets: listTickets(db), notice })
}
