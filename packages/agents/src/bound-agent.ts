/**
 * An agent bound to a principal: runs its prompts on the SDK's own `ToolLoopAgent`.
 */
import { ToolLoopAgent, type ToolLoopAgentSettings, type ToolSet, type UserModelMessage } from 'ai'
import { createAgentBudget, type Budget } from '@understudy/app'
import { agentNameOf } from './agent-name.js'
import type { AgentOutputSpec, AnyAgent } from './agent.js'
import { checkConversationId, checkPrompt } from './check-prompt.js'
import { constructFor, type AgentSetting, type ReadyAgent } from './construct-for.js'
import type { ConversationStore } from './conversations/conversation-store.js'
import { openConversation, type OpenConversation } from './conversations/open-conversation.js'
import { AgentSetupError } from './errors/agent-setup-error.js'
import { AiBindingError } from './errors/ai-binding-error.js'
import { gatedTools } from './gated-tools.js'
import { loopSettings } from './loop-settings.js'
import type { ModelSource, PromptRun } from './models/model-source.js'
import type { OutputValue } from './output.js'
import { promptOf, userMessage, type Attachment } from './prompt-message.js'
import { toPromptResponse, type PromptResponse } from './prompt-response.js'
import { logError, streamPrompt, type ErrorListener } from './stream-prompt.js'

/** Options of `prompt()` and `stream()`. */
export interface PromptOptions {
  /** The provider whose model answers; else the class's `provider`, else the binding's default. */
  readonly provider?: string | undefined
  /** Reaches the model call and the requests of the tools. Already aborted, it rejects before the model is asked. */
  readonly signal?: AbortSignal | undefined
  /**
   * `true` starts a conversation; an id goes on with one of this principal and this agent. Its turns go before the
   * prompt, and the answered turn is stored behind them.
   */
  readonly conversation?: boolean | string | undefined
  readonly attachments?: readonly Attachment[]
}

/** Hears of an error in a stream, which its reader is told nothing of. */
export type StreamErrorListener = (event: {
  readonly error: unknown
  readonly agent: string
}) => void | PromiseLike<void>

interface Binding<A extends AnyAgent> extends AgentSetting<A> {
  readonly store: ConversationStore | undefined
  readonly source: () => ModelSource
  /** Hears of errors in the streams of agents that have no `onError` of their own. */
  readonly onError: StreamErrorListener | undefined
}

/** What a prompt is about to run with. */
interface Prepared {
  readonly run: PromptRun
  readonly conversation: OpenConversation | undefined
  readonly user: UserModelMessage
}

/** An agent that acts for a principal. Made by `ai.agent(Class).as(principal)`. */
export class BoundAgent<A extends AnyAgent> {
  readonly #binding: Binding<A>
  readonly #ready: ReadyAgent<A>
  readonly #budget: Budget
  /** The conversation that it goes on with, unless a prompt says otherwise. */
  readonly #conversation: string | undefined

  private constructor(binding: Binding<A>, ready: ReadyAgent<A>, { budget, conversation }: Continued) {
    this.#binding = binding
    this.#ready = ready
    this.#budget = budget
    this.#conversation = conversation
  }

  /**
   * Constructs the agent of a class for a principal.
   * @throws AgentSetupError with every problem.
   */
  static bind<A extends AnyAgent>(binding: Binding<A>): BoundAgent<A> {
    const { app, Class } = binding
    const ready = constructFor(binding)
    const budget = createAgentBudget(app, { agent: agentNameOf(Class), principal: ready.principal })
    return new BoundAgent(binding, ready, { budget, conversation: undefined })
  }

