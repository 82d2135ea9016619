/** Everything that a fake found wrong, thrown when its block ends. */

/** Thrown when a fake ends with complaints: an app may have swallowed each of them. */
export class FakeAiError extends Error {
  override readonly name = 'FakeAiError'
  readonly code = 'FAKE_AI'
  /** One error for each fault, in the order in which they were found. */
  readonly complaints: readonly Error[]

  /** `list` and `run` are the complaints and the events as they are to be read; `ended` says whether the fake is over. */
  constructor(
    complaints: readonly Error[],
    { list, run, ended = true }: { readonly list: string; readonly run: string; readonly ended?: boolean },
  ) {
    const count = complaints.length === 1 ? 'a complaint' : `${complaints.length} complaints`
    super(`The fake AI ${ended ? 'ended with' : 'has'} ${count}${ended ? '' : ' so far'}:\n${list}\n\n${run}`, {
      cause: complaints[0],
    })
    this.complaints = complaints
  }
}
