/**
 * The app that the benchmarks prompt: one route, one tool, an agent that answers with text.
 */
import { Agent, defineAi } from '@understudy/agents'
import { createApp, requirePrincipal, routeTool, type Principal } from '@understudy/app'
import { isStepCount } from 'ai'
import { Experimental_DecisionMockModelV4, MockEmbeddingModelV4, MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'

/** Who everything acts for. */
export const principal: Principal = { kind: 'user', id: 1 }

const ticketsShow = routeTool('tickets_show', {
  description: 'Show one ticket.',
  params: z.object({ id: z.coerce.number().int() }),
})

/** Answers with text; may show tickets. */
export class Triager extends Agent {
  static override agentName = 'triager'
  static override scopes = ['tool:tickets_show'] as const
  instructions = 'You triage support tickets.'
  override tools() {
    return this.appTools([ticketsShow])
  }
}

/** The same, for as many steps as its script has. */
export class LongTriager extends Triager {
  static override agentName = 'long-triager'
  stopWhen = isStepCount(100)
}

/** What the evaluations ask. */
export const questions = {
  category: { type: 'choice', criteria: { billing: 'About money.', technical: 'About a fault.' } },
  urgent: { type: 'boolean', instructions: 'Is it urgent?' },
} as const

const ai = defineAi({
  default: 'none',
  providers: {
    none: {
      model: () => new MockLanguageModelV4(),
      embeddingModel: () => new MockEmbeddingModelV4(),
      evaluationModel: () => new Experimental_DecisionMockModelV4(),
    },
  },
})

/** The measured app; its budget never ends. */
export const app = createApp({
  bindings: { ai },
  // The bare side sends a header, so that both sides authenticate on every request.
  authenticate: (c) => (c.req.header('authorization') === 'Bearer bench' ? principal : null),
  limits: { toolCallsPerMinute: Number.POSITIVE_INFINITY },
}).get('/tickets/:id', requirePrincipal(), ticketsShow, (c) =>
  c.json({ id: c.req.valid('param').id, title: 'Printer on fire' }),
)
