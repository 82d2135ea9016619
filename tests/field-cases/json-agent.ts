/** An agent that answers with any JSON. */
import { Agent, Output } from '@understudy/agents'

/** Takes every JSON value for an answer. */
export class JsonAgent extends Agent {
  static override agentName = 'json'
  output = Output.json()
}
