/** The requests for approval that an app's calls have filed, as failed assertions show them. Knows no assertion. */
import { createAppApprovals, describePrincipal, type ApprovalRequest, type InProcessApp } from '@understudy/app'
import { named, printableName, quote } from '@understudy/script/fake'

/** How many requests are shown: those that were filed last. */
const SHOWN = 10

/** Prints the requests, the oldest first, with where each stands. */
export async function printRequests(app: InProcessApp): Promise<string> {
  if (app.options.approvals === undefined) {
    return 'Requests: the app has no store to file them in: createApp({ approvals: { store: memoryApprovals() } }).'
  }
  const requests = await createAppApprovals(app).list()
  if (requests.length === 0) return 'Requests: none was filed.'
  const before = requests.length - SHOWN
  return [
    'Requests:',
    ...(before > 0 ? [`    … ${before} requests before`] : []),
    ...requests.slice(-SHOWN).map((request) => `    ${printRequest(request)}`),
  ].join('\n')
}

function printRequest({ tool, input, agent, principal, ...request }: ApprovalRequest): string {
  const { status, expiresAt, decidedBy, reason } = request
  const by = decidedBy === undefined ? '' : ` by ${printableName(describePrincipal(decidedBy))}`
  const said = reason === undefined ? '' : `, ${quote(reason)}`
  const until = status === 'pending' || status === 'approved' ? `, until ${expiresAt}` : ''
  const asked = `${named(tool)} ${quote(input)} of ${named(agent)} as ${printableName(describePrincipal(principal))}`
  return `${asked}: ${status}${status === 'expired' ? ` at ${expiresAt}` : by}${said}${until}`
}
