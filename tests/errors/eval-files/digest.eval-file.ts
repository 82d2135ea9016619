/** An eval in a file, that is looked for and never run. */
import { Agent } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { defineEval, type Eval } from '@understudy/eval'

class TicketDigest extends Agent {
  static override agentName = 'ticket-digest'
}

const evaluation: Eval = defineEval({
  agent: TicketDigest,
  app: () => createApp({}),
  cases: [],
  grade: () => ({ stale: 1 }),
  metrics: [{ id: 'stale', kind: 'binary' }],
})

// oxlint-disable-next-line import/no-default-export -- a file of an eval has one
export default evaluation
