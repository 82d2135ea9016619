import { expect, test } from 'bun:test'
import { SqlBusyError } from './index.js'
import { retryConflicts } from './retry-conflicts.js'

const locked = new Error('database is locked')
const giveUp = (known: { waitedMs: number; cause: unknown }): SqlBusyError =>
  new SqlBusyError({ reason: 'locked', database: 'sqlite', ...known })
const isConflict = (error: unknown): boolean => error === locked

/** Fails as often as told, then answers; a clock goes on by a second with each attempt. */
function attempts(failures: number, error: unknown = locked) {
  let made = 0
  const run = async (): Promise<string> => {
    made += 1
    if (made <= failures) throw error
    return `attempt ${made}`
  }
  return { run, isConflict, patienceMs: 5000, giveUp, now: () => made * 1000, made: () => made }
}

test('what meets no conflict runs once', async () => {
  const { made, ...attempt } = attempts(0)
  expect(await retryConflicts(attempt)).toBe('attempt 1')
  expect(made()).toBe(1)
})

test('what meets conflicts is tried again, and other work goes on in between', async () => {
  const { made, ...attempt } = attempts(3)
  const seen: number[] = []
  const watch = (): void => {
    seen.push(made())
    if (made() < 4) setImmediate(watch)
  }
  setImmediate(watch)
  expect(await retryConflicts(attempt)).toBe('attempt 4')
  expect(seen).toContain(2)
})

test('any other failure is final', async () => {
  const broken = new Error('no such table')
  const { made, ...attempt } = attempts(1, broken)
  expect(await retryConflicts(attempt).catch((error: unknown) => error)).toBe(broken)
  expect(made()).toBe(1)
})

test('patience ends when it was said to, with what stood in the way', async () => {
  const { made, ...attempt } = attempts(Infinity)
  const error = (await retryConflicts(attempt).catch((error: unknown) => error)) as SqlBusyError
  expect(error).toBeInstanceOf(SqlBusyError)
  expect(error).toMatchObject({ code: 'SQL_BUSY', waitedMs: 5000, cause: locked })
  expect(error.message).toContain('PRAGMA journal_mode = WAL')
  expect(made()).toBe(5)
})
