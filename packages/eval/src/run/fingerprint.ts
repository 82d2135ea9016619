/**
 * What a row was made of, as hashes, so that a change is noticed. Of functions their text is hashed and not what they call.
 */
import { hash } from 'ohash'
import type { EvalCase } from '../cases/eval-case.js'
import type { Eval } from '../definition/define-eval.js'
import { FINGERPRINT_PARTS, type Fingerprint, type FingerprintPart } from '../disk/rows.js'
import type { ProbedAgent } from './probe-agent.js'

/** Stands where an agent could not be looked at, because no app could be made. It is like any other. */
const UNKNOWN = 'unknown'

/** The agents of an eval as they were found; undefined where no app could be made. */
export interface ProbedAgents {
  readonly agent: ProbedAgent | undefined
  readonly judge: ProbedAgent | undefined
}

/** The parts that all cases have in common. */
export function fingerprintOf({ definition, metrics }: Eval, probed: ProbedAgents): Omit<Fingerprint, 'case'> {
  const { judge } = definition
  return {
    agent: probed.agent === undefined ? UNKNOWN : digest([definition.agent.toString(), probed.agent]),
    grader: digest([definition.grade.toString(), metrics]),
    judge:
      judge === undefined
        ? 'none'
        : probed.judge === undefined
          ? UNKNOWN
          : digest([judge.agent.toString(), probed.judge]),
  }
}

/** The part of a case. */
export function caseFingerprint({ id, input, expected, seed, tags }: EvalCase): string {
  return digest([id, input, expected, seed, tags])
}

/** What has changed since a row was made; of a row that does not say, nothing is known, and all of it counts. */
export function changedParts(then: Partial<Fingerprint> | undefined, now: Fingerprint): FingerprintPart[] {
  return FINGERPRINT_PARTS.filter((part) => {
    const before = then?.[part]
    return before !== now[part] && before !== UNKNOWN && now[part] !== UNKNOWN
  })
}

/** What an answer depends on of its case: a grader's expectations may change, and the answer stands. */
export function questionFingerprint({ id, input, seed }: EvalCase): string {
  return digest([id, input, seed])
}

function digest(value: unknown): string {
  return hash(value).slice(0, 16)
}
