/** One line of the audit trail: a tool call of an agent, and what became of it. */
import type { AuditRecord } from '@understudy/app'
import { visible } from '../../visible'
import { Time } from './time'

const OUTCOMES = { ok: 'ran', error: 'failed', denied: 'refused' } as const

/** The line. What its outcome is stands in words, and not in a colour alone. */
export function TrailEntry({ record }: { readonly record: AuditRecord }) {
  const { at, agent, tool, method, path, input, outcome, status, reason } = record
  const why = [reason, status].filter((part) => part !== undefined).join(', ')
  return (
    <li>
      <Time at={at} /> <strong class={outcome}>{OUTCOMES[outcome]}</strong> {visible(agent)}: {visible(tool)}{' '}
      <code>{visible(JSON.stringify(input) ?? '')}</code> ({method} {visible(path)}
      {why !== '' && `: ${visible(why)}`})
    </li>
  )
}
