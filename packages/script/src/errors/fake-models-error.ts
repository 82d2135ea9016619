/** Everything that a fake of the SDK's provider found wrong, thrown when its block ends. */

/** Thrown when `fakeModels()` ends with complaints: an app may have swallowed each of them. */
export class FakeModelsError extends Error {
  override readonly name = 'FakeModelsError'
  readonly code = 'FAKE_MODELS'
  /** One error for each fault, in the order in which they were found. */
  readonly complaints: readonly Error[]

  /** `list` and `run` are the complaints and the events as they are to be read; `ended` says whether the fake is over. */
  constructor(
    complaints: readonly Error[],
    { list, run, ended = true }: { readonly list: string; readonly run: string; readonly ended?: boolean },
  ) {
    const count = complaints.length === 1 ? 'a complaint' : `${complaints.length} complaints`
    super(`The fake provider ${ended ? 'ended with' : 'has'} ${count}${ended ? '' : ' so far'}:\n${list}\n\n${run}`, {
      cause: complaints[0],
    })
    this.complaints = complaints
  }
}
