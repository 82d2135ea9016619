/** A flow that has nothing to report. */
import { named, oneLine, quoted } from '@understudy/app'

/** Thrown when there is nothing to make a report of. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
  readonly code = 'REPORT'
  readonly flow: string

  constructor(flow: string, problem: string) {
    super(
      `There is no report on ${quoted(flow)}: ${oneLine(problem, 1_000)}. Run it first: \`understudy ai:eval ${named(flow)}\`.`,
    )
    this.flow = flow
  }
}
