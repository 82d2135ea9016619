import { expect, test } from 'bun:test'
import { waitForTurn, type Turn } from './turns.js'

/** Timers that run when a test says so, and a clock that goes on with them. */
function testTimers() {
  const timers = new Set<() => void>()
  let at = 0
  return {
    running: timers,
    waiting: {
      patienceMs: 5000,
      database: 'sqlite',
      now: () => at,
      startTimer: (callBack: () => void) => {
        timers.add(callBack)
        return () => void timers.delete(callBack)
      },
    } as const,
    /** Lets the patience of everyone who waits come to its end. */
    pass() {
      at += 5000
      const due = new Set(timers)
      timers.clear()
      for (const callBack of due) callBack()
    },
  }
}

/** A queue of one client: what waits, and its turns given by hand. */
function testQueue() {
  const waiting: { turn: Turn; end: (value: string) => void }[] = []
  const run = (turn: Turn): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>()
    waiting.push({ turn, end: resolve })
    return promise
  }
  return { waiting, run }
}

test('what gets its turn has its own result, and no timer goes on', async () => {
  const { waiting: options, running } = testTimers()
  const { waiting, run } = testQueue()
  const result = waitForTurn({}, options, run)
  expect(running.size).toBe(1)
  expect(waiting[0]?.turn.come()).toBe(true)
  expect(running.size).toBe(0)
  waiting[0]?.end('done')
  expect(await result).toBe('done')
})

test('what takes long once its turn has come is not given up', async () => {
  const { waiting: options, pass } = testTimers()
  const { waiting, run } = testQueue()
  const result = waitForTurn({}, options, run)
  waiting[0]?.turn.come()
  pass()
  waiting[0]?.end('late')
  expect(await result).toBe('late')
})

test('a turn that does not come is given up, and is refused when it comes after all', async () => {
  const { waiting: options, pass, running } = testTimers()
  const { waiting, run } = testQueue()
  const failed = waitForTurn({}, options, run).catch((error: unknown) => error)
  pass()
  expect(await failed).toMatchObject({ code: 'SQL_BUSY', reason: 'turn', database: 'sqlite', waitedMs: 5000 })
  expect(waiting[0]?.turn.come()).toBe(false)
  expect(running.size).toBe(0)
})

test('a queue that moves is waited for, whoever moves it; one on another client does not count', async () => {
  const { waiting: options, pass } = testTimers()
  const { waiting, run } = testQueue()
  const client = {}
  const results = [client, client, {}].map((each) => waitForTurn(each, options, run).catch((error: unknown) => error))
  waiting[0]?.turn.come()
  pass()
  expect(await results[2]).toMatchObject({ reason: 'turn' })
  expect(waiting[1]?.turn.come()).toBe(true)
  waiting.forEach(({ end }, index) => end(`${index}`))
  expect(await Promise.all(results.slice(0, 2))).toEqual(['0', '1'])
})

test('what fails before its turn fails as it is, and no timer goes on', async () => {
  const { waiting: options, running } = testTimers()
  const broken = new Error('connection closed')
  for (const run of [
    () => Promise.reject(broken),
    () => {
      throw broken
    },
  ]) {
    expect(await waitForTurn({}, options, run).catch((error: unknown) => error)).toBe(broken)
  }
  expect(running.size).toBe(0)
})
