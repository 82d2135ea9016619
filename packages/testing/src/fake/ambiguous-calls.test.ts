/** A call that could be for several fakes: each of them complains, and none denies that it was made. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'bun:test'
import type { Ai } from '@understudy/agents'
import { FakeConflictError } from '@understudy/app'
import type { FakeAi, FakeAiOptions, TestApp } from '../index.js'
import { Clerk, createDesk, endOf, principal, rejection } from '../test-desk.js'

const calls: readonly [string, (ai: Ai) => unknown][] = [
  ['a prompt', (ai) => ai.agent(Clerk).as(principal).prompt('hi')],
  ['embed()', (ai) => ai.embed({ value: 'a' })],
  ['image()', (ai) => ai.image({ prompt: 'a' })],
]

function expectNoDenial(fake: FakeAi): void {
  const denials = [
    () => fake.assertNeverPrompted(Clerk),
    () => fake.assertNothingPrompted(),
    () => fake.assertPromptedTimes(Clerk, 0),
    () => fake.assertNotPrompted(Clerk, () => true),
    () => fake.assertToolNotCalled(Clerk, 'tickets_index'),
    () => fake.assertNeverEmbedded(),
    () => fake.assertNeverGeneratedImage(),
  ]
  for (const denial of denials) expect(denial).toThrow('A call was refused that could have been for this fake')
}

/** Not as a mere return, which is a tail call and leaves no frame to say where the fake was made. */
function makeOne(http: TestApp, options?: FakeAiOptions): FakeAi {
  const fakes = [http.fakeAi(options)]
  return fakes[0] as FakeAi
}

test.each(calls)('%s beside two fakes is a complaint of both, also where the app swallows it', async (_, call) => {
  const { ai, http } = await createDesk()
  // As hooks do: neither is tied to this test.
  const aside = AsyncLocalStorage.snapshot()
  const fakes = [aside(() => makeOne(http, { strict: true })), aside(() => makeOne(http, { strict: true }))]
  const errors: unknown[] = []
  await aside(async () => {
    try {
      await call(ai)
    } catch (error) {
      errors.push(error)
    }
  })
  expect(errors).toEqual([expect.any(FakeConflictError)])
  for (const fake of fakes) {
    expectNoDenial(fake)
    expect(() => fake.assertComplete()).toThrow('several live fakes')
    expect(endOf(fake)?.complaints).toEqual(errors as Error[])
  }
})

test('a request beside two fakes is one complaint of each, and a failed assertion that tells of them is none', async () => {
  const { http } = await createDesk()
  const aside = AsyncLocalStorage.snapshot()
  const fakes = [aside(() => makeOne(http)), aside(() => makeOne(http))]
  const error = await aside(() => rejection(http.post('/prompt').assertOk()))
  expect((error as Error).message).toMatch(/made at \S*ambiguous-calls\.test\.ts:\d+/)
  for (const fake of fakes) expect(endOf(fake)?.complaints).toEqual([expect.any(FakeConflictError)] as never)
})

test('a fake that a helper made after an await, inside of the test’s own, answers until it ends', async () => {
  const { http } = await createDesk()
  using outer = http.fakeAi({ strict: true })
  outer.respond(Clerk, ['outer'])
  async function setUp(): Promise<FakeAi> {
    await Promise.resolve()
    return http.fakeAi({ strict: true }).respond(Clerk, ['inner'])
  }
  {
    using _inner = await setUp()
    await http.post('/prompt').assertJson({ text: 'inner' })
    outer.assertNothingPrompted()
  }
  await http.post('/prompt').assertJson({ text: 'outer' })
})
