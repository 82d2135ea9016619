/** A conversation that cannot be gone on with, or not be stored. */
import { quoted } from '@understudy/app'

/** What {@link ConversationError} knows. */
export interface ConversationErrorDetails {
  /**
   * `unknown`: there is none of that id, or it is another principal's, which answers exactly alike. `agent`: it is with
   * another agent. `anonymous`: nobody can have one. `taken`: a new one was given an id that is in use.
   */
  readonly reason: 'unknown' | 'agent' | 'anonymous' | 'taken'
  /** The id that was asked for; undefined where a new conversation was. */
  readonly conversationId: string | undefined
  /** What was given where an id was expected, in words: there is no id then. */
  readonly given?: string
  /** The agent that was prompted. */
  readonly agent?: string
  /** The agent that the conversation is with. */
  readonly owner?: string
}

/** The status that each answers with. */
const STATUSES = { unknown: 404, agent: 404, anonymous: 401, taken: 409 } as const

/**
 * Thrown before any model is asked. Where no handler catches it, Hono's own error handler answers with `getResponse()`:
 * 404 for a conversation that is not this principal's or not this agent's, 401 for nobody's.
 */
export class ConversationError extends Error {
  override readonly name = 'ConversationError'
  readonly code = 'CONVERSATION'
  readonly reason: ConversationErrorDetails['reason']
  readonly conversationId: string | undefined
  readonly agent: string | undefined

  constructor(details: ConversationErrorDetails) {
    super(tell(details))
    this.reason = details.reason
    this.conversationId = details.conversationId
    this.agent = details.agent
  }

  /** What a request is answered with: a status, and no word on whose the conversation is. */
  getResponse(): Response {
    const status = STATUSES[this.reason]
    const error = { 401: 'Unauthorized', 404: 'Not Found', 409: 'Conflict' }[status]
    return Response.json({ error }, { status })
  }
}

function tell({ reason, conversationId, given, agent, owner }: ConversationErrorDetails): string {
  const id = quoted(conversationId ?? '', 60)
  switch (reason) {
    case 'unknown':
      if (given !== undefined) {
        return (
          `Agent ${quoted(agent ?? '')} was asked to go on with ${given}, and the id of a conversation is a string. Nothing was looked up. ` +
          'Start a new one: `prompt(input, { conversation: true })`.'
        )
      }
      return (
        `${agent === undefined ? 'The store' : `Agent ${quoted(agent)}`} has no conversation ${id} with this principal. ` +
        "It was never stored, as when its first turn failed, or it is somebody else's. " +
        'Start a new one: `prompt(input, { conversation: true })`.'
      )
    case 'agent':
      return (
        `Conversation ${id} is with agent ${quoted(owner ?? '')}, and agent ${quoted(agent ?? '')} was asked to go on with it. ` +
        'Go on with its own agent, or start a new one: `prompt(input, { conversation: true })`.'
      )
    case 'anonymous':
      return (
        `Agent ${quoted(agent ?? '')} was asked for a conversation in an anonymous run, and conversations belong to a principal. ` +
        `Bind the agent to one: \`ai.agent(…).as(principal)\`.`
      )
    case 'taken':
      return `Conversation ${id} is stored already, and nothing was changed. Give each new one an id of its own: \`crypto.randomUUID()\`.`
  }
}
