/** Checks what `app.approvals` is given, where types were ignored: what is passed over in silence decides wrongly. */
import { closest } from 'fastest-levenshtein'
import { AppSetupError } from '../errors/app-setup-error.js'
import { isRecord } from '../is-record.js'
import { nameOf } from '../name-of.js'
import { unknownKeys } from '../option-problems.js'
import { quoted } from '../quoted.js'
import { isPrincipal } from '../principal.js'
import type { ApprovalStatus } from './approval-store.js'

const STATUSES = Object.keys({
  pending: true,
  approved: true,
  rejected: true,
  spent: true,
  expired: true,
} satisfies Record<ApprovalStatus, true>)

/** More of a status than this is not compared with those that there are. */
const MAX_COMPARED = 100

/**
 * Checks a filter of requests.
 * @throws AppSetupError with all that is wrong with it.
 */
export function checkFilter(filter: unknown): void {
  const fix = "Write `app.approvals.list({ status: 'pending' })`."
  if (!isRecord(filter)) throw new AppSetupError(`The filter of approval requests is ${nameOf(filter)}. ${fix}`)
  const { status, principal } = filter
  const problems = unknownKeys(filter, ['status', 'principal']).map(
    (problem) => `A list of approval requests ${problem}`,
  )
  if (status !== undefined && !(typeof status === 'string' && STATUSES.includes(status))) {
    const given = typeof status === 'string' ? quoted(status) : nameOf(status)
    const nearest = typeof status === 'string' ? closest(status.slice(0, MAX_COMPARED), STATUSES) : 'pending'
    problems.push(
      `No approval request has the status ${given}. They are ${STATUSES.join(', ')}. Write \`{ status: '${nearest}' }\`.`,
    )
  }
  if (principal !== undefined && principal !== null && !isPrincipal(principal))
    problems.push(
      `Approval requests are for a principal or null, and \`principal\` is ${nameOf(principal)}. Write \`{ principal: { kind: 'user', id } }\`.`,
    )
  if (problems.length > 0) throw new AppSetupError(problems.join('\n'))
}

/**
 * Checks what a decision says beside who decides.
 * @throws AppSetupError with all that is wrong with it; nothing has changed.
 */
export function checkDecision(decision: unknown, { method, keys }: { method: string; keys: readonly string[] }): void {
  // Nothing at all names nobody who decides, and is refused as that.
  if (!isRecord(decision)) return
  const { reason } = decision
  const problems = unknownKeys(decision, keys).map((problem) => `app.approvals.${method}() ${problem}`)
  if (keys.includes('reason') && reason !== undefined && typeof reason !== 'string')
    problems.push(
      `The \`reason\` of a rejection is ${nameOf(reason)}, and the model reads it as text. Write \`{ by, reason: 'Ask the owner first.' }\`, or leave it out.`,
    )
  if (problems.length > 0) throw new AppSetupError(problems.join('\n'))
}
