/** A scripted output that the schema of the agent, or of the call, refused. */
import { NoObjectGeneratedError } from 'ai'
import { describePrompted, promptedOf, type Prompted } from '../fake/prompted.js'
import { oneLine } from '../quoted.js'

/** Thrown when the fake ends: the scripted value fits the JSON Schema, but the parser of who asked did not take it. */
export class RefusedOutputError extends Error {
  override readonly name = 'RefusedOutputError'
  readonly code = 'REFUSED_OUTPUT'
  /** The agent that was prompted; absent where a model was, by its id. */
  declare readonly agent?: string
  /** The id of the model that was prompted, with no agent. */
  declare readonly model?: string
  /** What was scripted, as the text that the model answered with. */
  readonly output: string | undefined

  /** `who` is an agent's name, or what was prompted; `cause` is what the SDK threw. */
  constructor(who: string | Prompted, cause: Error) {
    const prompted = typeof who === 'string' ? { agent: who } : who
    const output = NoObjectGeneratedError.isInstance(cause) ? cause.text : undefined
    const shown = output === undefined ? '' : ` ${oneLine(output)}`
    super(
      `${describePrompted(prompted)} refused its scripted output${shown}: ${whyOf(cause)}. ` +
        'Script one that fits its schema: `{ output: … }`.',
      { cause },
    )
    Object.assign(this, promptedOf(prompted))
    this.output = output
  }
}

/** What the schema's own parser said: the SDK wraps it twice. */
function whyOf(error: Error): string {
  let innermost = error
  while (innermost.cause instanceof Error) innermost = innermost.cause
  const issues = issuesOf(innermost)
  const said = issues.length > 0 ? issues.join('; ') : innermost.message
  return oneLine(said.replaceAll(/\s+/g, ' ').replace(/\.$/, ''))
}

/** The issues of a Standard Schema, each with its place. */
function issuesOf(error: Error): string[] {
  const issues: unknown = 'issues' in error ? error.issues : undefined
  if (!Array.isArray(issues)) return []
  return issues.slice(0, 5).flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null || !('message' in issue)) return []
    const path = 'path' in issue && Array.isArray(issue.path) ? issue.path.map(keyOf).join('.') : ''
    return [`${String(issue.message)}${path && ` (at ${path})`}`]
  })
}

/** A path holds keys, or objects that have one. */
function keyOf(segment: unknown): string {
  return String(typeof segment === 'object' && segment !== null && 'key' in segment ? segment.key : segment)
}
