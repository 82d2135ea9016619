/** A flow that has nothing to report. */

/** Thrown when there is nothing to make a report of. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
  readonly code = 'REPORT'
  readonly flow: string

  constructor(flow: string, problem: string) {
    super(`There is no report on "${flow}": ${problem}. Run it first: \`understudy ai:eval ${flow}\`.`)
    this.flow = flow
  }
}
