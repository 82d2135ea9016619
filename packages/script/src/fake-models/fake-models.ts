/**
 * `fakeModels()`: the SDK's default provider with scripted models, what it recorded, and what it asserts. Knows no app and
 * no agents.
 */
import { FakeEndedError } from '../errors/fake-ended-error.js'
import { FakeModelsError } from '../errors/fake-models-error.js'
import { RealModelError } from '../errors/real-model-error.js'
import { TestSetupError } from '../errors/test-setup-error.js'
import { callerSite, callSiteOf, type CallSite } from '../fake/call-site.js'
import { checkOptions } from '../fake/check-arguments.js'
import { enlist, refuseUnended } from '../fake/live-fakes.js'
import type { ModelScripts } from '../fake/model-scripts.js'
import { giveModelScripts } from '../fake/model-vocabulary.js'
import { quote } from '../fake/printable.js'
import { isRecordedCall, PromptRecorder } from '../fake/prompt-recorder.js'
import { fakeModelsWords } from '../fake/prompted.js'
import { scriptReplies } from '../fake/script-replies.js'
import { makeSuppressedErrorsReadable } from '../fake/suppressed-errors.js'
import { openFixture } from '../fixtures/fixture.js'
import { isRecording } from '../fixtures/is-recording.js'
import type { RecordOptions } from '../fixtures/record-fixture.js'
import type { Reply } from '../grammar/step.js'
import { guardModels } from '../guard/guard-models.js'
import type { AskedCallByKind } from './model-call.js'
import type { ModelPrompt } from './model-prompt.js'
import { ModelPrompts } from './model-prompts.js'
import { ModelProvider } from './model-provider.js'

/** Options of `fakeModels()`. */
export interface FakeModelsOptions {
  /** Replies that were never used are a complaint when the fake ends. */
  readonly strict?: boolean
}

/** Options of `respond()`. */
export interface RespondOptions {
  /** For prompts whose order is not fixed: the replies are for those that this holds for. */
  readonly when?: (input: string, call: ModelPrompt) => boolean
}

/**
 * Takes the place of the SDK's default provider until the block ends: `using models = fakeModels()`. What a string id, as
 * in `model: 'anthropic/claude-opus-5'`, answers is scripted by `respond()`; no real model is reachable meanwhile.
 * @throws UnendedFakeError when a fake of another file of tests never ended.
 */
export function fakeModels(options: FakeModelsOptions = {}): FakeModels {
  checkOptions('fakeModels', options, { names: ['strict'], example: '{ strict: true }' })
  // Deep enough to see the test behind its helpers.
  return new FakeModels({ strict: options.strict ?? false, madeAt: callSiteOf(fakeModels, 50) })
}

/** A provider of the SDK whose models follow a script until it is disposed. Made by `fakeModels()`. */
// The words for other kinds of models are a table's; the prototype gets them in the static block.
export interface FakeModels extends ModelScripts<AskedCallByKind> {}
export class FakeModels extends ModelProvider implements Disposable {
  readonly #prompts: ModelPrompts
  readonly #guard: Disposable
  readonly #delist: () => void
  readonly #strict: boolean
  #ended = false

  static {
    giveModelScripts(this, (fake) => fake.#prompts)
  }

  /** @internal */
  constructor({ strict, madeAt }: { readonly strict: boolean; readonly madeAt: CallSite }) {
    refuseUnended(madeAt)
    const prompts = new ModelPrompts(madeAt)
    super(prompts)
    makeSuppressedErrorsReadable()
    this.#prompts = prompts
    this.#strict = strict
    this.#guard = guardModels({
      allows: isRecordedCall,
      refuse: (call) => {
        const error = new RealModelError(call, HOW_TO_ASK)
        prompts.complainOf(error)
        return error
      },
      wasMade: (refusal) => void (refusal instanceof RealModelError && refusal.wasMade()),
      standIn: prompts,
    })
    this.#delist = enlist({ fake: this, madeAt, words: fakeModelsWords })
  }

  /**
   * Queues one reply for each future prompt of the model with that id, in order; call it again to add. With `when`, a queue
   * of its own for the prompts that the condition holds for, tried before the others. A function instead of a list makes a
   * reply for every prompt that no queue has one for.
   * @throws InvalidStepError, a TypeError, when a reply is outside the grammar.
   */
  respond(id: string, replies: readonly Reply[] | ((call: ModelPrompt) => Reply), options: RespondOptions = {}): this {
    if (this.#ended) throw new FakeEndedError('A reply was scripted', fakeModelsWords)
    const site = callerSite()
    refuseNoId(id, 'respond', "['…']")
    scriptReplies(this.#prompts.replies, { name: id, replies, options, site })
    return this
  }

  /**
   * Answers every prompt of the model with that id from a fixture, by what it is asked; replies that are queued come first.
   * A question that was not recorded fails the call and the disposal; turns that nobody asked for count as unused replies.
   *
   * With `RECORD=1` in the environment the default provider's real model answers instead, and each answer is written to the
   * file as it completes. All other models stay out of reach.
   * @throws FixtureNotFoundError or FixtureFormatError for a file that is none.
   */
  replay(id: string, path: string | URL, options: RecordOptions = {}): this {
    if (this.#ended) throw new FakeEndedError('A fixture was given', fakeModelsWords)
    const site = callerSite()
    refuseNoId(id, 'replay', "'fixtures/….json'")
    if (isRecording()) {
      this.#prompts.record(id, { recorder: new PromptRecorder(path, options), site })
      return this
    }
    const { parts: _, ...shared } = options
    const fixture = openFixture(path, shared)
    this.#prompts.fixtures.push(fixture)
    this.#prompts.replies.makeEach(id, { site, make: () => ({ reply: fixture.reply(), site }) })
    return this
  }

  /** What is wrong so far; thrown together when the fake ends. */
  get complaints(): readonly Error[] {
    return this.#prompts.complaints.map(({ error }) => error)
  }

  /**
   * Every scripted reply was used, and nothing is wrong so far.
   * @throws FakeModelsError otherwise.
   */
  assertComplete(): void {
    this.#throwComplaints(this.#prompts.unused, false)
  }

  /**
   * Ends the fake: the default provider is back, and what comes late to one of its models is refused.
   * @throws FakeModelsError with every complaint, since the app may have swallowed each.
   */
  [Symbol.dispose](): void {
    if (this.#ended) return
    this.#ended = true
    this.#delist()
    this.#guard[Symbol.dispose]()
    this.#prompts.end()
    this.#throwComplaints(this.#strict ? this.#prompts.unused : [], true)
  }

  #throwComplaints(unused: readonly Error[], ended: boolean): void {
    const told = this.#prompts.tell(unused)
    if (told !== undefined) throw new FakeModelsError(told.errors, { ...told, ended })
  }
}

const HOW_TO_ASK =
  "Ask it by its id, which the fake answers for: `model: '…'`; or put the fake in the place of its provider: " +
  "`customProvider({ fallbackProvider: models })`. A double of your own passes with `provider: 'scripted'`."

/** A model object in the place of its id would queue replies that no prompt ever draws. */
function refuseNoId(id: unknown, method: string, rest: string): void {
  if (typeof id === 'string' && id !== '') return
  throw new TestSetupError(
    `${method}() takes the id of a model, not ${quote(id)}. Pass the id as the app says it: models.${method}('anthropic/claude-opus-5', ${rest}).`,
  )
}