  /** The agent's stable name. */
  get name(): string {
    return agentNameOf(this.#binding.Class)
  }

  /**
   * The same agent, going on with a conversation: whose it is is checked when it is prompted.
   * @throws CallOptionsError without an id.
   */
  continue(conversationId: string): BoundAgent<A> {
    checkConversationId(conversationId)
    return new BoundAgent(this.#binding, this.#ready, { budget: this.#budget, conversation: conversationId })
  }

  /**
   * Prompts the agent and runs its loop to the end. A turn of a conversation is stored before this resolves.
   * @throws what the model or the SDK throws; the signal's reason when aborted. ConversationError, before the model is
   * asked, for a conversation that this principal cannot go on with; CallOptionsError for options that mean nothing.
   */
  async prompt(input: string, options: PromptOptions = {}): Promise<PromptResponse<OutputValue<AgentOutputSpec<A>>>> {
    const { run, conversation, user } = await this.#prepare(input, options, false)
    const { signal } = options
    try {
      const loop = new ToolLoopAgent<never, ToolSet>(this.#settings(run))
      const prompt = promptOf(user, conversation)
      const result = await loop.generate({ prompt, ...(signal && { abortSignal: signal }) })
      await conversation?.save(user, result.responseMessages)
      const typed = this.#ready.agent.output !== undefined
      const response = toPromptResponse<OutputValue<AgentOutputSpec<A>>>(result, { typed, ...idOf(conversation) })
      run.ended?.(response)
      return response
    } catch (error) {
      run.failed?.(error, isAbort(error, signal))
      throw error
    }
  }

  /**
   * Prompts the agent and answers with a stream of UI messages, which `useChat` reads; the id of its conversation is in
   * the header `X-Conversation-Id`. The loop runs as the body is read, and ends with it: a turn is stored before the
   * body ends, and a body that is cancelled stores nothing. What fails from then on is an `error` part.
   * @throws before any model is asked: AgentSetupError for an agent with an `output`, whose answer is no text to stream;
   * the signal's reason when it is aborted already; ConversationError and CallOptionsError as `prompt()` does.
   */
  async stream(
    this: AgentOutputSpec<A> extends undefined ? BoundAgent<A> : never,
    input: string,
    options: PromptOptions = {},
  ): Promise<Response> {
    return await this.#stream(input, options)
  }

  async #stream(input: string, options: PromptOptions): Promise<Response> {
    if (this.#ready.agent.output !== undefined) throw noTextToStream(this.name)
    const { run, conversation, user } = await this.#prepare(input, options, true)
    const settings = this.#settings(run)
    const onError: ErrorListener = settings.onError ?? this.#onError()
    return await streamPrompt({
      run,
      loop: new ToolLoopAgent<never, ToolSet>({ ...settings, onError }),
      prompt: promptOf(user, conversation),
      signal: options.signal,
      onError,
      conversation: conversation && { id: conversation.id, save: (response) => conversation.save(user, response) },
    })
  }

  /**
   * Starts a prompt, after its conversation is found where it goes on with one. Without one nothing is awaited before:
   * prompts start in the order in which they were asked for.
   */
  async #prepare(input: string, options: PromptOptions, streamed: boolean): Promise<Prepared> {
    checkPrompt(streamed ? 'stream' : 'prompt', input, options)
    const user = userMessage(input, options.attachments)
    options.signal?.throwIfAborted()
    const opening = this.#open(options)
    const conversation = opening instanceof Promise ? await opening : opening
    options.signal?.throwIfAborted()
    const { Class, source } = this.#binding
    const run = source().startPrompt({
      agent: Class,
      agentName: this.name,
      input,
      principal: this.#ready.principal,
      provider: options.provider ?? this.#ready.agent.provider,
      hasOutput: this.#ready.agent.output !== undefined,
      streamed,
      conversationId: conversation?.id,
    })
    return { run, conversation, user }
  }

  #open(options: PromptOptions): OpenConversation | Promise<OpenConversation> | undefined {
    const { conversation = this.#conversation } = options
    if (conversation === undefined || conversation === false) return undefined
    const { store } = this.#binding
    if (store === undefined) throw noStore(this.name)
    return openConversation({ conversation, agent: this.name, principal: this.#ready.principal, store })
  }

  #settings(run: PromptRun): ToolLoopAgentSettings<never, ToolSet> {
    const { app, Class } = this.#binding
    const { agent, tools, principal } = this.#ready
    const { name } = this
    const caller = { app, agent: name, principal, scopes: Class.scopes, budget: this.#budget }
    return {
      ...loopSettings(agent, { name, tools, run }),
      model: run.model,
      tools: gatedTools(tools, caller, run),
    }
  }

  #onError(): ErrorListener {
    const { onError } = this.#binding
    return onError === undefined ? logError : ({ error }) => onError({ error, agent: this.name })
  }
}

/** What a bound agent hands on to the one that continues a conversation. */
interface Continued {
  readonly budget: Budget
  readonly conversation: string | undefined
}

function idOf(conversation: OpenConversation | undefined): { conversationId?: string } {
  return conversation === undefined ? {} : { conversationId: conversation.id }
}

/** By the caller's signal, or by the `timeout` of the class. */
function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  return (signal?.aborted ?? false) || (error instanceof DOMException && error.name === 'TimeoutError')
}

function noTextToStream(agent: string): AgentSetupError {
  const problem =
    'its answers have an output, and a stream carries text. Write `prompt(input)`, or leave the output out'
  return new AgentSetupError({ agent, problems: [problem] })
}

function noStore(agent: string): AiBindingError {
  return new AiBindingError(
    `Agent "${agent}" was prompted with a conversation, and the AI binding keeps none. ` +
      'Give it a store: `defineAi({ conversations: memoryConversations() })`.',
    'no-conversations',
  )
}
