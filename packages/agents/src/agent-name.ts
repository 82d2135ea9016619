/** The stable name of an agent: what audit, scripts and stored conversations know it by. */
import { AgentSetupError } from './errors/agent-setup-error.js'

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
  const own = Object.hasOwn(agent, 'agentName') ? agent.agentName : undefined
  return own ?? agent.name
}

function noClass(given: unknown): AgentSetupError {
  const circle = 'Where it is undefined, look for a circular import'
  const problems = ['Pass the class itself: `ai.agent(Triager)`', ...(given === undefined ? [circle] : [])]
  return new AgentSetupError({ agent: describeGiven(given), problems, given: describeGiven(given) })
}

function describeGiven(given: unknown): string {
  if (typeof given === 'string') return JSON.stringify(given.length > 40 ? `${given.slice(0, 40)}…` : given)
  if (given === undefined || given === null) return String(given)
  return typeof given === 'object' ? 'an object' : `a ${typeof given}`
}
