/**
 * `fakeAi()`: the app's AI binding with scripted models, what it recorded, and what it asserts.
 */
import { agentNameOf, AppAi, giveCalls, standsIn } from '@understudy/agents'
import type { AgentClass, AgentHandle, Ai, AiCalls, AnyAgent, ConversationStore } from '@understudy/agents'
import type { InProcessApp } from '@understudy/app'
import type { RecordOptions } from '@understudy/script'
import {
  callerSite,
  type CallSite,
  describeSite,
  enlist,
  fakeAiWords,
  FakeEndedError,
  giveModelScripts,
  guardModels,
  isRecording,
  makeSuppressedErrorsReadable,
  openFixture,
  RealModelError,
  refuseUnended,
  scriptReplies,
  isRecordedCall,
  PromptRecorder,
} from '@understudy/script/fake'
import { FakeAiError } from '../errors/fake-ai-error.js'
import type { AgentCall } from './agent-call.js'
import type { ModelScripts } from './model-scripts.js'
import { PromptAssertions } from './prompt-assertions.js'
import { refuseNoAgent } from './refuse-no-agent.js'
import { ScriptedModels } from './scripted-models.js'
import type { ReplyOf } from './typed-reply.js'

/** Options of `respond()`. */
export interface RespondOptions<A extends AnyAgent> {
  /** For prompts whose order is not fixed: the replies are for those that this holds for. */
  readonly when?: (input: string, call: AgentCall<A>) => boolean
}

/** What a fake is made of. */
export interface FakeAiSetup {
  readonly app: InProcessApp
  /** The binding that it takes the place of. */
  readonly name: string
  /** The binding's own view. */
  readonly real: AppAi
  /** Whether replies that were never used are a complaint. */
  readonly strict: boolean
  /** Where it was made. */
  readonly madeAt: CallSite
}

/** An AI binding whose models follow a script until it is disposed. Made by `http.fakeAi()`. */
// The calls and the words for them are tables'; the prototype gets them in the static block.
export interface FakeAi extends AiCalls, ModelScripts {}
export class FakeAi extends PromptAssertions implements Ai, Disposable {
  readonly #models: ScriptedModels
  readonly #view: AppAi
  readonly #binding: Disposable
  readonly #guard: Disposable
  readonly #delist: () => void
  readonly #strict: boolean
  readonly #madeAt: CallSite
  #ended = false

