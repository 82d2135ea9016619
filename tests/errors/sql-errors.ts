// How each error of `@understudy/app/sql` occurs. No database is asked: each client is a double.

import { createSqlDatabase, sqlApprovals } from '@understudy/app/sql'
import type { SQL } from 'bun'
import type { Occasion } from './occasion'

/** What a client's statements and transactions do. */
interface Doing {
  readonly values: () => Promise<unknown[]>
  readonly begin: () => Promise<unknown>
}

/** A client of Bun for that database. What a store looks at is all there. */
function clientOf(adapter: string, { values, begin }: Doing): SQL {
  return Object.assign(() => ({ values }), { begin, options: { adapter } }) as unknown as SQL
}

/** A client whose every statement finds the database locked. */
function lockedClient(adapter: string): SQL {
  const cause = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  const refuse = (): Promise<never> => Promise.reject(cause)
  return clientOf(adapter, { values: refuse, begin: refuse })
}

/** A client of an empty database, with what becomes of its transactions. */
function emptyDatabase(begin: () => Promise<unknown>): SQL {
  return clientOf('sqlite', { values: async () => [], begin })
}

/** Runs while the process's clock says these times, and the last of them from then on. */
async function atTimes(times: readonly number[], run: () => Promise<unknown>): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(performance, 'now')
  let asked = 0
  performance.now = () => times[Math.min(asked++, times.length - 1)] ?? 0
  try {
    await run()
  } finally {
    Reflect.deleteProperty(performance, 'now')
    if (own !== undefined) Object.defineProperty(performance, 'now', own)
  }
}

/** How each error of the subpath occurs. */
export const sqlErrors: readonly Occasion[] = [
  {
    when: 'others keep the database locked',
    occur: () => atTimes([0, 5_000], () => createSqlDatabase(lockedClient('sqlite'), []).migrate()),
  },
  {
    when: 'a store waits for the client of the app, whose transaction waits for the store',
    occur: () => {
      const inUse = emptyDatabase(() => new Promise(() => undefined))
      return atTimes([0, 0, 5_000], () => sqlApprovals(inUse, { patienceMs: 0 }).list({}, '2026-03-01T10:00:00.000Z'))
    },
  },
  {
    when: 'the tables of a store cannot be made',
    occur: () =>
      sqlApprovals(emptyDatabase(() => Promise.reject(new Error('permission denied for schema public')))).migrate(),
  },
  { when: 'a store is given what is no client', occur: () => sqlApprovals('sqlite://app.db' as never) },
  { when: 'a store is given a client of another database', occur: () => sqlApprovals(lockedClient('mysql')) },
]
