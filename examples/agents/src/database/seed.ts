/** What a new support desk starts with: a person, a service, and three tickets to try things on. */
import { issueToken } from './tokens'
import type { DeskDatabase } from './open-database'
import { tickets, users } from './schema'

/** The tokens of a new desk's two users. They are shown nowhere else. */
export interface SeededTokens {
  /** Of Ada, a person, who may close tickets. */
  readonly operatorToken: string
  /** Of the mail gateway, a service, which may open tickets and close none. */
  readonly gatewayToken: string
}

/** Adds the two users; undefined when the database has users already, since their tokens cannot be read from it. */
export function seedUsers(db: DeskDatabase): SeededTokens | undefined {
  if (db.select().from(users).limit(1).get() !== undefined) return undefined
  const operator = db.insert(users).values({ kind: 'user', name: 'Ada' }).returning().get()
  const gateway = db.insert(users).values({ kind: 'service', name: 'Mail gateway' }).returning().get()
  return { operatorToken: issueToken(db, operator), gatewayToken: issueToken(db, gateway) }
}

/** Adds three tickets that the first user opened in the days before `now`. */
export function seedTickets(db: DeskDatabase, now: Date): void {
  const daysAgo = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString()
  const common = { openedBy: 1 }
  db.insert(tickets)
    .values([
      {
        ...common,
        subject: 'Printer on fire',
        message: 'The printer on floor 3 smokes when it prints in colour.',
        customer: 'grace@example.com',
        openedAt: daysAgo(9),
      },
      {
        ...common,
        subject: 'Invoice shows the wrong address',
        message: 'Our invoices still go to the old office.',
        customer: 'linus@example.com',
        openedAt: daysAgo(2),
      },
      {
        ...common,
        subject: 'Password reset mail never arrives',
        message: 'It works again, thank you.',
        customer: 'margaret@example.com',
        status: 'closed',
        openedAt: daysAgo(12),
      },
    ])
    .run()
}
