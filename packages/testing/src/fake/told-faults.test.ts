/** What a fake says of a fault: whose it is, where its script stands, and what to write. */
import { describe, expect, test } from 'bun:test'
import { Agent, defineAi } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { Output } from 'ai'
import { z } from 'zod'
import { type FakeAi, FakeAiError, improvise, TestApp, UnscriptedPromptError } from '../index.js'
import { Clerk, createDesk, endOf, failure, principal, rejection, thrownBy } from '../test-desk.js'
import { createCallsApp } from '../test-calls.js'

const mine = new RangeError('mine')

function broken(): never {
  throw mine
}

describe('what a function of the test throws', () => {
  const scripts: readonly [string, (fake: FakeAi) => unknown][] = [
    ['a condition', (fake) => void fake.respond(Clerk, ['never'], { when: broken })],
    ['a function in the place of the list', (fake) => void fake.respond(Clerk, broken)],
    ['a step', (fake) => void fake.respond(Clerk, [broken])],
  ]
  test.each(scripts)('%s: is told with its agent and its place, and is the cause', async (_, script) => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    script(fake)
    expect(await rejection(fake.agent(Clerk).as(principal).prompt('hi'))).toBe(mine)
    const end = endOf(fake)
    expect(end?.message).toMatch(
      /1\. Agent "clerk" \(prompt "hi"\): RangeError: mine \(Its reply was scripted at \S*told-faults\.test\.ts:\d+\.\)/,
    )
    expect([end?.cause, end?.complaints]).toEqual([mine, [mine]])
  })

  test('a function of vectors is told with its call and its place', async () => {
    const { ai, http } = await createCallsApp()
    const fake = http.fakeAi()
    fake.respondEmbeddings(broken)
    await rejection(ai.embed({ value: 'a' }))
    const end = endOf(fake)
    expect(end?.message).toMatch(
      /1\. ai\.embed\(\): RangeError: mine \(Its answer was scripted at \S*told-faults\.test\.ts:\d+\.\)/,
    )
    expect(end?.complaints).toEqual([mine])
  })

  test('a condition that does not answer is told what it is called with', async () => {
    const { http } = await createDesk()
    const fake = http.fakeAi()
    fake.respond(Clerk, ['x'], { when: () => undefined as never })
    const error = (await rejection(fake.agent(Clerk).as(principal).prompt('hi'))) as Error
    expect(error.message).toContain("`(input, call) => input.includes('…')`")
    endOf(fake)
  })
})

class Sorter extends Agent {
  static override agentName = 'sorter'
  output = Output.object({ schema: z.object({ urgent: z.boolean() }) })
}

test('an unscripted agent with an output is told how its output is scripted, which works when it is pasted', async () => {
  const ai = defineAi({ default: 'main', providers: { main: { model: () => broken() } } })
  const http = await TestApp.fromApp(createApp({ bindings: { ai } }))
  const fake = http.fakeAi()
  const error = (await rejection(ai.agent(Sorter).as(null).prompt('hi'))) as Error
  expect(error).toBeInstanceOf(UnscriptedPromptError)
  expect(error.message).toContain('`ai.respond(Sorter, [{ output: … }])` with a value that fits its schema')
  expect(error.message).toContain('`ai.respond(Sorter, [improvise()])`')
  expect(error.message).not.toContain("'…'")
  fake.respond(Sorter, [improvise()])
  expect(await ai.agent(Sorter).as(null).prompt('hi')).toMatchObject({ output: { urgent: expect.any(Boolean) } })
  expect(endOf(fake)?.complaints).toEqual([error])
})

test('replies and answers that were not used are told with how many there were', async () => {
  const { http } = await createDesk()
  const fake = http.fakeAi({ strict: true })
  fake.respond(Clerk, ['one', 'two', 'three']).respondEmbeddings([[1], [2]])
  await fake.agent(Clerk).as(principal).prompt('hi')
  const soFar = thrownBy(() => fake.assertComplete())
  expect(soFar).toBeInstanceOf(FakeAiError)
  // It has not ended: that is said of the end alone.
  expect((soFar as Error).message).toStartWith('The fake AI has 2 complaints so far:\n')
  const { message = '' } = endOf(fake) ?? {}
  expect(message).toStartWith('The fake AI ended with 2 complaints:\n')
  expect(message).toContain('Agent "clerk" has 2 of 3 scripted replies left')
  expect(message).toContain('No call took 2 of the 2 scripted answers')
})

test('a failed request says where the fake was made that complains: another file may have left it behind', async () => {
  const { http } = await createDesk()
  const fake = http.fakeAi()
  const { message } = (await rejection(http.post('/prompt').assertOk())) as Error
  expect(message).toMatch(/The fake AI \(made at \S*told-faults\.test\.ts:\d+\) complains:/)
  endOf(fake)
})

test('a prompt that is refused before it has a model is no call, and uses up no reply', async () => {
  const { http } = await createDesk()
  using fake = http.fakeAi({ strict: true })
  fake.respond(Clerk, ['Hello.'])
  const clerk = fake.agent(Clerk).as(principal)
  expect(await rejection(clerk.prompt('hi', { signal: AbortSignal.abort() }))).toBeInstanceOf(Error)
  expect(await rejection(clerk.prompt('hi', { conversation: 'nobody-has-it' }))).toBeInstanceOf(Error)
  fake.assertNeverPrompted(Clerk)
  fake.assertNothingPrompted()
  expect((await clerk.prompt('hi')).text).toBe('Hello.')
  expect(failure(() => fake.assertNeverPrompted(Clerk))).toContain(
    'assertNeverPrompted: Agent "clerk" was prompted once.',
  )
})
