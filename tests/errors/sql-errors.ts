// How each error of `@understudy/app/sql` occurs. No database is asked: each client is a double.

import { createSqlDatabase, sqlApprovals } from '@understudy/app/sql'
import type { SQL } from 'bun'
import type { Occasion } from './occasion'

/** A client of Bun for that database, whose every statement finds it locked. */
function lockedClient(adapter: string): SQL {
  const cause = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  const refuse = (): Promise<never> => Promise.reject(cause)
  // What a store looks at is all there.
  return Object.assign(() => ({ values: refuse }), { begin: refuse, options: { adapter } }) as unknown as SQL
}

/** Runs while the process's clock says that the store has been patient for long enough. */
async function withoutPatience(run: () => Promise<void>): Promise<void> {
  const own = Object.getOwnPropertyDescriptor(performance, 'now')
  let asked = 0
  performance.now = () => (asked++ === 0 ? 0 : 5_000)
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
    occur: () => withoutPatience(() => createSqlDatabase(lockedClient('sqlite'), []).migrate()),
  },
  { when: 'a store is given what is no client', occur: () => sqlApprovals('sqlite://app.db' as never) },
  { when: 'a store is given a client of another database', occur: () => sqlApprovals(lockedClient('mysql')) },
]
