/** Checks what `createApp` and `extendApp` are given, where types were ignored or say too little. */
import type { AppOptions } from './app-options.js'
import { AppSetupError } from './errors/app-setup-error.js'
import { isRecord } from './is-record.js'
import { nameOf } from './name-of.js'

const STORE_METHODS = ['file', 'find', 'list', 'decide', 'spend']

/** What text in the order of time can say, with room to spare. */
const TEN_YEARS_MS = 10 * 366 * 24 * 60 * 60 * 1000

/**
 * Checks an app's options.
 * @throws AppSetupError with all that is wrong with them.
 */
export function checkOptions(options: AppOptions<object>): void {
  const problems = [
    ...principalProblems(options),
    ...limitProblems(options.limits),
    ...approvalProblems(options.approvals),
    ...functionProblems(options),
  ]
  if (problems.length > 0) throw new AppSetupError(problems.join('\n'))
}

function principalProblems({ bindings }: AppOptions<object>): string[] {
  if (!Object.hasOwn(bindings ?? {}, 'principal')) return []
  return [
    'A binding is called "principal", and `c.var.principal` is who a request acts for. ' +
      'Give the binding another name: `bindings: { account: … }`.',
  ]
}

function limitProblems(limits: unknown): string[] {
  if (limits === undefined) return []
  const fix = 'Write `limits: { toolCallsPerMinute: 60 }`.'
  if (!isRecord(limits)) return [`\`limits\` is ${nameOf(limits)}. ${fix}`]
  const { toolCallsPerMinute, budgets } = limits
  const problems: string[] = []
  if (toolCallsPerMinute !== undefined && !(typeof toolCallsPerMinute === 'number' && toolCallsPerMinute >= 0))
    problems.push(`\`limits.toolCallsPerMinute\` is a number of calls, 0 or more. ${fix}`)
  if (budgets !== undefined && !(isRecord(budgets) && typeof budgets['take'] === 'function'))
    problems.push('`limits.budgets` has no take(). Write `limits: { budgets: memoryBudgets() }`.')
  return problems
}

function approvalProblems(approvals: unknown): string[] {
  if (approvals === undefined) return []
  const fix = 'Write `approvals: { store: memoryApprovals() }`.'
  if (!isRecord(approvals)) return [`\`approvals\` is ${nameOf(approvals)}. ${fix}`]
  const { store, notify, expiresInMs } = approvals
  const problems: string[] = []
  const missing = STORE_METHODS.filter((name) => !isRecord(store) || typeof store[name] !== 'function')
  if (missing.length > 0) problems.push(`\`approvals.store\` has no ${missing.join('(), ')}(). ${fix}`)
  if (notify !== undefined && typeof notify !== 'function')
    problems.push(`\`approvals.notify\` is ${nameOf(notify)}. Write \`notify: (request) => …\`.`)
  if (expiresInMs !== undefined && !isSpan(expiresInMs))
    problems.push(
      '`approvals.expiresInMs` is a number of milliseconds above 0, ten years at most. Write `expiresInMs: 60 * 60 * 1000`.',
    )
  return problems
}

function isSpan(ms: unknown): boolean {
  return typeof ms === 'number' && ms >= 1 && ms <= TEN_YEARS_MS
}

function functionProblems({ audit, now }: AppOptions<object>): string[] {
  const problems: string[] = []
  if (audit !== undefined && typeof audit !== 'function')
    problems.push(`\`audit\` is ${nameOf(audit)}. Write \`audit: (record) => …\` or \`audit: fileAudit(path)\`.`)
  if (now !== undefined && typeof now !== 'function')
    problems.push(`\`now\` is ${nameOf(now)}. Write \`now: () => Date.now()\`.`)
  return problems
}
