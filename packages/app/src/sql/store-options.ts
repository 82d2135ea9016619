/** What every store over SQL may be told beside its client. */
import { AppSetupError } from '../errors/app-setup-error.js'
import { isRecord } from '../is-record.js'
import { nameOf } from '../name-of.js'
import { unknownKeys } from '../option-problems.js'

/** Options of a store over SQL. */
export interface SqlStoreOptions {
  /**
   * How long the store waits for the locks of others, and for its turn on its client while none comes, before it gives up
   * with a `SqlBusyError`. Milliseconds; 5000 unless set.
   */
  readonly patienceMs?: number
}

const PATIENCE_MS = 5000

/** The longest that a timer runs. */
const MAX_MS = 2 ** 31 - 1

/**
 * How long a store waits, in milliseconds.
 * @throws AppSetupError when the options mean nothing.
 */
export function patienceOf(options: SqlStoreOptions): number {
  const problems = problemsOf(options)
  if (problems.length > 0) throw new AppSetupError(problems.join('\n'))
  return options.patienceMs ?? PATIENCE_MS
}

function problemsOf(options: unknown): string[] {
  const fix = 'Write `{ patienceMs: 5000 }`, or leave it out.'
  if (!isRecord(options)) return [`The options of a store over SQL are ${nameOf(options)}. ${fix}`]
  const { patienceMs } = options
  const isSpan = typeof patienceMs === 'number' && patienceMs >= 0 && patienceMs <= MAX_MS
  return [
    ...unknownKeys(options, ['patienceMs']).map((problem) => `A store over SQL ${problem}`),
    ...(patienceMs === undefined || isSpan
      ? []
      : [`\`patienceMs\` is a number of milliseconds from 0 to ${MAX_MS}. ${fix}`]),
  ]
}
