/** All that keeps an agent from being bound to a principal, found together. */

/** What {@link AgentSetupError} knows. */
export interface AgentSetupErrorDetails {
  readonly agent: string
  readonly problems: readonly string[]
}

/** Thrown by `as()`, or by `new` on an agent class, before any model is asked. */
export class AgentSetupError extends Error {
  override readonly name = 'AgentSetupError'
  readonly code = 'AGENT_SETUP'
  readonly agent: string
  /** Every problem, as a sentence with its fix. */
  readonly problems: readonly string[]

  constructor({ agent, problems }: AgentSetupErrorDetails) {
    const list =
      problems.length === 1 ? ` ${problems[0]}.` : `\n${problems.map((problem) => `  - ${problem}`).join('\n')}`
    super(`Agent "${agent}" cannot run:${list}`)
    this.agent = agent
    this.problems = problems
  }
}
