/** Rows that were made of something else than what would run now. */
import type { AttemptKey, FingerprintPart } from '../disk/rows.js'
import { codeText, named } from '@understudy/app'

/** A row whose making has changed. */
export interface StaleRow extends AttemptKey {
  readonly changed: readonly FingerprintPart[]
}

/** Thrown before any model is asked. */
export class StaleResultsError extends Error {
  override readonly name = 'StaleResultsError'
  readonly code = 'STALE_RESULTS'
  readonly flow: string
  readonly variant: string
  readonly stale: readonly StaleRow[]

  constructor(flow: string, variant: string, stale: readonly StaleRow[]) {
    const counts = new Map<FingerprintPart, number>()
    for (const part of stale.flatMap(({ changed }) => changed)) counts.set(part, (counts.get(part) ?? 0) + 1)
    const parts = [...counts].map(([part, count]) => `the ${part} of ${count}`).join(', ')
    const ids = [...new Set(stale.map(({ prompt_id }) => prompt_id))]
    const shown = ids
      .slice(0, 5)
      .map((id) => named(id))
      .join(', ')
    const cases = ids.length > 5 ? `${shown} and ${ids.length - 5} more` : shown
    super(
      `${stale.length === 1 ? '1 result' : `${stale.length} results`} of ${named(flow)}/${named(variant)} ${stale.length === 1 ? 'was' : 'were'} made of something else ` +
        `(changed: ${parts}; ${ids.length === 1 ? 'case' : 'cases'} ${cases}), so nothing ran. ` +
        `Run just those again: \`{ stale: 'rerun' }\`, or leave them and begin a variant: \`{ variant: ${codeText(nextOf(variant))} }\`.`,
    )
    this.flow = flow
    this.variant = variant
    this.stale = stale
  }
}

/** The round after it. */
function nextOf(variant: string): string {
  return `v${variant === 'baseline' ? 1 : Number(variant.slice(1)) + 1}`
}
