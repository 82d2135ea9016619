/** All cases of an eval, checked before any model is asked. */
import { describeError } from '../errors/attempt-failed-error.js'
import { EvalCaseError, type CaseProblem } from '../errors/eval-case-error.js'
import { caseProblem, type CaseSource, type EvalCase } from './eval-case.js'
import { safeId } from './safe-id.js'

/** A case with the id that its rows and files carry. */
export interface CollectedCase<Case extends EvalCase = EvalCase> {
  readonly promptId: string
  readonly kase: Case
}

/**
 * The cases, in their order.
 * @throws EvalCaseError with every one that is none, or whose id, or file name, another has already; and where there are
 * none, since a run of nothing would pass for one of all.
 */
export async function collectCases<Case extends EvalCase>(source: CaseSource<Case>): Promise<CollectedCase<Case>[]> {
  const cases = await readCases(source)
  const problems: CaseProblem[] = []
  const taken = new Map<string, string>()
  const collected: CollectedCase<Case>[] = []
  for (const [index, kase] of cases.entries()) {
    const problem = caseProblem(kase)
    if (problem !== undefined) {
      problems.push({ where: `case ${index + 1}`, problem })
      continue
    }
    const promptId = safeId(kase.id)
    // Some file systems take "A" and "a" for one name.
    const key = promptId.toLowerCase()
    const earlier = taken.get(key)
    if (earlier !== undefined) problems.push({ where: `case ${index + 1}`, problem: repeated(kase.id, earlier) })
    taken.set(key, kase.id)
    collected.push({ promptId, kase })
  }
  if (problems.length > 0) throw new EvalCaseError(problems)
  return collected
}

async function readCases<Case extends EvalCase>(source: CaseSource<Case>): Promise<readonly Case[]> {
  const where = 'cases'
  let cases: readonly Case[]
  try {
    cases = typeof source === 'function' ? await source() : source
  } catch (cause) {
    if (cause instanceof EvalCaseError) throw cause
    throw new EvalCaseError([{ where, problem: `getting them failed: ${describeError(cause)}` }], { cause })
  }
  if (!Array.isArray(cases)) throw new EvalCaseError([{ where, problem: 'what gets them returned no list' }])
  if (cases.length === 0) throw new EvalCaseError([{ where, problem: 'there are none' }])
  return cases
}

function repeated(id: string, earlier: string): string {
  if (id === earlier) return `the id ${JSON.stringify(id)} is taken by an earlier case`
  return `the id ${JSON.stringify(id)} would share its files with ${JSON.stringify(earlier)}`
}
