/** The eval of the digest, for any models: does it name the tickets that have waited for more than a week, and only those? */
import { join } from 'node:path'
import type { Ai } from '@understudy/agents'
import { defineEval, fromJsonl, type Eval, type EvalCase } from '@understudy/eval'
import { TicketDigest } from '../../src/agents/ticket-digest'
import { buildApp } from '../../src/app'
import { openDatabase } from '../../src/database/open-database'
import { seedUsers } from '../../src/database/seed'
import { closeTicket, openTicket } from '../../src/tickets/ticket-store'

interface SeedTicket {
  readonly subject: string
  readonly message: string
  readonly daysOld: number
  readonly closed?: boolean
}

type DigestCase = EvalCase<{ readonly staleIds: readonly number[] }, readonly SeedTicket[]>

/** The day that every case speaks of. */
const today = new Date('2026-03-02T09:00:00.000Z')

/** The eval on the models of a binding. */
export function digestEval(ai: Ai): Eval {
  return defineEval({
    agent: TicketDigest,
    // One desk for each attempt, in memory: attempts run side by side and meet nobody.
    app: () => openDesk(ai),
    cases: fromJsonl<DigestCase>(join(import.meta.dir, 'ticket-digest/cases.jsonl')),
    as: () => ({ kind: 'user', id: 1 }),
    setup: (app, { seed = [] }) => seed.forEach((ticket) => addTicket(app, ticket)),
    grade: ({ response, expected }) => {
      const [found, wanted] = [new Set(response.output.staleTicketIds), new Set(expected?.staleIds)]
      const right = found.size === wanted.size && found.isSubsetOf(wanted)
      const told = `Named ${[...found].join(', ') || 'none'}; stale are ${[...wanted].join(', ') || 'none'}.`
      return { grade: { stale: right ? 1 : 0, length: response.output.summary.length }, explanation: told }
    },
    metrics: [
      { id: 'stale', kind: 'binary', label: 'stale tickets' },
      { id: 'length', kind: 'float', scale: 10_000, better: 'lower' },
    ],
    gates: { stale: { min: 0.9 } },
  })
}

function openDesk(ai: Ai) {
  const db = openDatabase(':memory:')
  seedUsers(db)
  const app = buildApp(db, { ai, now: () => today })
  return Object.assign(app, { db, [Symbol.dispose]: () => db[Symbol.dispose]() })
}

function addTicket({ db }: ReturnType<typeof openDesk>, { subject, message, daysOld, closed }: SeedTicket): void {
  const openedAt = new Date(today.getTime() - daysOld * 86_400_000).toISOString()
  const { id } = openTicket(db, { subject, message, customer: 'grace@example.com', openedBy: 1, openedAt })
  if (closed) closeTicket(db, id)
}
