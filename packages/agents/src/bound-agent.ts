/**
 * An agent bound to a principal: runs its prompts on the SDK's own `ToolLoopAgent`.
 */
import { ToolLoopAgent, type FilePart, type ToolSet, type UserModelMessage } from 'ai'
import {
  assertPrincipal,
  assertScope,
  callTool,
  createBudget,
  PrincipalError,
  ScopeGrammarError,
} from '@understudy/app'
import type { Budget, DerivedTool, InProcessApp, Principal, Scope } from '@understudy/app'
import { agentNameOf } from './agent-name.js'
import { constructAgent, type AgentClass, type AgentOutputSpec, type AnyAgent } from './agent.js'
import { createAgentContext, derivedToolOf, type SdkTool } from './app-tools.js'
import type { ConversationStore } from './conversations/conversation-store.js'
import { AgentSetupError } from './errors/agent-setup-error.js'
import { loopSettings } from './loop-settings.js'
import type { ModelSource, PromptRun } from './models/model-source.js'
import type { OutputValue } from './output.js'
import { toPromptResponse, type PromptResponse } from './prompt-response.js'

/** A file that goes with a prompt. */
export type Attachment = Omit<FilePart, 'type'>

/** Options of `prompt()`. */
export interface PromptOptions {
  /** The provider whose model answers; else the class's `provider`, else the binding's default. */
  readonly provider?: string
  /** Reaches the model call and the requests of the tools. Already aborted, it rejects before the model is asked. */
  readonly signal?: AbortSignal
  readonly attachments?: readonly Attachment[]
}

interface Binding<A extends AnyAgent> {
  readonly Class: AgentClass<A>
  readonly principal: Principal | null
  readonly app: InProcessApp | undefined
  readonly store: ConversationStore | undefined
  readonly source: () => ModelSource
}

const DEFAULT_TOOL_CALLS_PER_MINUTE = 60

/** An agent that acts for a principal. Made by `ai.agent(Class).as(principal)`. */
export class BoundAgent<A extends AnyAgent> {
  readonly #binding: Binding<A>
  readonly #agent: A
  readonly #tools: ToolSet
  readonly #budget: Budget

  private constructor(binding: Binding<A>, agent: A, tools: ToolSet) {
    this.#binding = binding
    this.#agent = agent
    this.#tools = tools
    this.#budget = createBudget(binding.app?.options.limits?.toolCallsPerMinute ?? DEFAULT_TOOL_CALLS_PER_MINUTE)
  }

  /**
   * Constructs the agent of a class for a principal.
   * @throws AgentSetupError with every problem.
   */
  static bind<A extends AnyAgent>(binding: Binding<A>): BoundAgent<A> {
    const { Class, principal, app } = binding
    const scopes: readonly Scope[] = Array.isArray(Class.scopes) ? Class.scopes : []
    const problems: string[] = classProblems(Class)
    gather(problems, () => assertPrincipal(principal))
    for (const scope of scopes) gather(problems, () => assertScope(scope))
    const agent = constructAgent(Class, createAgentContext({ app, scopes, principal, problems }))
    const tools = toolsOf(agent, problems)
    if ('model' in agent) problems.push("it has a model of its own. Name a provider instead: provider = '…'")
    if (problems.length > 0) throw new AgentSetupError({ agent: agentNameOf(Class), problems })
    return new BoundAgent(binding, agent, tools)
  }

  /** The agent's stable name. */
  get name(): string {
    return agentNameOf(this.#binding.Class)
  }

  /**
   * Prompts the agent and runs its loop to the end.
   * @throws what the model or the SDK throws; the signal's reason when aborted.
   */
  async prompt(input: string, options: PromptOptions = {}): Promise<PromptResponse<OutputValue<AgentOutputSpec<A>>>> {
    const { signal, attachments = [] } = options
    signal?.throwIfAborted()
    const run = this.#start(input, options.provider)
    try {
      const loop = new ToolLoopAgent<never, ToolSet>({
        ...loopSettings(this.#agent, this.#tools, run),
        model: run.model,
        tools: this.#toolsOf(run),
      })
      const prompt = attachments.length === 0 ? input : [withAttachments(input, attachments)]
      const result = await loop.generate({ prompt, ...(signal && { abortSignal: signal }) })
      const response = toPromptResponse<OutputValue<AgentOutputSpec<A>>>(result, this.#agent.output !== undefined)
      run.ended?.(response)
      return response
    } catch (error) {
      run.failed?.(error, signal?.aborted ?? false)
      throw error
    }
  }

  /** Before anything is awaited: prompts start in the order in which they were asked for. */
  #start(input: string, provider: string | undefined): PromptRun {
    const { Class, principal } = this.#binding
    return this.#binding.source().startPrompt({
      agent: Class,
      agentName: this.name,
      input,
      principal,
      provider: provider ?? this.#agent.provider,
      streamed: false,
      conversationId: undefined,
    })
  }

  /** The tools for one prompt: an app tool's call goes through the gate and is told to this prompt's source. */
  #toolsOf(run: PromptRun): ToolSet {
    const tools: ToolSet = { ...this.#tools }
    for (const [name, sdkTool] of Object.entries(this.#tools)) {
      const derived = derivedToolOf(sdkTool)
      if (derived !== undefined) tools[name] = this.#throughTheGate(sdkTool, derived, run)
    }
    return tools
  }

  #throughTheGate(sdkTool: SdkTool, derived: DerivedTool, run: PromptRun): SdkTool {
    const { app, Class, principal } = this.#binding
    const execute: NonNullable<SdkTool['execute']> = async (input, { toolCallId, abortSignal }) => {
      // An app tool was found in an app, so there is one.
      const call = { tool: derived, input, agent: this.name, principal, scopes: Class.scopes, budget: this.#budget }
      try {
        const outcome = await callTool(app as InProcessApp, { ...call, signal: abortSignal })
        run.toolEnded?.(toolCallId, { output: outcome.output, outcome })
        return outcome.output
      } catch (error) {
        run.toolEnded?.(toolCallId, { error })
        throw error
      }
    }
    return { ...sdkTool, execute } as SdkTool
  }
}

/** What `tools()` returned, when it is a set of tools. */
function toolsOf(agent: AnyAgent, problems: string[]): ToolSet {
  const given: unknown = agent.tools()
  if (typeof given !== 'object' || given === null || Array.isArray(given) || given instanceof Promise) {
    problems.push('its tools() returns no object of tools, at once. Write: return { ...this.appTools([…]), other }')
    return {}
  }
  for (const [name, value] of Object.entries(given)) {
    if (isTool(value)) continue
    problems.push(`"${name}" in its tools() is no tool. A route's contract goes through this.appTools([${name}])`)
  }
  return given as ToolSet
}

function isTool(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('inputSchema' in value || 'type' in value)
}

function classProblems(Class: AgentClass): string[] {
  const problems: string[] = []
  if (agentNameOf(Class) === '') problems.push("its class has no name. Give it one: static override agentName = '…'")
  if (!Array.isArray(Class.scopes))
    problems.push("its scopes are no list. Write: static override scopes = ['…'] as const")
  return problems
}

/** Adds what a check says against something to the problems. */
function gather(problems: string[], check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof ScopeGrammarError || error instanceof PrincipalError)) throw error
    problems.push(error.message.replace(/\.$/, ''))
  }
}

function withAttachments(text: string, attachments: readonly Attachment[]): UserModelMessage {
  return {
    role: 'user',
    content: [{ type: 'text', text }, ...attachments.map((file): FilePart => ({ ...file, type: 'file' }))],
  }
}
