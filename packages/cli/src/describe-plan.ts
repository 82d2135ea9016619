/** What a run would do, in words. */
import { printable, type AttemptKey } from '@understudy/eval'

/** What a dry run tells. */
export interface PlanTold {
  readonly flow: string
  readonly variant: string
  readonly done: readonly AttemptKey[]
  readonly stale: readonly (AttemptKey & { readonly changed: readonly string[] })[]
  /** `answered`: only to be graded. */
  readonly run: readonly (AttemptKey & { readonly answered: boolean })[]
  readonly unanswered: readonly AttemptKey[]
  readonly expected_cost_usd: number | null
}

/** The most attempts that are listed by name. */
const LISTED = 20

/** The plan as lines of text. */
export function describePlan({ flow, variant, done, stale, run, unanswered, expected_cost_usd }: PlanTold): string {
  const cost = expected_cost_usd === null ? 'not known' : `$${expected_cost_usd.toFixed(4)}`
  const answered = run.filter((each) => each.answered).length
  const grading = answered === 0 ? '' : ` (${answered} of them only graded: their answers are on disk)`
  const lines = [
    `${flow}/${variant}: a dry run. No model was called, and nothing was written.`,
    `  done   ${done.length}`,
    `  stale  ${stale.length}${stale.length === 0 ? '' : ': a run is refused, unless with --rerun-stale'}`,
    ...stale.slice(0, LISTED).map((row) => `    ${name(row)}: changed ${row.changed.join(', ')}`),
    `  to run ${run.length}${grading}`,
    ...run.slice(0, LISTED).map((key) => `    ${name(key)}`),
    ...(run.length > LISTED ? [`    and ${run.length - LISTED} more`] : []),
    ...(unanswered.length === 0 ? [] : [`  no answer to grade: ${unanswered.map(name).join(', ')}`]),
    `  cost expected: ${cost}`,
  ]
  return printable(`${lines.join('\n')}\n`)
}

function name({ prompt_id, rep }: AttemptKey): string {
  return `${prompt_id} (rep ${rep})`
}
