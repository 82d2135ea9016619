/**
 * Constructs the agent of a class for a principal, and finds every problem with it before any model is asked.
 */
import type { ToolSet } from 'ai'
import { assertScope, copyPrincipal, PrincipalError, ScopeGrammarError } from '@understudy/app'
import type { InProcessApp, Principal, Scope } from '@understudy/app'
import { agentNameOf } from './agent-name.js'
import { constructAgent, type AgentClass, type AnyAgent } from './agent.js'
import { createAgentContext } from './app-tools.js'
import { memberProblems, providerProblems } from './check-members.js'
import { AgentSetupError } from './errors/agent-setup-error.js'
import { kindOf } from './kind-of.js'
import type { ModelSource } from './models/model-source.js'

/** Who an agent is constructed for, and where. */
export interface AgentSetting<A extends AnyAgent> {
  readonly Class: AgentClass<A>
  readonly principal: Principal | null
  readonly app: InProcessApp | undefined
  /** Where its models will come from; asked only for an agent that names its provider. */
  readonly source: () => ModelSource
}

/** An agent that is ready to run. */
export interface ReadyAgent<A extends AnyAgent> {
  readonly agent: A
  readonly tools: ToolSet
  /** Its own: whoever gave it may change theirs afterwards. */
  readonly principal: Principal | null
}

/**
 * The agent, and its tools by name.
 * @throws AgentSetupError with every problem.
 */
export function constructFor<A extends AnyAgent>({ Class, app, source, ...given }: AgentSetting<A>): ReadyAgent<A> {
  const scopes: readonly Scope[] = Array.isArray(Class.scopes) ? Class.scopes : []
  const problems: string[] = classProblems(Class)
  const principal = gather(problems, () => copyPrincipal(given.principal)) ?? null
  for (const scope of scopes) gather(problems, () => assertScope(scope))
  const agent = constructAgent(Class, createAgentContext({ app, scopes, principal, problems, className: Class.name }))
  const tools = toolsOf(agent, problems)
  problems.push(...memberProblems(agent), ...providerProblems(agent, source))
  if (problems.length > 0) throw new AgentSetupError({ agent: agentNameOf(Class), problems })
  return { agent, tools, principal }
}

/** What `tools()` returned, when it is a set of tools. */
function toolsOf(agent: AnyAgent, problems: string[]): ToolSet {
  const members: { readonly tools: unknown } = agent
  if (typeof members.tools !== 'function') {
    problems.push(
      `its tools are ${kindOf(members.tools)}, and must be a method. Write: \`override tools() { return … }\``,
    )
    return {}
  }
  const given: unknown = agent.tools()
  if (typeof given !== 'object' || given === null || Array.isArray(given) || given instanceof Promise) {
    problems.push('its tools() returns no object of tools, at once. Write: `return { ...this.appTools([…]), other }`')
    return {}
  }
  for (const [name, value] of Object.entries(given)) {
    if (isTool(value)) continue
    problems.push(`"${name}" in its tools() is no tool. A route's contract goes through \`this.appTools([${name}])\``)
  }
  return given as ToolSet
}

function isTool(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('inputSchema' in value || 'type' in value)
}

function classProblems(Class: AgentClass): string[] {
  const problems: string[] = []
  const name: unknown = Object.hasOwn(Class, 'agentName') ? Class.agentName : undefined
  if (name !== undefined && typeof name !== 'string')
    problems.push(`its agentName is ${kindOf(name)}, and must be a string. Write: \`static override agentName = '…'\``)
  if (agentNameOf(Class) === '') problems.push("its class has no name. Give it one: `static override agentName = '…'`")
  if (!Array.isArray(Class.scopes))
    problems.push("its scopes are no list. Write: `static override scopes = ['…'] as const`")
  return problems
}

/** Adds what a check says against something to the problems. */
function gather<T>(problems: string[], check: () => T): T | undefined {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof ScopeGrammarError || error instanceof PrincipalError)) throw error
    problems.push(error.message.replace(/\.$/, ''))
    return undefined
  }
}
