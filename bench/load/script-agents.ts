/** The models of the load run: each prompt's reply is made of what the prompt says, so that the order of prompts is of no account. */
import type { FakeAi } from '@understudy/testing'
import { DeskAssistant } from '../../examples/agents/src/agents/desk-assistant.js'
import { TicketCloser } from '../../examples/agents/src/agents/ticket-closer.js'
import { TicketIntake } from '../../examples/agents/src/agents/ticket-intake.js'
import { LoadError } from './load-error.js'

/** Scripts the three agents that the stories prompt. */
export function scriptAgents(ai: FakeAi): void {
  ai.respond(TicketCloser, ({ input }) => ({
    toolCalls: [{ name: 'tickets_close', input: { id: ticketIn(input) } }],
    then: 'I closed the ticket.',
  }))
  ai.respond(DeskAssistant, ({ input }) => {
    const id = ticketIn(input)
    return { toolCalls: [{ name: 'tickets_show', input: { id } }], then: { chunks: [`Ticket ${id} `, 'smokes.'] } }
  })
  ai.respond(TicketIntake, () => ({
    toolCalls: [
      { name: 'tickets_create', input: { subject: 'Invoice', message: 'Old office.', customer: 'linus@example.com' } },
    ],
    then: 'A ticket was opened.',
  }))
}

function ticketIn(input: unknown): number {
  const id = /ticket (\d+)/.exec(String(input))?.[1]
  if (id === undefined) throw new LoadError(`A prompt names no ticket: ${String(input)}`)
  return Number(id)
}
