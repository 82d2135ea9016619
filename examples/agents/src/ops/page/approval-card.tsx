/** One request for approval, as a person decides about it: who asks for what, with the exact input, and a form for each answer. */
import type { ApprovalRequest } from '@understudy/app'
import { visible, visibleJson } from '../../visible'
import { Time } from './time'

/** The request. Its forms work without a script. */
export function ApprovalCard({ request }: { readonly request: ApprovalRequest }) {
  const { id, agent, tool, principal, input, requestedAt, expiresAt } = request
  const card = `request-${id}`
  const action = `/ops/approvals/${encodeURIComponent(id)}`
  return (
    <li id={card}>
      <h3 id={`${card}-title`}>
        {visible(agent)} asks for {visible(tool)}
      </h3>
      <dl>
        <dt>On behalf of</dt>
        <dd>{principal === null ? 'nobody' : visible(`${principal.kind} ${principal.id}`)}</dd>
        <dt>Asked</dt>
        <dd>
          <Time at={requestedAt} />
        </dd>
        <dt>Answer by</dt>
        <dd>
          <Time at={expiresAt} />
        </dd>
        <dt>Exact input</dt>
        <dd>
          <pre>{visibleJson(input)}</pre>
        </dd>
      </dl>
      <form method="post" action={`${action}/approve`}>
        <button type="submit" class="yes" aria-describedby={`${card}-title`}>
          Approve
        </button>
      </form>
      <form method="post" action={`${action}/reject`}>
        <label for={`${card}-reason`}>Reason for a no (the agent reads it)</label>
        <input id={`${card}-reason`} name="reason" maxlength={500} autocomplete="off" />
        <button type="submit" class="no" aria-describedby={`${card}-title`}>
          Reject
        </button>
      </form>
    </li>
  )
}
