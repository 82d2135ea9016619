/** One attempt: its score, and what was said, call by call. */
import type { VNode } from 'preact'
import type { Metric } from '../definition/metric.js'
import { stemOf, type ErrorRow, type ResultRow, type TraceTurn } from '../disk/rows.js'
import { element, type Content } from './element.js'
import { dollars, score, seconds } from './figures.js'
import type { ReportVariant } from './read-report.js'

/** More of one turn than anybody reads on a page; the trace's file has the rest. */
const LONGEST = 20_000

const ROLES: Readonly<Record<TraceTurn['role'], string>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool_call: 'tool call',
  tool_result: 'tool result',
}

/** An attempt that was scored or cut short. */
export function attempt(row: ResultRow, variant: ReportVariant, metrics: readonly Metric[]): VNode {
  const turns = variant.traces.get(stemOf(row))
  const scores = metrics
    .filter(({ id }) => Object.hasOwn(row.grade, id))
    .map((metric) => `${metric.label} ${score(row.grade[metric.id] ?? null, metric)}`)
  // A file may have anything there.
  const cost: unknown = row.meta?.cost_usd
  const facts = [
    row.status === 'truncated' ? `truncated (${row.stop_reason})` : scores.join(', '),
    seconds(row.latency_s),
    dollars(typeof cost === 'number' ? cost : null),
    row.model,
  ]
  return element(
    'details',
    { class: 'attempt' },
    element('summary', {}, element('b', {}, `${variant.name}, rep ${row.rep}`), ' ', facts.join(' · ')),
    row.explanation === '' ? null : element('p', { class: 'explanation' }, row.explanation),
    turns === undefined
      ? element('p', { class: 'muted' }, 'There is no transcript.')
      : element('ol', { class: 'turns' }, turns.map(turn)),
  )
}

/** An attempt that failed. */
export function failure(row: ErrorRow, { name }: ReportVariant): VNode {
  return element(
    'p',
    { class: 'failure' },
    element('b', {}, `${name}, rep ${row.rep}: failed (${row.failure_class})`),
    ` after ${String(row.retries)} retries: `,
    shortened(row.error),
  )
}

function turn({ role, content, name }: TraceTurn): VNode {
  const title = Object.hasOwn(ROLES, role) ? ROLES[role] : role
  return element(
    'li',
    { class: Object.hasOwn(ROLES, role) ? role : 'other' },
    element('span', { class: 'role' }, name === undefined ? title : `${title}: ${name}`),
    element('pre', {}, shortened(content)),
  )
}

function shortened(text: string): Content {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} more characters, in the file of the trace.`
}
