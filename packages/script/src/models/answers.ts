/**
 * The words that all kinds of model but the language model are scripted in, as types: a list of answers, or a function.
 * Knows nothing about what the answer of a kind is.
 */

/** The model fails; asked again, as the SDK's own retry does, it gives what comes `then`. */
export interface FailingAnswer<ANSWER> {
  /** An error of the provider (`apiError(…)`), or any other. */
  error: Error
  then?: ANSWER | FailingAnswer<ANSWER>
}

/** What a function decides on: an answer, or an error to fail with. */
export type DecidedAnswer<ANSWER> = ANSWER | { error: Error; then?: never }

/** Answers every call, and never ends. */
export type AnswerFunction<ANSWER, ASKED> = (asked: ASKED) => DecidedAnswer<ANSWER> | PromiseLike<DecidedAnswer<ANSWER>>

/** Answers in the order in which they are asked for, or a function that answers whatever is asked. */
export type Answers<ANSWER, ASKED> = readonly (ANSWER | FailingAnswer<ANSWER>)[] | AnswerFunction<ANSWER, ASKED>

/** One step of a checked script: an answer, or an error to fail with. */
export type ParsedAnswerStep<PARSED> =
  | { readonly kind: 'answer'; readonly description: string; readonly answer: PARSED }
  | { readonly kind: 'error'; readonly description: string; readonly error: Error }

/** One entry of a list of answers, checked and flattened: the errors it begins with, and the answer. */
export interface ParsedEntry<PARSED> {
  /** The entry in a few words: `vector of 3 numbers`, `error "busy", then 2 images`. */
  readonly description: string
  readonly steps: readonly ParsedAnswerStep<PARSED>[]
}

/** A checked script: entries in order, or the function that decides on every answer. */
export interface ParsedAnswers<PARSED, ASKED> {
  readonly entries: readonly ParsedEntry<PARSED>[]
  /** Given where a function stands in the place of the list; then there are no entries, and it never ends. */
  readonly decide?: ((asked: ASKED) => unknown) | undefined
}
