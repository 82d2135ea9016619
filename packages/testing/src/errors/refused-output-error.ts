/** A scripted output that the agent's own schema refused. */

/** Thrown when the fake ends: the scripted value fits the JSON Schema, but the agent's parser did not take it. */
export class RefusedOutputError extends Error {
  override readonly name = 'RefusedOutputError'
  readonly code = 'REFUSED_OUTPUT'
  readonly agent: string

  constructor(agent: string, cause: Error) {
    const detail = cause.cause instanceof Error ? `${cause.message} ${cause.cause.message}` : cause.message
    super(`Agent "${agent}" refused its scripted output: ${detail} Script an output that its schema takes.`, { cause })
    this.agent = agent
  }
}
