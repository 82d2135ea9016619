/**
 * `Agent`: the class that an app's agents extend. Declares what an agent is; running one is bound-agent.ts.
 */
import type { OutputInterface, Tool, ToolSet } from 'ai'
import type { AnyRouteTool, InputOf, OutputOf, Scope } from '@understudy/app'
import { agentNameOf } from './agent-name.js'
import type { AgentSettings } from './agent-settings.js'
import { AgentSetupError } from './errors/agent-setup-error.js'
import type { AppToolResult } from './app-tool-result.js'

/** Where an agent under construction finds the app's tools. */
export interface AgentContext {
  /** The SDK tools for these contracts or names; what is unknown or not granted is remembered as a problem. */
  appTools(tools: readonly (AnyRouteTool | string)[]): ToolSet
}

/** Set for the moment of a construction by {@link constructAgent}: `new` by hand finds nothing. */
let offered: AgentContext | undefined

type NameOf<T> = T extends AnyRouteTool ? T['toolName'] : T extends string ? T : never
type ToolFor<T> = T extends AnyRouteTool
  ? Tool<InputOf<T>, AppToolResult<OutputOf<T>>>
  : Tool<Record<string, unknown>, unknown>

/** The SDK tools of a list of contracts and names. */
export type AppToolSet<Tools extends readonly (AnyRouteTool | string)[]> = {
  [T in Tools[number] as NameOf<T>]: ToolFor<T>
}

/**
 * An agent: instructions, tools and what it may reach. See {@link AgentSettings} for the other members.
 * @throws AgentSetupError when constructed by hand; `ai.agent(MyAgent).as(principal)` constructs it.
 */
export abstract class Agent {
  /** The stable name (audit, scripts, stored conversations). Only an own one counts; without it, the class name. */
  static agentName?: string
  /** What the agent may reach, before its principal narrows it. */
  static scopes: readonly Scope[] = []

  readonly #context: AgentContext

  constructor() {
    const context = offered
    offered = undefined
    if (context === undefined) throw constructedByHand(new.target.name)
    this.#context = context
  }

  /** The agent's tools. A local `tool()` beside `appTools()` is the app's own code and passes no gate. */
  tools(): Record<never, never> {
    return {}
  }

  /** The app's routes as tools: by contract, fully typed, or by name. Every call passes the gate. */
  protected appTools<const Tools extends readonly (AnyRouteTool | string)[]>(tools: Tools): AppToolSet<Tools> {
    return this.#context.appTools(tools) as AppToolSet<Tools>
  }
}

/** An agent with the optional members that its class may have. */
export type AnyAgent = Agent & AgentSettings

/** A class of agents. */
export interface AgentClass<A extends AnyAgent = AnyAgent> {
  new (): A
  readonly name: string
  readonly agentName?: string
  readonly scopes: readonly Scope[]
}

/** The tools of an agent, by name. */
export type AgentTools<A extends AnyAgent> = ReturnType<A['tools']>

/** The agent's output specification; `undefined` for one that answers with text. */
export type AgentOutputSpec<A extends AnyAgent> = A extends { readonly output: infer O extends OutputInterface }
  ? O
  : undefined

/** Constructs an agent whose `appTools()` asks `context`. */
export function constructAgent<A extends AnyAgent>(Class: AgentClass<A>, context: AgentContext): A {
  offered = context
  try {
    return new Class()
  } finally {
    offered = undefined
  }
}

/**
 * Checks that what is to be bound extends {@link Agent}.
 * @throws AgentSetupError
 */
export function assertAgentClass(given: unknown): asserts given is AgentClass {
  const agent = agentNameOf(given as AgentClass)
  const { prototype } = given as { readonly prototype?: unknown }
  if (prototype instanceof Agent) return
  if (given === Agent) {
    const problems = ['Extend it, and pass what extends it: `class Triager extends Agent { … }`']
    throw new AgentSetupError({ agent, problems, given: 'Agent itself' })
  }
  if (!/^class\b/.test(Function.prototype.toString.call(given))) {
    const problems = ['Pass the class itself: `ai.agent(Triager)`']
    throw new AgentSetupError({ agent, problems, given: 'a function' })
  }
  const problems = [`Extend Agent: \`class ${agent || 'Triager'} extends Agent { … }\``]
  throw new AgentSetupError({ agent, problems, given: agent === '' ? 'a nameless class' : `the class ${agent}` })
}

function constructedByHand(name: string): AgentSetupError {
  const problem = `it was constructed by hand. Write \`ai.agent(${name}).as(principal)\``
  return new AgentSetupError({ agent: name, problems: [problem] })
}
