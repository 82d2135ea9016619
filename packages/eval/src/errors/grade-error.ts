/** A grader's answer that is no score. */
import { codeKey, codeText, nameList, quoted } from '@understudy/app'

import type { MetricKind } from '../definition/metric.js'

/** What {@link GradeError} knows. */
export interface GradeErrorDetails {
  readonly metric: string
  readonly given: unknown
  readonly scale: number
  /** `float` unless given: then a score may lie between. */
  readonly kind?: MetricKind
  /** The metrics of the eval, where `metric` is none of them. */
  readonly declared?: readonly string[]
}

/** A failed attempt, and not a score of zero. */
export class GradeError extends Error {
  override readonly name = 'GradeError'
  readonly code = 'GRADE'
  readonly metric: string
  readonly given: unknown

  constructor(details: GradeErrorDetails) {
    super(messageOf(details))
    this.metric = details.metric
    this.given = details.given
  }
}

function messageOf({ metric, given, scale, kind = 'float', declared }: GradeErrorDetails): string {
  if (declared !== undefined) {
    return (
      `The grader gave ${shown(given)} for ${quoted(metric)}, which is no metric of this eval: those are ${nameList(declared)}. ` +
      `Leave it out, or declare it: \`{ id: ${codeText(metric)}, kind: 'float' }\`.`
    )
  }
  const [scores, other] =
    kind === 'binary'
      ? [`0 and ${scale}, as it is binary`, `let scores lie between: \`{ id: ${codeText(metric)}, kind: 'float' }\``]
      : [`numbers from 0 to ${scale}`, `say the best score: \`{ id: ${codeText(metric)}, scale: … }\``]
  return (
    `The grader gave ${shown(given)} for ${quoted(metric)}, and its scores are ${scores}. ` +
    `Return one: \`grade: (…) => ({ ${codeKey(metric)}: ${scale} })\`, or ${other}.`
  )
}

function shown(given: unknown): string {
  if (given === undefined) return 'nothing'
  return typeof given === 'number' ? String(given) : `a value of the type ${typeof given}`
}