  static {
    giveCalls(this, (fake) => fake.#models)
    giveModelScripts(this, (fake) => fake.#models)
  }

  constructor({ app, name, real, strict, madeAt }: FakeAiSetup) {
    refuseUnended(madeAt)
    const models = new ScriptedModels(real.configured)
    super(models)
    makeSuppressedErrorsReadable()
    this.#models = models
    this.#strict = strict
    this.#madeAt = madeAt
    this.#view = new AppAi({ app, configured: this.#models, store: real.store, onError: real.onError })
    standsIn(this, this.#view)
    this.#binding = app.fake(name, this, {
      madeAt: () => describeSite(madeAt),
      refused: (error) => models.refuseAmbiguous(error),
    })
    const fix = howToAsk(app.bindingNames.length)
    this.#guard = guardModels({
      allows: isRecordedCall,
      refuse: (call) => this.#refuse(new RealModelError(call, fix)),
      wasMade: (refusal) => void (refusal instanceof RealModelError && refusal.wasMade()),
    })
    this.#delist = enlist({ fake: this, madeAt, words: fakeAiWords })
  }

  /**
   * Queues one reply for each future prompt of the agent, in order; call it again to add. With `when`, a queue of its own
   * for the prompts that the condition holds for, tried before the others. A function instead of a list makes a reply
   * for every prompt that no queue has one for.
   * @throws InvalidStepError, a TypeError, when a reply is outside the grammar.
   */
  respond<A extends AnyAgent>(
    agent: AgentClass<A>,
    replies: readonly ReplyOf<A>[] | ((call: AgentCall<A>) => ReplyOf<A>),
    options: RespondOptions<A> = {},
  ): this {
    if (this.#ended) throw new FakeEndedError('A reply was scripted')
    const site = callerSite()
    refuseNoAgent(agent, 'respond')
    const name = agentNameOf(agent)
    this.#models.claim(name, agent)
    scriptReplies(this.#models.replies, { name, replies, options, site })
    return this
  }

  /**
   * Answers every prompt of the agent from a fixture, by what its model is asked; replies that are queued come first. A
   * question that was not recorded fails the call and the disposal; turns that nobody asked for count as unused replies.
   *
   * With `RECORD=1` in the environment the real model of the agent's provider answers instead, and each answer is written
   * to the file as it completes. All other models stay out of reach.
   * @throws FixtureNotFoundError or FixtureFormatError for a file that is none.
   */
  replay<A extends AnyAgent>(agent: AgentClass<A>, path: string | URL, options: RecordOptions = {}): this {
    if (this.#ended) throw new FakeEndedError('A fixture was given')
    const site = callerSite()
    refuseNoAgent(agent, 'replay')
    const name = agentNameOf(agent)
    this.#models.claim(name, agent)
    if (isRecording()) {
      const recorder = new PromptRecorder(path, options)
      this.#models.recordAgent(name, recorder)
      this.#models.replies.makeEach(name, { site, make: () => ({ reply: recorder.reply(), site }) })
      return this
    }
    const { parts: _, ...shared } = options
    const fixture = openFixture(path, shared)
    this.#models.fixtures.push(fixture)
    this.#models.replies.makeEach(name, { site, make: () => ({ reply: fixture.reply(), site }) })
    return this
  }

  /** What is wrong so far; thrown together when the fake ends. */
  get complaints(): readonly Error[] {
    return this.#models.complaints.map(({ error }) => error)
  }

  /**
   * Every scripted reply was used, and nothing is wrong so far.
   * @throws FakeAiError otherwise.
   */
  assertComplete(): void {
    this.#throwComplaints(this.#models.unused, false)
  }

  /** What went on so far, as failures show it: the complaints and the events; undefined when nothing was asked. */
  report(): string | undefined {
    return this.#models.report(fakeAiWords.fake, describeSite(this.#madeAt))
  }

  /** The agent of a class, with its scripted model. */
  agent<A extends AnyAgent>(Class: AgentClass<A>): AgentHandle<A> {
    return this.#view.agent(Class)
  }

  /** The real store: a scripted prompt with a conversation writes what it would in production. */
  conversations(): ConversationStore {
    return this.#view.conversations()
  }

  /**
   * Ends the fake: the real binding is back, and what comes late is refused.
   * @throws FakeAiError with every complaint, since the app may have swallowed each.
   */
  [Symbol.dispose](): void {
    if (this.#ended) return
    this.#ended = true
    this.#delist()
    this.#guard[Symbol.dispose]()
    this.#binding[Symbol.dispose]()
    this.#models.end()
    this.#throwComplaints(this.#strict ? this.#models.unused : [], true)
  }

  /** A model that the app asked past the binding: the app may swallow the error, so it is kept. */
  #refuse(error: Error): Error {
    this.#models.complainOf(error)
    return error
  }

  #throwComplaints(unused: readonly Error[], ended: boolean): void {
    const told = this.#models.tell(unused)
    if (told !== undefined) throw new FakeAiError(told.errors, { ...told, ended })
  }
}

/** What to do about a model that was asked past the binding. */
function howToAsk(bindings: number): string {
  const other = bindings > 1 ? " Of several AI bindings each has its own fake: `http.fakeAi({ binding: '…' })`." : ''
  return (
    "Ask it through the app's AI binding, which the fake answers for: `c.var.ai.agent(…)`, `c.var.ai.embed(…)`, …." +
    ` A double of your own passes with \`provider: 'scripted'\`.${other}`
  )
}
