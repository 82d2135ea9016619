/** Reads and writes tickets. Knows no HTTP and no agent. */
import { and, asc, eq } from 'drizzle-orm'
import type { DeskDatabase } from '../database/open-database'
import { tickets } from '../database/schema'

/** A row of the tickets table. */
export type TicketRow = typeof tickets.$inferSelect
/** What a new ticket needs. */
export type NewTicket = Pick<TicketRow, 'subject' | 'message' | 'customer' | 'openedBy' | 'openedAt'>

/** The tickets, oldest first; those of one status, when given. */
export function listTickets(db: DeskDatabase, status?: TicketRow['status']): TicketRow[] {
  const filter = status && eq(tickets.status, status)
  return db.select().from(tickets).where(filter).orderBy(asc(tickets.id)).all()
}

/** One ticket; undefined when there is none. */
export function findTicket(db: DeskDatabase, id: number): TicketRow | undefined {
  return db.select().from(tickets).where(eq(tickets.id, id)).get()
}

/** Adds an open ticket. */
export function openTicket(db: DeskDatabase, ticket: NewTicket): TicketRow {
  return db.insert(tickets).values(ticket).returning().get()
}

/** Closes a ticket; undefined when it is not open, so that of two at once only one closes it. */
export function closeTicket(db: DeskDatabase, id: number): TicketRow | undefined {
  const isOpen = and(eq(tickets.id, id), eq(tickets.status, 'open'))
  return db.update(tickets).set({ status: 'closed' }).where(isOpen).returning().get()
}
