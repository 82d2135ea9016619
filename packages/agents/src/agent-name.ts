/** The stable name of an agent: what audit, scripts and stored conversations know it by. */

/** What an agent's name is read from. */
export interface Named {
  readonly name: string
  readonly agentName?: string
}

/** The class's own static `agentName`, else the class name; a parent's name is never inherited. */
export function agentNameOf(agent: Named): string {
  const own = Object.hasOwn(agent, 'agentName') ? agent.agentName : undefined
  return own ?? agent.name
}
