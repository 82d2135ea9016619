/** The gates that refuse, by the names that assertions take. */
import type { DenialReason } from '@understudy/app'
import { describeGiven, TestSetupError } from '@understudy/script/fake'

const reasons: Readonly<Record<DenialReason, true>> = { budget: true, scope: true, approval: true }

/** A misspelt gate denies nothing. */
export function checkDenial(assertion: string, reason: unknown): void {
  if (reason === undefined || (typeof reason === 'string' && Object.hasOwn(reasons, reason))) return
  throw new TestSetupError(
    `${assertion}() takes the gate that refused, and was given ${describeGiven(reason)}. The gates are ${Object.keys(reasons).join(', ')}: \`'scope'\`.`,
  )
}
