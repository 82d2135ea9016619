/** A support desk of its own for each test: a database in memory, an app on it with no key for any model, and its log. */
import { TestApp } from '@understudy/testing'
import { createAi } from '../src/ai'
import { buildApp, type DeskOptions } from '../src/app'
import { openDatabase, type DeskDatabase } from '../src/database/open-database'
import { seedUsers, type SeededTokens } from '../src/database/seed'
import { openTicket, type NewTicket, type TicketRow } from '../src/tickets/ticket-store'

/** When it is in every test. */
export const now = new Date('2026-03-02T09:00:00.000Z')

/** A desk with two users and no ticket. Disposing of it closes its database. */
export interface Desk extends SeededTokens, Disposable {
  readonly db: DeskDatabase
  readonly http: TestApp
  readonly app: ReturnType<typeof buildApp>
  readonly logged: readonly Error[]
}

/** Opens a desk. */
export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const db = openDatabase(':memory:')
  const tokens = seedUsers(db)
  if (!tokens) throw new Error('A new database has no users yet.')
  const logged: Error[] = []
  const app = buildApp(db, { ai: createAi({}), now: () => now, log: (error) => logged.push(error), ...options })
  const http = await TestApp.fromApp(app)
  return { ...tokens, db, app, http, logged, [Symbol.dispose]: () => db[Symbol.dispose]() }
}

/** Puts an open ticket into a desk. */
export function addTicket({ db }: Desk, ticket: Partial<NewTicket> = {}): TicketRow {
  return openTicket(db, {
    subject: 'Printer on fire',
    message: 'It smokes.',
    customer: 'grace@example.com',
    openedBy: 1,
    openedAt: now.toISOString(),
    ...ticket,
  })
}
