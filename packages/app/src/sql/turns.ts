/**
 * The turns that stores wait for on a client: SQLite has one connection for all, PostgreSQL a pool. Knows no statement.
 */
import { SqlBusyError } from '../errors/sql-busy-error.js'

/** What waiting needs from its surroundings. */
export interface Waiting {
  /** How long a turn is waited for while none comes, in milliseconds. */
  readonly patienceMs: number
  /** Which database is waited for, as the error names it. */
  readonly database: 'sqlite' | 'postgres'
  /** Calls back after so many milliseconds, unless the answer is called before. */
  readonly startTimer?: (callBack: () => void, ms: number) => () => void
  /** In milliseconds. */
  readonly now?: () => number
}

/** One wait for a turn. */
export interface Turn {
  /** Says that the turn has come; false when it was given up before, and nothing may be done in it. */
  come(): boolean
}

/** The turns that came on a client, whichever store waited for them. */
const comeOn = new WeakMap<object, { count: number }>()

/**
 * Runs what takes its turn on a client some time later, such as a transaction.
 *
 * A client whose turns go on coming is waited for, however long the queue is. One where none comes is held by who does not
 * give it back, as by a transaction of the app that waits for the very store.
 * @throws SqlBusyError when none has come for as long as the patience lasts. `run` is told when its turn comes after that.
 */
export async function waitForTurn<T>(
  client: object,
  { patienceMs, database, startTimer = startTimeout, now = () => performance.now() }: Waiting,
  run: (turn: Turn) => Promise<T>,
): Promise<T> {
  const come = comeOn.get(client) ?? { count: 0 }
  comeOn.set(client, come)
  const since = now()
  const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>()
  let isOver = false
  let stopTimer = (): void => undefined
  const wait = (): void => {
    const seen = come.count
    stopTimer = startTimer(() => {
      if (come.count !== seen) return wait()
      isOver = true
      giveUp(new SqlBusyError({ reason: 'turn', database, waitedMs: now() - since }))
    }, patienceMs)
  }
  wait()
  const take = (): boolean => {
    if (isOver) return false
    stopTimer()
    come.count += 1
    return true
  }
  const running = start(run, { come: take })
  try {
    return await Promise.race([running, givenUp])
  } finally {
    stopTimer()
    // Once it is given up, nobody else hears how it ends.
    running.catch(() => undefined)
  }
}

/** Also what throws at once becomes a rejection. */
async function start<T>(run: (turn: Turn) => Promise<T>, turn: Turn): Promise<T> {
  return run(turn)
}

function startTimeout(callBack: () => void, ms: number): () => void {
  const timer = setTimeout(callBack, ms)
  return () => clearTimeout(timer)
}
