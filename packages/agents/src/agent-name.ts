/** The stable name of an agent: what audit, scripts and stored conversations know it by. */
import { quoted } from '@understudy/app'
import { AgentSetupError } from './errors/agent-setup-error.js'
import { kindOf } from './kind-of.js'

/** What an agent's name is read from. */
export interface Named {
  readonly name: string
  readonly agentName?: string
}

/**
 * The class's own static `agentName`, else the class name; a parent's name is never inherited.
 * @throws AgentSetupError for what is no class, such as an import that is still undefined.
 */
export function agentNameOf(agent: Named): string {
  const given: unknown = agent
  if (typeof given !== 'function') throw noClass(given)
  const own: unknown = Object.hasOwn(agent, 'agentName') ? agent.agentName : undefined
  // One that is no string is told by `as()`; until then the class is known by its own name.
  return typeof own === 'string' ? own : agent.name
}

function noClass(given: unknown): AgentSetupError {
  const circle = 'Where it is undefined, look for a circular import'
  const problems = ['Pass the class itself: `ai.agent(Triager)`', ...(given === undefined ? [circle] : [])]
  return new AgentSetupError({ agent: describeGiven(given), problems, given: describeGiven(given) })
}

function describeGiven(given: unknown): string {
  return typeof given === 'string' ? quoted(given, 40) : kindOf(given)
}
