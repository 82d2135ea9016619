import { describe, expect, test } from 'bun:test'
import { type FakeAi, TestSetupError } from '../index.js'
import { Clerk, createDesk, endOf, failure, Other, principal, rejection, thrownBy } from '../test-desk.js'

async function prompted() {
  const { http } = await createDesk()
  const fake = http.fakeAi()
  fake.respond(Clerk, [{ toolCalls: [{ name: 'tickets_index' }], then: 'None.' }, 'Bye.'])
  const clerk = fake.agent(Clerk).as(principal)
  await clerk.prompt('Today is Monday.')
  await clerk.prompt('Goodbye.')
  return fake
}

describe('assertions', () => {
  test('that hold', async () => {
    using fake = await prompted()
    fake.assertPrompted(Clerk)
    fake.assertPrompted(Clerk, (input, call) => input.startsWith('Today') && call.response?.text === 'None.')
    fake.assertNotPrompted(Clerk, (input) => input.startsWith('Yesterday'))
    fake.assertNeverPrompted(Other)
    fake.assertPromptedTimes(Clerk, 2)
    fake.assertToolCalled(Clerk, 'tickets_index')
    fake.assertToolCalled(
      Clerk,
      'tickets_index',
      ({ status }, call) => status === 200 && call.input.startsWith('Today'),
    )
    fake.assertToolNotCalled(Other, 'anything' as never)
    fake.assertToolNotCalled(Clerk, 'tickets_index', ({ status }) => status === 500)
    using unused = (await createDesk()).http.fakeAi()
    unused.assertNothingPrompted()
  })

  test('that do not hold show the run, with >>> at what matters', async () => {
    using fake = await prompted()
    expect(failure(() => fake.assertPrompted(Clerk, () => false))).toContain(
      'was prompted 2 times, but the predicate held for none',
    )
    expect(failure(() => fake.assertPrompted(Other))).toContain('Agent "other" was never prompted.')
    expect(failure(() => fake.assertNotPrompted(Clerk, (input) => input === 'Goodbye.'))).toContain(
      '>>> prompt 2 to clerk as user:1: "Goodbye."',
    )
    expect(failure(() => fake.assertNeverPrompted(Clerk))).toContain(
      'assertNeverPrompted: Agent "clerk" was prompted 2 times.',
    )
    expect(failure(() => fake.assertPromptedTimes(Clerk, 1))).toContain('>>> prompt 2')
    expect(failure(() => fake.assertNothingPrompted())).toContain('2 prompts were made.')
    expect(failure(() => fake.assertToolCalled(Clerk, 'tickets_create' as 'tickets_index'))).toContain(
      'did not call the tool "tickets_create". It called tickets_index.',
    )
    expect(failure(() => fake.assertToolCalled(Clerk, 'tickets_index', () => false))).toContain(
      'the predicate held for none of the calls',
    )
    expect(failure(() => fake.assertToolNotCalled(Clerk, 'tickets_index'))).toContain(
      '>>>     tool tickets_index {} → 200 "/tickets" {"tickets":[]}',
    )
  })

  test('a misspelt tool that was not called proves nothing, and a predicate must answer true or false', async () => {
    using fake = await prompted()
    expect(failure(() => fake.assertToolNotCalled(Clerk, 'ticket_index' as 'tickets_index'))).toContain(
      'was never offered a tool "ticket_index", so not calling it proves nothing. It was offered tickets_index.',
    )
    expect(failure(() => fake.assertPrompted(Clerk, () => undefined as never))).toContain('it returned undefined')
    expect(failure(() => fake.assertToolCalled(Clerk, 'tickets_index', (async () => true) as never))).toContain(
      'it returned a promise',
    )
  })

  test('assertToolDenied tells a refused call from one that ran', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi()
    const reply = { toolCalls: [{ name: 'tickets_index' }], then: 'None.' } as const
    fake.respond(Clerk, [reply, reply])
    await fake.agent(Clerk).as(principal).prompt('allowed')
    expect(failure(() => fake.assertToolDenied(Clerk, 'tickets_index'))).toContain(
      'It was called, with another outcome.',
    )
    await fake
      .agent(Clerk)
      .as({ ...principal, abilities: [] })
      .prompt('denied')
    fake.assertToolDenied(Clerk, 'tickets_index')
    fake.assertToolDenied(Clerk, 'tickets_index', 'scope')
    expect(failure(() => fake.assertToolDenied(Clerk, 'tickets_index', 'budget'))).toContain('was denied by budget')
  })

  test('the transcript is the whole run, the same from run to run', async () => {
    const run = async (): Promise<string> => {
      using fake = await prompted()
      return fake.transcript(Clerk)
    }
    const transcript = await run()
    expect(transcript).toBe(await run())
    expect(transcript.split('\n')).toEqual([
      'prompt 1 to clerk as user:1: "Today is Monday."',
      '  step 1 (1 tool offered)',
      '    tool tickets_index {} → 200 "/tickets" {"tickets":[]}',
      '  step 2 (1 tool offered)',
      '  answer "None." (stop)',
      'prompt 2 to clerk as user:1: "Goodbye."',
      '  step 1 (1 tool offered)',
      '  answer "Bye." (stop)',
    ])
  })

  test('of many prompts, those around the one that matters are shown', async () => {
    const { http } = await createDesk()
    using fake = http.fakeAi()
    const clerk = fake.agent(Clerk).as(principal)
    for (let prompt = 1; prompt <= 100; prompt++) {
      fake.respond(Clerk, ['Yes.'])
      await clerk.prompt(`prompt ${prompt}`)
    }
    const message = failure(() => fake.assertNotPrompted(Clerk, (input) => input === 'prompt 50'))
    expect(message).toContain('… 39 prompts before')
    expect(message).toContain('>>> prompt 50')
    expect(message).toContain('… 40 prompts after')
  })

  test('a refused prompt is a prompt all the same', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    await rejection(fake.agent(Clerk).as(principal).prompt('hi'))
    failure(() => fake.assertNeverPrompted(Clerk))
    failure(() => fake.assertNothingPrompted())
    expect(endOf(fake)?.complaints).toHaveLength(1)
  })
})

