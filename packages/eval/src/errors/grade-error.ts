/** A grader's answer that is no score. */
import { codeKey, codeText, quoted } from '@understudy/app'

/** What {@link GradeError} knows. */
export interface GradeErrorDetails {
  readonly metric: string
  readonly given: unknown
  readonly scale: number
}

/** A failed attempt, and not a score of zero. */
export class GradeError extends Error {
  override readonly name = 'GradeError'
  readonly code = 'GRADE'
  readonly metric: string
  readonly given: unknown

  constructor({ metric, given, scale }: GradeErrorDetails) {
    super(
      `The grader gave ${shown(given)} for ${quoted(metric)}, and its scores are numbers from 0 to ${scale}. ` +
        `Return one: \`grade: (…) => ({ ${codeKey(metric)}: 1 })\`, or say the best score: \`{ id: ${codeText(metric)}, scale: … }\`.`,
    )
    this.metric = metric
    this.given = given
  }
}

function shown(given: unknown): string {
  if (given === undefined) return 'nothing'
  return typeof given === 'number' ? String(given) : `a value of the type ${typeof given}`
}
