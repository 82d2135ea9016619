/** An answer that its provider broke off. */

/** A failed attempt: what came of half an answer says nothing of a whole one. */
export class UnfinishedAnswerError extends Error {
  override readonly name = 'UnfinishedAnswerError'
  readonly code = 'UNFINISHED_ANSWER'
  /** As the SDK has it. */
  readonly finishReason: 'error' | 'content-filter'

  constructor(finishReason: 'error' | 'content-filter') {
    super(
      `The model did not end its answer: the finish reason is "${finishReason}". It is not graded, as it is not the agent's. ` +
        'Read its trace, and run it again: `runEval(evaluation, { failed: true })`.',
    )
    this.finishReason = finishReason
  }
}
