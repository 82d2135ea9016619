/** Field cases F23 and F24, and two hundred tests at once: child processes run the tests, since only a runner runs them so. */
import { expect, test } from 'bun:test'
import { runFixtures } from './run-fixture.js'

const SLOW = 60_000

test(
  'two hundred tests at once, each with a fake on the same app, never meet',
  async () => {
    const { code, passed, failed, printed } = await runFixtures(['two-hundred'], ['--max-concurrency=200'])
    expect({ code, passed, failed }, printed.slice(0, 5_000)).toEqual({ code: 0, passed: 200, failed: 0 })
  },
  SLOW,
)

test(
  'F24: a fake in each concurrent test is its own',
  async () => {
    expect(await runFixtures(['own-fakes'])).toMatchObject({ code: 0, passed: 3, failed: 0 })
  },
  SLOW,
)

test(
  'F24: a fake of a hook serves tests that run one after another',
  async () => {
    expect(await runFixtures(['one-after-another'])).toMatchObject({ code: 0, passed: 3, failed: 0 })
  },
  SLOW,
)

test(
  'F24: concurrent tests that share the variable of a hook fail, and are told what to write',
  async () => {
    const { code, failed, printed } = await runFixtures(['hook-fakes'])
    expect(code).not.toBe(0)
    // The first one to prompt may be answered: then there is one fake yet.
    expect(failed).toBeGreaterThanOrEqual(2)
    expect(printed).toContain('several live fakes')
    expect(printed).toContain('using ai = http.fakeAi()')
    expect(printed).toMatch(/hook-fakes\.fixture\.ts:\d+/)
  },
  SLOW,
)

test(
  'F23: a fake that its file never ended is named by the next one, with what it had to say, and once',
  async () => {
    const { failed, passed, printed } = await runFixtures(['leaves-a-fake', 'makes-its-own'])
    expect({ failed, passed }).toEqual({ failed: 1, passed: 2 })
    expect(printed).toMatch(/The fake AI made at tests\/side-by-side\/leaves-a-fake\.fixture\.ts:\d+ was never ended/)
    expect(printed).toContain('but only 1 reply is scripted')
    expect(printed).toContain('using ai = http.fakeAi()')
  },
  SLOW,
)

test.each([[['fails-with-a-fake', 'asks-the-real']], [['asks-the-real', 'fails-with-a-fake']]])(
  'F23: %p: a fake that ended, also by a failed assertion, leaves no global behind',
  async (names) => {
    const { failed, passed, printed } = await runFixtures(names)
    expect({ failed, passed }, printed.slice(0, 5_000)).toEqual({ failed: 1, passed: 1 })
  },
  SLOW,
)
