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
  const what = typeof given === 'string' ? JSON.stringify(given) : String(given)
  const problem = 'it is no agent class. Pass the class itself; where it is undefined, look for a circular import'
  return new AgentSetupError({ agent: what, problems: [problem] })
}
