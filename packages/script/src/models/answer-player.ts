/**
 * Plays checked answers, call by call: the one engine behind every kind of model that is scripted by call. Knows where it
 * is in the script and how calls fail; what an answer turns into, the kind knows.
 */
import { AnswersExhaustedError } from '../errors/answers-exhausted-error.js'
import { ImpossibleAnswerError, type ImpossibleAnswerDetails } from '../errors/impossible-answer-error.js'
import { ScriptFaults } from '../errors/script-fault-error.js'
import { ScriptUnfinishedError } from '../errors/script-unfinished-error.js'
import { shareCopy } from '../engine/share-copy.js'
import { untilAborted } from '../engine/until-aborted.js'
import type { ParsedAnswers, ParsedAnswerStep } from './answers.js'
import type { AnswerPlayOptions, KindDefinition, KindTypes } from './model-kind.js'
import { parseDecided } from './parse-answers.js'
import { type Attempt, StepQueue } from './step-queue.js'

/** What a player is made of. */
export interface AnswerPlayerSetup<TYPES extends KindTypes> {
  readonly definition: KindDefinition<TYPES>
  readonly script: ParsedAnswers<TYPES['parsed'], TYPES['asked']>
  readonly label: string
  readonly options: AnswerPlayOptions<TYPES['call']>
}

/** Plays one script. Answers are taken in the order in which calls arrive. */
export class AnswerPlayer<TYPES extends KindTypes> {
  readonly calls: TYPES['call'][] = []
  readonly #setup: AnswerPlayerSetup<TYPES>
  readonly #queue: StepQueue<TYPES['parsed']>
  readonly #faults: ScriptFaults

  constructor(setup: AnswerPlayerSetup<TYPES>) {
    this.#setup = setup
    this.#faults = new ScriptFaults(setup.options.onFault)
    this.#queue = new StepQueue(setup.script.entries.flatMap(({ steps }) => steps))
  }

  /** Whether a function answers whatever is asked. */
  get decides(): boolean {
    return this.#setup.script.decide !== undefined
  }

  /** How many scripted answers and errors were not asked for. */
  get remaining(): number {
    return this.#queue.remaining
  }

  assertComplete(): void {
    this.#faults.assertNone(this.#setup.label)
    const { left, taken } = this.#queue
    if (left.length === 0) return
    throw new ScriptUnfinishedError({
      label: this.#setup.label,
      unit: 'answer',
      taken,
      left: left.map(({ description }) => description),
    })
  }

  /**
   * Begins a call with a snapshot of what was sent; with the request itself where nobody but the mock would read it.
   * Throws the reason of a signal that is aborted already.
   */
  record(request: TYPES['call'] & { readonly abortSignal?: AbortSignal | undefined }): TYPES['call'] {
    request.abortSignal?.throwIfAborted()
    const { keepsCalls = true, onCall } = this.#setup.options
    if (!keepsCalls && onCall === undefined && !this.decides) return request
    const { abortSignal: _, ...sent } = request
    // A call that was the same is shared, all but the object itself: each call is a record of its own.
    const call: TYPES['call'] = { ...shareCopy(sent, this.calls.at(-1)) }
    if (keepsCalls) this.calls.push(call)
    onCall?.(call)
    return call
  }

  /** The next answer, for a call that asks for one. Throws what is scripted to be thrown. */
  async answer(asked: TYPES['asked'], signal: AbortSignal | undefined): Promise<TYPES['parsed']> {
    return this.decides ? this.#decide(asked, 0, signal) : this.next(asked)
  }

  /**
   * The next answers, one for each thing asked; all of them or none. Throws what is scripted to be thrown. The attempts of
   * one part of a call of the app have the same `attempt`, by which a retry goes on where the part was.
   */
  async answers(
    asked: readonly TYPES['asked'][],
    { signal, attempt }: { readonly signal: AbortSignal | undefined; readonly attempt: Attempt },
  ): Promise<readonly TYPES['parsed'][]> {
    if (this.decides) return Promise.all(asked.map((each, index) => this.#decide(each, index, signal)))
    return this.#take(asked, attempt)
  }

  /** The next answer of a list, at once. */
  next(asked: TYPES['asked']): TYPES['parsed'] {
    const [answer] = this.#take([asked], undefined)
    return answer
  }

  /** The error for an answer that no model could have given; it counts as a fault of the script. */
  impossible(details: Omit<ImpossibleAnswerDetails, 'label' | 'kind'>): ImpossibleAnswerError {
    const { label, definition } = this.#setup
    return this.#fault(new ImpossibleAnswerError({ label, kind: definition.kind, ...details }))
  }

  #take(asked: readonly TYPES['asked'][], attempt: Attempt | undefined): TYPES['parsed'][] {
    const taken = this.#queue.take(asked.length, attempt)
    if ('answers' in taken) return taken.answers
    if ('error' in taken) throw taken.error
    // What is missing is asked for: there are as many things asked as were to be taken, and fewer found.
    throw this.#fault(this.#exhausted(asked[taken.found], taken.found))
  }

  async #decide(asked: TYPES['asked'], index: number, signal: AbortSignal | undefined): Promise<TYPES['parsed']> {
    const { definition, script, label } = this.#setup
    let decided: unknown
    try {
      decided = await untilAborted(Promise.resolve(script.decide?.(asked)), signal)
    } catch (error) {
      throw signal?.aborted === true && error === signal.reason ? error : this.#fault(error)
    }
    let step: ParsedAnswerStep<TYPES['parsed']>
    try {
      const { words } = definition.tellAsked(asked, index)
      step = parseDecided(definition, decided, { path: `what the function returned ${words}`, label })
    } catch (error) {
      throw this.#fault(error)
    }
    if (step.kind === 'error') throw step.error
    return step.answer
  }

  #exhausted(asked: TYPES['asked'], index: number): Error {
    const { label, definition, options } = this.#setup
    const { words, path } = definition.tellAsked(asked, index)
    const details = {
      label,
      kind: definition.kind,
      answers: this.#queue.steps.map(({ description }) => description),
      askedFor: this.#queue.taken + index + 1,
      asked: words,
      path,
      scriptedAt: options.scriptedAt,
    }
    return options.exhausted?.(details) ?? new AnswersExhaustedError(details)
  }

  #fault<ERROR>(error: ERROR): ERROR {
    return this.#faults.add(error)
  }
}
