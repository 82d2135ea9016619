/** All that keeps an agent from being bound to a principal, found together. */
import { oneLine, quoted } from '@understudy/app'

/** What {@link AgentSetupError} knows. */
export interface AgentSetupErrorDetails {
  readonly agent: string
  readonly problems: readonly string[]
  /** What was given where an agent class was expected, in words: there is no agent then. */
  readonly given?: string
}

/** Thrown by `agent()` for what is no agent class, by `as()`, and by `new` on an agent class, before any model is asked. */
export class AgentSetupError extends Error {
  override readonly name = 'AgentSetupError'
  readonly code = 'AGENT_SETUP'
  readonly agent: string
  /** Every problem, as a sentence with its fix. */
  readonly problems: readonly string[]

  constructor(details: AgentSetupErrorDetails) {
    super(tell(details))
    this.agent = details.agent
    this.problems = details.problems
  }
}

function tell({ agent, problems, given }: AgentSetupErrorDetails): string {
  const [only, ...others] = problems
  if (given !== undefined)
    return `What was given is ${oneLine(given)}, no agent class. ${problems.map(asSentence).join(' ')}`
  if (only !== undefined && others.length === 0) return `Agent ${quoted(agent)} cannot run: ${withPeriod(only)}`
  return `Agent ${quoted(agent)} cannot run:\n${problems.map((problem) => `  - ${asSentence(problem)}`).join('\n')}`
}

function asSentence(problem: string): string {
  return withPeriod(problem.charAt(0).toUpperCase() + problem.slice(1))
}

function withPeriod(problem: string): string {
  const told = oneLine(problem, 1_000)
  return told.endsWith('.') ? told : `${told}.`
}
