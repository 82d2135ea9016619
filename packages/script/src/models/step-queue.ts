/**
 * The steps of a script in the order in which they are taken, several at a time: all that a call asks for, or none. Knows
 * that a failed call may be tried again; knows no kind of model.
 */
import type { ParsedAnswerStep } from './answers.js'

/** What tells the attempts at one part of a call of the app from those of other parts and other calls. */
export interface Attempt {
  /** The same object for all parts of a call. */
  readonly whole: object | undefined
  /** What is asked for in a part: equal for all attempts at it, and often the same list. */
  readonly part: readonly unknown[]
}

/** What a part that failed was to be answered with. */
interface Kept<PARSED> {
  readonly part: readonly unknown[]
  readonly steps: readonly ParsedAnswerStep<PARSED>[]
  /** Whether the parts that were asked for at once with it have been. What asks for the same from then on is a retry. */
  isTurnOver: boolean
}

/** All answers that were to be taken; or the error that stands before one of them; or how many there are of too few. */
type Taken<PARSED> = { readonly answers: PARSED[] } | { readonly error: Error } | { readonly found: number }

/** The steps of one script. */
export class StepQueue<PARSED> {
  /** All steps, as they were scripted. */
  readonly steps: readonly ParsedAnswerStep<PARSED>[]
  #queue: readonly ParsedAnswerStep<PARSED>[]
  #next = 0
  // A part that failed keeps what it was to be answered with, for its retry: other parts may be asked for meanwhile.
  #kept: Kept<PARSED>[] = []
  #keptFor: object | undefined

  constructor(steps: readonly ParsedAnswerStep<PARSED>[]) {
    this.steps = steps
    this.#queue = steps
  }

  /** The steps that were not taken. */
  get left(): readonly ParsedAnswerStep<PARSED>[] {
    return [...this.#kept.flatMap(({ steps }) => steps), ...this.#queue.slice(this.#next)]
  }

  /** How many steps were not taken. */
  get remaining(): number {
    const waiting = this.#queue.length - this.#next
    return this.#kept.reduce((count, { steps }) => count + steps.length, waiting)
  }

  /** How many steps were taken. */
  get taken(): number {
    return this.steps.length - this.remaining
  }

  /** The next `count` answers. An error that stands before one of them is taken alone. */
  take(count: number, attempt: Attempt | undefined): Taken<PARSED> {
    if (attempt?.whole === undefined || attempt.whole !== this.#keptFor) this.#release()
    const steps = this.#stepsFor(count, attempt)
    const answers: PARSED[] = []
    for (const step of steps) {
      if (step.kind === 'error') {
        this.#keep(steps.toSpliced(steps.indexOf(step), 1), attempt)
        return { error: step.error }
      }
      answers.push(step.answer)
    }
    if (answers.length === count) return { answers }
    this.#putBack(steps)
    return { found: answers.length }
  }

  #stepsFor(count: number, attempt: Attempt | undefined): readonly ParsedAnswerStep<PARSED>[] {
    const kept = attempt && this.#kept.find((each) => isRetry(attempt.part, each))
    if (kept !== undefined) {
      this.#kept = this.#kept.filter((each) => each !== kept)
      return kept.steps
    }
    const from = this.#next
    for (let answers = 0; answers < count && this.#next < this.#queue.length; this.#next++) {
      if (this.#queue[this.#next]?.kind === 'answer') answers++
    }
    return this.#queue.slice(from, this.#next)
  }

  #keep(steps: readonly ParsedAnswerStep<PARSED>[], attempt: Attempt | undefined): void {
    if (attempt?.whole === undefined) return this.#putBack(steps)
    this.#keptFor = attempt.whole
    const kept = { part: attempt.part, steps, isTurnOver: false }
    this.#kept.push(kept)
    queueMicrotask(() => (kept.isTurnOver = true))
  }

  // Another call has begun: what was kept for retries of the one before is next again.
  #release(): void {
    if (this.#kept.length > 0) this.#putBack(this.#kept.flatMap(({ steps }) => steps))
    this.#kept = []
    this.#keptFor = undefined
  }

  #putBack(steps: readonly ParsedAnswerStep<PARSED>[]): void {
    this.#queue = [...steps, ...this.#queue.slice(this.#next)]
    this.#next = 0
  }
}

function isRetry(part: readonly unknown[], kept: Kept<unknown>): boolean {
  if (part === kept.part) return true
  return kept.isTurnOver && part.length === kept.part.length && part.every((item, index) => item === kept.part[index])
}
