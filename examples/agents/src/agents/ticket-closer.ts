/** The agent that closes tickets that are solved. Closing needs a human's yes, so by itself it closes none. */
import { Agent } from '@understudy/agents'
import { ticketsClose, ticketsShow } from '../tickets/ticket'

export class TicketCloser extends Agent {
  static override agentName = 'ticket-closer'
  static override scopes = ['tool:tickets_show', 'tool:tickets_close'] as const
  instructions = 'You close a support ticket when its customer says that it is solved. Say what you did in a sentence.'
  override tools() {
    return this.appTools([ticketsShow, ticketsClose])
  }
}
