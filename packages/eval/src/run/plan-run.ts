/** What a run would do: which attempts are done, stale and to be made. Asks no model and writes nothing. */
import type { PlannedAttempt } from '../attempt/attempt-context.js'
import type { CollectedCase } from '../cases/collect-cases.js'
import type { PriorRun } from '../disk/eval-reporter.js'
import { stemOf, type AttemptKey, type Fingerprint, type ResultRow } from '../disk/rows.js'
import type { StoredAnswer } from '../disk/stored-answer.js'
import type { StaleRow } from '../errors/stale-results-error.js'
import { caseFingerprint, changedParts, questionFingerprint } from './fingerprint.js'

/** What a run would do. */
export interface RunPlan {
  /** In the order in which they start: the first rep of every case, then the second. */
  readonly attempts: readonly PlannedAttempt[]
  /** Scored already, of what is there now. */
  readonly done: readonly AttemptKey[]
  /** Scored already, of something else. */
  readonly stale: readonly StaleRow[]
  /** Rows that the attempts take the place of. */
  readonly replaced: readonly AttemptKey[]
  /** To be graded again, and never answered. */
  readonly unanswered: readonly AttemptKey[]
}

/** What a plan follows from. */
export interface PlanSource {
  readonly cases: readonly CollectedCase[]
  readonly reps: number
  readonly prior: PriorRun
  readonly common: Omit<Fingerprint, 'case'>
  readonly regrade: boolean
  readonly failed: boolean
}

interface MutablePlan {
  attempts: PlannedAttempt[]
  done: AttemptKey[]
  stale: StaleRow[]
  replaced: AttemptKey[]
  unanswered: AttemptKey[]
}

/** Plans a run. Stale rows are planned anew; whether they may be is not decided here. */
export async function planRun(source: PlanSource): Promise<RunPlan> {
  const plan: MutablePlan = { attempts: [], done: [], stale: [], replaced: [], unanswered: [] }
  const rows = new Map(source.prior.results.map((row) => [stemOf(row), row]))
  const failed = new Set(source.prior.errors.map(stemOf))
  const fingerprints = new Map(
    source.cases.map(({ promptId, kase }) => [promptId, { ...source.common, case: caseFingerprint(kase) }]),
  )
  for (let rep = 0; rep < source.reps; rep += 1) {
    for (const { promptId, kase } of source.cases) {
      const key = { prompt_id: promptId, rep }
      const row = rows.get(stemOf(key))
      if (row === undefined && source.failed && !failed.has(stemOf(key))) continue
      // Made from these very cases above.
      const fingerprint = fingerprints.get(promptId) as Fingerprint
      const question = questionFingerprint(kase)
      await place(plan, source, {
        key,
        row,
        planned: { promptId, rep, kase, fingerprint, question, stored: undefined },
      })
    }
  }
  return plan
}

interface Candidate {
  readonly key: AttemptKey
  readonly row: ResultRow | undefined
  readonly planned: PlannedAttempt
}

async function place(
  plan: MutablePlan,
  { prior, regrade }: PlanSource,
  { key, row, planned }: Candidate,
): Promise<void> {
  const { fingerprint } = planned
  if (row !== undefined && !regrade) {
    const changed = changedParts(row.meta?.fingerprint, fingerprint)
    if (changed.length === 0) {
      plan.done.push(key)
      return
    }
    plan.stale.push({ ...key, changed })
  }
  const stored = usable(await prior.answer(key), planned, regrade)
  if (regrade && stored === undefined) {
    plan.unanswered.push(key)
    return
  }
  if (row !== undefined) plan.replaced.push(key)
  // An answer that is graded again stays its own agent's.
  const agent = stored?.fingerprint.agent ?? fingerprint.agent
  plan.attempts.push({ ...planned, stored, fingerprint: { ...fingerprint, agent } })
}

/** The answer, if it is one to what would be asked now; to be graded again, it may be by the agent as it was. */
function usable(
  answer: StoredAnswer | undefined,
  { question, fingerprint }: PlannedAttempt,
  regrade: boolean,
): StoredAnswer | undefined {
  if (answer === undefined || answer.fingerprint.question !== question) return undefined
  const sameAgent = changedParts({ ...fingerprint, agent: answer.fingerprint.agent }, fingerprint).length === 0
  return sameAgent || regrade ? answer : undefined
}