test('what a model calls a tool cannot steer the terminal that shows the run', async () => {
  const { http } = await createDesk()
  using fake = http.fakeAi()
  const name = 'no\u001b[2J\u009b\n\u2028such'
  fake.respond(Clerk, [{ toolCalls: [{ name, input: {}, invalid: true }], then: 'Done.' }])
  await fake.agent(Clerk).as({ kind: 'user', id: 'x\n\u001b[1A' }).prompt('hi')
  const shown = [fake.transcript(), failure(() => fake.assertToolCalled(Clerk, 'tickets_index'))].join('\n')
  // oxlint-disable-next-line no-control-regex -- what must not be there
  expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/)
  expect(shown).toContain(String.raw`tool "no\u001b[2J\u009b\n\u2028such"`)
})

describe('an assertion about prompts', () => {
  const missing = undefined as never
  const wrong: readonly [string, (fake: FakeAi) => unknown][] = [
    ['assertPromptedTimes', (fake) => fake.assertPromptedTimes(Other, '0' as never)],
    ['assertPromptedTimes', (fake) => fake.assertPromptedTimes(Other, missing)],
    ['assertPromptedTimes', (fake) => fake.assertPromptedTimes(Other, -1)],
    ['assertPrompted', (fake) => fake.assertPrompted(Clerk, 'text' as never)],
    ['assertPrompted', (fake) => fake.assertPrompted(Clerk, null as never)],
    ['assertPrompted', (fake) => fake.assertPrompted('clerk' as never)],
    ['assertNotPrompted', (fake) => fake.assertNotPrompted(Other, missing)],
    ['assertNeverPrompted', (fake) => fake.assertNeverPrompted(missing)],
    ['assertToolCalled', (fake) => fake.assertToolCalled(Clerk, missing)],
    ['assertToolNotCalled', (fake) => fake.assertToolNotCalled(Clerk, missing)],
    ['assertToolNotCalled', (fake) => fake.assertToolNotCalled(Clerk, 'tickets_index', 'y' as never)],
    ['assertToolDenied', (fake) => fake.assertToolDenied(Clerk, 'tickets_index', 'scoop' as never)],
    ['assertEmbedded', (fake) => fake.assertEmbedded('x' as never)],
    ['calls', (fake) => fake.calls('clerk' as never)],
    ['transcript', (fake) => fake.transcript('clerk' as never)],
    ['replay', (fake) => fake.replay(null as never, 'x.json')],
  ]
  test.each(wrong)('%s refuses what means nothing, and says so', async (method, assertion) => {
    using fake = await prompted()
    const error = thrownBy(() => void assertion(fake))
    expect(error).toBeInstanceOf(TestSetupError)
    expect((error as Error).message).toStartWith(`${method}() takes `)
  })
})
