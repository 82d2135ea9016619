/** The agent that sums up what is open. It only reads. */
import { Agent, Output } from '@understudy/agents'
import { z } from 'zod'
import { ticketsIndex } from '../tickets/ticket'

/** What the agent answers with. */
const Digest = z.object({
  summary: z.string(),
  staleTicketIds: z.array(z.number().int()).describe('Ids of the tickets that have been open for more than a week.'),
})

export class TicketDigest extends Agent {
  static override agentName = 'ticket-digest'
  static override scopes = ['tool:tickets_index'] as const
  instructions = 'You write a short digest of the open support tickets.'
  output = Output.object({ schema: Digest })
  override tools() {
    return this.appTools([ticketsIndex])
  }
}
