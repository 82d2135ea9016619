/** Variants that cannot be compared. */

/** Thrown when there is nothing to compare by. */
export class CompareError extends Error {
  override readonly name = 'CompareError'
  readonly code = 'COMPARE'
  readonly flow: string

  constructor(flow: string, problem: string) {
    super(`The variants of "${flow}" cannot be compared: ${problem}`)
    this.flow = flow
  }
}
