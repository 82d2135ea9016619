/**
 * Plays a checked reply, one step for each call: the path of a model call reads top to bottom in `#answer`. Knows where it
 * is in the script and what it was asked; leaves what a step turns into to its files.
 */
import { EndlessLoopError } from '../errors/endless-loop-error.js'
import { InvalidStepError, type StepProblem } from '../errors/invalid-step-error.js'
import { type ExhaustedDetails, ScriptExhaustedError } from '../errors/script-exhausted-error.js'
import { ScriptFaults } from '../errors/script-fault-error.js'
import { ScriptUnfinishedError } from '../errors/script-unfinished-error.js'
import { parseLoneStep } from '../grammar/parse-step.js'
import type { ParsedAnswer, ParsedFunction, ParsedReply, ParsedStep } from '../grammar/parsed-step.js'
import type { SdkContent, SdkRequest, SdkResult, SdkStreamResult } from '../sdk-types.js'
import { CallIds } from './call-ids.js'
import { delay } from './delay.js'
import { generateResult } from './generate-result.js'
import { lastMessageText, type ModelCall, takeModelCall } from './model-call.js'
import { modelResult } from './model-result.js'
import { RefusedCalls } from './refused-calls.js'
import { streamResult } from './stream-result.js'
import { untilAborted } from './until-aborted.js'
import { quotedName } from '../quoted.js'

/** More than any loop makes that has a bound, and made in less than a second. */
const MAX_CALLS = 500

/** Which call of its loop this is, from 1: the model answered the others since somebody else spoke. */
function callsOfLoop({ messages }: ModelCall): number {
  if (messages.length <= MAX_CALLS) return 1
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
  return turn.filter(({ role }) => role === 'assistant').length + 1
}

/** How a reply is played. */
export interface PlayOptions {
  /** Who plays it, in errors: `Agent "support-triager"`. */
  readonly label?: string
  /** The model's `modelId`. */
  readonly modelId?: string
  /** The model's `provider`. */
  readonly provider?: string
  /** Says where the reply was written, for errors: `triage.test.ts:14`. Asked only when there is something to tell. */
  readonly scriptedAt?: () => string | undefined
  /** An earlier call, perhaps of another model: what is the same in this one's calls is shared with it. */
  readonly shareWith?: ModelCall
  /** Hears of each call before it is answered. */
  readonly onCall?: (call: ModelCall) => void
  /** Hears of each answer, as its content goes to the SDK. */
  readonly onAnswer?: (content: readonly SdkContent[]) => void
  /** Hears of each fault of the script, as the call fails with it. A scripted `{ error }` is not a fault. */
  readonly onFault?: (error: unknown) => void
  /** Makes the error for a call past the end; a ScriptExhaustedError unless given. */
  readonly exhausted?: (details: ExhaustedDetails) => Error
}

/** What a player is made of. */
export interface PlayerSetup extends PlayOptions {
  readonly label: string
  readonly modelId: string
  readonly scope: 'script' | 'reply'
}

/** Plays one reply. Steps are taken in the order in which calls arrive. */
export class ReplyPlayer {
  readonly calls: ModelCall[] = []
  readonly reply: ParsedReply
  readonly setup: PlayerSetup
  readonly #ids: CallIds
  readonly #faults: ScriptFaults
  readonly #refused: RefusedCalls = new RefusedCalls()
  #asked = 0
  #lastTaken: ParsedStep | undefined

  constructor(reply: ParsedReply, setup: PlayerSetup) {
    this.reply = reply
    this.setup = setup
    this.#ids = new CallIds(reply.steps)
    this.#faults = new ScriptFaults(setup.onFault)
  }

  /** How many steps were taken; of an endless reply this may be more than it has. */
  get taken(): number {
    return this.reply.endless ? this.#asked : Math.min(this.#asked, this.reply.steps.length)
  }

