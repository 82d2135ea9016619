/** Checks what `createApp` and `extendApp` are given, where types were ignored or say too little. */
import type { AppOptions } from './app-options.js'
import { AppSetupError } from './errors/app-setup-error.js'
import { isRecord } from './is-record.js'
import { nameOf } from './name-of.js'
import { unknownKeys } from './option-problems.js'
import { quoted } from './quoted.js'

/** All that an app, its limits and its approvals may be told; the types make sure that none is left out. */
const KEYS = {
  app: keysOf<AppOptions>({
    bindings: true,
    authenticate: true,
    policies: true,
    limits: true,
    approvals: true,
    audit: true,
    now: true,
  }),
  limits: keysOf<NonNullable<AppOptions['limits']>>({ toolCallsPerMinute: true, budgets: true }),
  approvals: keysOf<NonNullable<AppOptions['approvals']>>({ store: true, notify: true, expiresInMs: true }),
}

const STORE_METHODS = ['file', 'find', 'list', 'decide', 'spend']

/** What text in the order of time can say, with room to spare. */
const TEN_YEARS_MS = 10 * 366 * 24 * 60 * 60 * 1000

/**
 * Checks an app's options.
 * @throws AppSetupError with all that is wrong with them.
 */
export function checkOptions(options: unknown): asserts options is AppOptions<object> {
  const problems = problemsOf(options)
  if (problems.length > 0) throw new AppSetupError(problems.join('\n'))
}

function keysOf<Options>(keys: Record<keyof Options, true>): readonly string[] {
  return Object.keys(keys)
}

type Given = Readonly<Record<string, unknown>>

function problemsOf(options: unknown): string[] {
  if (!isNamed(options))
    return [
      `The options of an app are ${kindOf(options)}. Write them by name: \`createApp({ bindings, authenticate })\`.`,
    ]
  return [
    ...unknownKeys(options, KEYS.app).map((problem) => `An app ${problem}`),
    ...bindingProblems(options['bindings']),
    ...policyProblems(options['policies']),
    ...limitProblems(options['limits']),
    ...approvalProblems(options['approvals']),
    ...functionProblems(options),
  ]
}

/** Whether a value has names for keys. A list or a map would be read as if it were empty. */
function isNamed(value: unknown): value is Given {
  return isRecord(value) && !(Symbol.iterator in value)
}

function kindOf(value: unknown): string {
  return value instanceof Map || value instanceof Set ? `a ${value.constructor.name}` : nameOf(value)
}

function bindingProblems(bindings: unknown): string[] {
  if (bindings === undefined) return []
  if (!isNamed(bindings)) return [`\`bindings\` is ${kindOf(bindings)}. Write them by name: \`bindings: { mailer }\`.`]
  if (!Object.hasOwn(bindings, 'principal')) return []
  return [
    'A binding is called "principal", and `c.var.principal` is who a request acts for. ' +
      'Give the binding another name: `bindings: { account: … }`.',
  ]
}

function policyProblems(policies: unknown): string[] {
  if (policies === undefined) return []
  const fix = "Write them by ability: `policies: { 'close-ticket': (principal) => principal.kind === 'user' }`."
  if (!isNamed(policies)) return [`\`policies\` is ${kindOf(policies)}. ${fix}`]
  return Object.entries(policies).flatMap(([ability, policy]) =>
    typeof policy === 'function' ? [] : [`The policy ${quoted(ability)} is ${kindOf(policy)}. ${fix}`],
  )
}

function limitProblems(limits: unknown): string[] {
  if (limits === undefined) return []
  const fix = 'Write `limits: { toolCallsPerMinute: 60 }`.'
  if (!isNamed(limits)) return [`\`limits\` is ${kindOf(limits)}. ${fix}`]
  const { toolCallsPerMinute, budgets } = limits
  const problems = unknownKeys(limits, KEYS.limits).map((problem) => `\`limits\` ${problem}`)
  if (toolCallsPerMinute !== undefined && !(typeof toolCallsPerMinute === 'number' && toolCallsPerMinute >= 0))
    problems.push(`\`limits.toolCallsPerMinute\` is a number of calls, 0 or more. ${fix}`)
  if (budgets !== undefined && !(isRecord(budgets) && typeof budgets['take'] === 'function'))
    problems.push('`limits.budgets` has no take(). Write `limits: { budgets: memoryBudgets() }`.')
  return problems
}

function approvalProblems(approvals: unknown): string[] {
  if (approvals === undefined) return []
  const fix = 'Write `approvals: { store: memoryApprovals() }`.'
  if (!isNamed(approvals)) return [`\`approvals\` is ${kindOf(approvals)}. ${fix}`]
  const { store, notify, expiresInMs } = approvals
  const problems = unknownKeys(approvals, KEYS.approvals).map((problem) => `\`approvals\` ${problem}`)
  const missing = STORE_METHODS.filter((name) => !isRecord(store) || typeof store[name] !== 'function')
  if (missing.length > 0) problems.push(`\`approvals.store\` has no ${missing.join('(), ')}(). ${fix}`)
  if (notify !== undefined && typeof notify !== 'function')
    problems.push(`\`approvals.notify\` is ${kindOf(notify)}. Write \`notify: (request) => …\`.`)
  if (expiresInMs !== undefined && !isSpan(expiresInMs))
    problems.push(
      '`approvals.expiresInMs` is a number of milliseconds above 0, ten years at most. Write `expiresInMs: 60 * 60 * 1000`.',
    )
  return problems
}

function isSpan(ms: unknown): boolean {
  return typeof ms === 'number' && ms >= 1 && ms <= TEN_YEARS_MS
}

const FUNCTIONS = {
  authenticate: '`authenticate: (c) => principalOf(c)`',
  audit: '`audit: (record) => …` or `audit: fileAudit(path)`',
  now: '`now: () => Date.now()`',
}

function functionProblems(options: Given): string[] {
  return Object.entries(FUNCTIONS).flatMap(([name, code]) => {
    const given = options[name]
    if (given === undefined || typeof given === 'function') return []
    return [`\`${name}\` is ${kindOf(given)}. Write ${code}.`]
  })
}
