/** Reads a clock that somebody else made. */
import { AppSetupError } from './errors/app-setup-error.js'
import { nameOf } from './name-of.js'

/** Beyond this a time has no form as text, an expiry ten years later included. */
const MAX_MS = 8e15

/**
 * What a clock says, in milliseconds.
 * @throws AppSetupError when that is no time: nothing could be counted, recorded or end by it.
 */
export function readClock(now: () => number): number {
  const said: unknown = now()
  if (typeof said === 'number' && Math.abs(said) <= MAX_MS) return said
  const given = typeof said === 'number' ? String(said) : nameOf(said)
  throw new AppSetupError(
    `The clock \`now\` answered ${given}, and budgets, approvals and records need a number of milliseconds. ` +
      'Nothing ran, and nothing was decided. Write `now: () => Date.now()`.',
  )
}
