/** A scripted answer that no call has taken. */
import { fakeAiWords, type FakeWords } from '../fake/prompted.js'
import type { ModelKind } from '../models/model-kind.js'

/** Thrown by `assertComplete()`, and when a strict fake ends. */
export class UnusedAnswerError extends Error {
  override readonly name = 'UnusedAnswerError'
  readonly code = 'UNUSED_ANSWER'
  readonly kind: ModelKind
  /** How many answers were left. */
  readonly count: number

  /** `by` is the method of the fake that scripted them; of a fake AI unless told otherwise. */
  constructor(
    kind: ModelKind,
    { count, scripted }: { readonly count: number; readonly scripted: number },
    by: string | { readonly respond: string; readonly words: FakeWords },
  ) {
    const { respond, words } = typeof by === 'string' ? { respond: by, words: fakeAiWords } : by
    super(
      `No call took ${count} of the ${scripted} scripted ${scripted === 1 ? 'answer' : 'answers'}, and nothing else uses them. ` +
        `Take ${count === 1 ? 'it' : 'them'} out of \`${words.variable}.${respond}([…])\`, or make the ${count === 1 ? 'call' : 'calls'}.`,
    )
    this.kind = kind
    this.count = count
  }
}
