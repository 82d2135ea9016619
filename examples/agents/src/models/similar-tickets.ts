/**
 * Which tickets are like another one: those whose texts point the same way, for an embedding model. Knows no HTTP.
 *
 * Every text is embedded anew each time. That is right for a small desk; a large one keeps each ticket's vector beside it.
 */
import type { Ai } from '@understudy/agents'
import { cosineSimilarity } from 'ai'
import type { TicketRow } from '../tickets/ticket-store'

/** A ticket, and how like the other one it is: 1 is the same, 0 has nothing to do with it. */
export interface SimilarTicket {
  readonly ticket: TicketRow
  readonly similarity: number
}

/** What is compared. */
export interface Comparison {
  readonly ticket: TicketRow
  /** All that it may be like; itself is left out. */
  readonly among: readonly TicketRow[]
  readonly signal: AbortSignal
}

/** How many there are at most. */
const SHOWN = 3

/** The tickets that are most like one, the most similar first. */
export async function similarTickets(ai: Ai, { ticket, among, signal }: Comparison): Promise<SimilarTicket[]> {
  const others = among.filter(({ id }) => id !== ticket.id)
  if (others.length === 0) return []
  const { embeddings } = await ai.embedMany({ values: [ticket, ...others].map(textOf), abortSignal: signal })
  const [own = [], ...vectors] = embeddings
  return others
    .map((other, index) => ({ ticket: other, similarity: cosineSimilarity(own, vectors[index] ?? []) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, SHOWN)
}

function textOf({ subject, message }: TicketRow): string {
  return `${subject}\n\n${message}`
}
