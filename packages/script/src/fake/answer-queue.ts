/** The scripted answers of one kind of model that wait for calls: in order, or made by a function. */
import type { CallSite } from './call-site.js'
import type { ParsedAnswersOf, ParsedEntryOf } from '../models/kinds.js'
import type { ModelKind } from '../models/model-kind.js'

/** Answers of some kind: a queue never looks into them. */
type Answers = ParsedAnswersOf<ModelKind>

/** What a call takes from the script. */
export interface DrawnAnswers {
  readonly answers: Answers
  /** Where the function was scripted that answers. */
  readonly site?: CallSite | undefined
  /** Whether the call needs more than there was; it is answered with none of it then. */
  readonly short: boolean
  /** How many answers were scripted for the kind so far. */
  readonly scripted: number
}

/** The answers of one kind. */
export class AnswerQueue {
  readonly #waiting: ParsedEntryOf<ModelKind>[] = []
  #decide: Answers['decide']
  #site: CallSite | undefined
  #scripted = 0

  /** How many answers no call has taken. */
  get unused(): number {
    return this.#waiting.length
  }

  /** How many were scripted so far. */
  get scripted(): number {
    return this.#scripted
  }

  /** Adds answers behind those that wait; `site` is where. Of functions the last one counts. */
  add({ entries, decide }: Answers, site?: CallSite): void {
    for (const entry of entries) this.#waiting.push(entry)
    this.#scripted += entries.length
    if (decide === undefined) return
    this.#decide = decide
    this.#site = site
  }

  /** Takes the answers for a call that starts now. */
  draw(count: number): DrawnAnswers {
    const scripted = this.#scripted
    const short = this.#waiting.length < count
    if (short && this.#decide !== undefined) {
      return { answers: { entries: [], decide: this.#decide }, site: this.#site, short: false, scripted }
    }
    return { answers: { entries: this.#waiting.splice(0, count) }, short, scripted }
  }
}