  /** The steps that were not asked for; an endless step is never among them. */
  get left(): readonly ParsedStep[] {
    return (this.reply.endless ? this.reply.steps.slice(0, -1) : this.reply.steps).slice(this.#asked)
  }

  /** How many steps were not asked for. */
  get remaining(): number {
    const { steps, endless } = this.reply
    return Math.max(0, (endless ? steps.length - 1 : steps.length) - this.#asked)
  }

  /** The last step that was taken; for a function, what it decided on. */
  get lastTaken(): ParsedStep | undefined {
    return this.#lastTaken
  }

  async generate(request: SdkRequest): Promise<SdkResult> {
    const { result, answer } = await this.#answer(request, 'generate')
    return generateResult(result, { answer, signal: request.abortSignal })
  }

  async stream(request: SdkRequest): Promise<SdkStreamResult> {
    const { result, answer } = await this.#answer(request, 'stream')
    return streamResult(result, { answer, signal: request.abortSignal })
  }

  assertComplete(): void {
    this.#faults.assertNone(this.setup.label)
    const { left } = this
    if (left.length === 0) return
    throw new ScriptUnfinishedError({
      label: this.setup.label,
      taken: this.taken,
      left: left.map(({ description }) => description),
    })
  }

  async #answer(request: SdkRequest, mode: 'generate' | 'stream'): Promise<Answered> {
    request.abortSignal?.throwIfAborted()
    const call = takeModelCall(request, mode, this.calls.at(-1) ?? this.setup.shareWith)
    this.calls.push(call)
    this.setup.onCall?.(call)

    const refused = this.#refused.find(call, this.setup.label)
    if (refused !== undefined) throw this.#fault(refused)

    const number = ++this.#asked
    const step = this.reply.steps[number - 1] ?? (this.reply.endless ? this.reply.steps.at(-1) : undefined)
    if (step === undefined) throw this.#fault(this.#exhausted(call, number))
    if (this.reply.endless && callsOfLoop(call) > MAX_CALLS) throw this.#fault(this.#endless(call))
    this.#lastTaken = step

    const answer =
      step.kind === 'function' ? await this.#decide(step, { call, number, signal: request.abortSignal }) : step
    if (answer.kind === 'error') throw answer.error
    const result = this.#result(answer, { call, number })
    this.#refused.made(step, result.content, number)
    const { delayMs } = answer.modifiers
    if (delayMs !== undefined) await delay(delayMs, request.abortSignal)
    this.setup.onAnswer?.(result.content)
    return { result, answer }
  }

  #result(answer: Answered['answer'], { call, number }: Pick<Asked, 'call' | 'number'>): SdkResult {
    const { label, modelId } = this.setup
    try {
      return modelResult(answer, { label, modelId, step: number, call, nextCallId: () => this.#ids.next(call) })
    } catch (error) {
      throw this.#fault(error)
    }
  }

  async #decide(step: ParsedFunction, { call, number, signal }: Asked): Promise<ParsedAnswer> {
    let decided: unknown
    try {
      decided = await untilAborted(Promise.resolve(step.decide(call)), signal)
    } catch (error) {
      throw signal?.aborted === true && error === signal.reason ? error : this.#fault(error)
    }
    try {
      const answer = this.#parseDecided(decided, `step ${number} (what its function returned)`)
      this.#lastTaken = answer
      return answer
    } catch (error) {
      throw this.#fault(error)
    }
  }

  #parseDecided(decided: unknown, path: string): ParsedAnswer {
    const { label } = this.setup
    const problems: StepProblem[] = []
    const answer = parseLoneStep(decided, path, problems)
    if (answer?.kind === 'function') problems.push({ path, found: 'a function', fix: 'Return the step itself.' })
    const taken = answer && this.#ids.claim(answer)
    if (taken !== undefined) {
      problems.push({
        path,
        found: `a step with the tool call id ${quotedName(taken)}, which is taken`,
        fix: 'Leave the `id` out.',
      })
    }
    const [first, ...others] = problems
    if (first || !answer || answer.kind === 'function') {
      throw new InvalidStepError([first ?? { path, found: 'not a step', fix: '' }, ...others], { label })
    }
    return answer
  }

  #exhausted(call: ModelCall, askedFor: number): Error {
    const { label, scope, scriptedAt, exhausted } = this.setup
    const details: ExhaustedDetails = {
      label,
      scope,
      steps: this.reply.steps.map(({ description }) => description),
      askedFor,
      lastMessage: lastMessageText(call),
      offeredTools: call.tools.map(({ name }) => name),
      scriptedAt: scriptedAt?.(),
    }
    return exhausted === undefined ? new ScriptExhaustedError(details) : exhausted(details)
  }

  #endless({ tools }: ModelCall): Error {
    const { label } = this.setup
    return new EndlessLoopError({ label, calls: MAX_CALLS, offeredTools: tools.map(({ name }) => name) })
  }

  #fault(error: unknown): unknown {
    return this.#faults.add(error)
  }
}

interface Answered {
  readonly result: SdkResult
  readonly answer: Exclude<ParsedAnswer, { kind: 'error' }>
}

interface Asked {
  readonly call: ModelCall
  readonly number: number
  readonly signal: AbortSignal | undefined
}
