/**
 * Triage: what a ticket is about and whether it is urgent, where the model is sure enough. Everything else is for a
 * person to decide. Knows no HTTP.
 */
import type { Ai, Questions } from '@understudy/agents'
import { Experimental_DecisionRefusalError } from 'ai'
import type { TicketRow } from '../tickets/ticket-store'

/** A ticket as it was sorted; null is what a person has to decide. */
export interface Triage {
  readonly category: keyof typeof questions.category.criteria | null
  readonly urgent: boolean | null
  readonly needsPerson: boolean
}

const questions = {
  category: {
    type: 'choice',
    instructions: 'What is the ticket about?',
    criteria: {
      hardware: 'A device that does not do what it should.',
      billing: 'Invoices, payments and refunds.',
      account: 'Signing in, passwords and permissions.',
      other: 'Anything else.',
    },
  },
  urgent: {
    type: 'boolean',
    instructions: 'Must somebody act on the ticket today?',
    criteria: { true: 'People are in danger, or cannot work.', false: 'It can wait.' },
  },
} as const satisfies Questions

/**
 * The probability from which on an answer is taken. What a probability is worth differs from model to model: choose it
 * with tickets that people have sorted, and again when the model changes.
 */
const SURE = 0.8

/** Sorts a ticket. What the model refuses to judge is for a person too. */
export async function triage(ai: Ai, { subject, message }: TicketRow, signal: AbortSignal): Promise<Triage> {
  try {
    // What the customer wrote is the state and no part of a question.
    const { answers } = await ai.evaluate({ state: { subject, message }, questions, abortSignal: signal })
    const { choice, probabilities } = answers.category
    const { probability } = answers.urgent
    // Not every provider says how sure it is of a choice.
    const category = (probabilities?.[choice] ?? 0) >= SURE ? choice : null
    const urgent = Math.max(probability, 1 - probability) >= SURE ? probability >= SURE : null
    return { category, urgent, needsPerson: category === null || urgent === null }
  } catch (error) {
    if (!Experimental_DecisionRefusalError.isInstance(error)) throw error
    return { category: null, urgent: null, needsPerson: true }
  }
}
