/** Everything that a fake found wrong, thrown when its block ends. */

/** Thrown when a fake ends with complaints: an app may have swallowed each of them. */
export class FakeAiError extends Error {
  override readonly name = 'FakeAiError'
  readonly code = 'FAKE_AI'
  /** One error for each fault, in the order in which they were found. */
  readonly complaints: readonly Error[]

  constructor(complaints: readonly Error[], run: string) {
    const list = complaints.map((complaint, index) => `  ${index + 1}. ${complaint.message}`)
    const count = complaints.length === 1 ? 'a complaint' : `${complaints.length} complaints`
    super(`The fake AI ended with ${count}:\n${list.join('\n')}\n\n${run}`, { cause: complaints[0] })
    this.complaints = complaints
  }
}
