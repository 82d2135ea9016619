/** Variants that cannot be compared. */
import { oneLine, quoted } from '@understudy/app'

/** Thrown when there is nothing to compare by. */
export class CompareError extends Error {
  override readonly name = 'CompareError'
  readonly code = 'COMPARE'
  readonly flow: string

  constructor(flow: string, problem: string) {
    super(`The variants of ${quoted(flow)} cannot be compared: ${oneLine(problem, 1_000)}`)
    this.flow = flow
  }
}
