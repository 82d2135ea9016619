// Tests that fail twice: in their body, and when the fake that it leaves behind ends. They are run by whichever runner
// is given, and are TypeScript so that Vitest lowers `using` where Node has none. What is looked for in the output is made
// at run time: no line of this file, which runners print beside an error, has it.

import { Agent, defineAi } from '@understudy/agents'
import { createApp } from '@understudy/app'
import { fakeModels } from '@understudy/script'
import { type FakeAi, TestApp } from '@understudy/testing'
import { generateText } from 'ai'

/** What the tests need of a runner. */
export interface Runner {
  expect: (value: string) => { toBe: (expected: string) => void }
  onTestFinished: (end: () => void) => void
}

/** A test that fails twice, and what is to be read then. */
export interface FailingTest {
  name: string
  /** What the failed assertion received; undefined where it cannot be read. */
  received: string | undefined
  /** Who is prompted, as the complaints say it. */
  prompted: string
  /** The prompts that the fakes complain about, in the order in which the fakes end. */
  prompts: readonly string[]
  run: (runner: Runner) => void | Promise<void>
}

/** The ways in which a test fails. */
interface Failures extends Runner {
  /** Prompts with nothing scripted and swallows what that throws, as an app does: the fake complains when it ends. */
  prompt: (fake: FakeAi, place: 1 | 2) => Promise<void>
  /** The same of a model by its id, for `fakeModels()`. */
  promptModel: () => Promise<void>
  /** Fails as an assertion of the runner does. */
  assert: () => void
}

interface Fate {
  fakes: 1 | 2
  assertionIsKept: boolean
  prompted?: string
}

class Clerk extends Agent {
  static override agentName = 'clerk'
}

const ai = defineAi({ default: 'main', providers: { main: { model: () => 'main/model' } } })
const http = await TestApp.fromApp(createApp({ bindings: { ai } }))

function failing(
  name: string,
  { fakes, assertionIsKept, prompted = 'Agent "clerk"' }: Fate,
  body: (fail: Failures) => void | Promise<void>,
): FailingTest {
  // Short, since Vitest cuts what an assertion received after 40 characters.
  const received = `the body of ${name}`
  const promptAt = (place: number): string => `prompt ${place} of ${name}`
  const run = (runner: Runner): void | Promise<void> =>
    body({
      ...runner,
      prompt: async (fake, place) => {
        const prompt = fake.agent(Clerk).as(null).prompt(promptAt(place))
        await prompt.catch(() => {})
      },
      promptModel: async () => {
        await generateText({ model: 'main/model', prompt: promptAt(1) }).catch(() => {})
      },
      assert: () => runner.expect(received).toBe('something else'),
    })
  const prompts = Array.from({ length: fakes }, (_, index) => promptAt(index + 1))
  return { name, received: assertionIsKept ? received : undefined, prompted, prompts, run }
}

export const failingTests: readonly FailingTest[] = [
  failing('a sync test', { fakes: 1, assertionIsKept: true }, (fail) => {
    using fake = http.fakeAi()
    void fail.prompt(fake, 1)
    fail.assert()
  }),
  failing('an async test', { fakes: 1, assertionIsKept: true }, async (fail) => {
    using fake = http.fakeAi()
    await fail.prompt(fake, 1)
    fail.assert()
  }),
  failing('two fakes, sync', { fakes: 2, assertionIsKept: true }, (fail) => {
    using outer = http.fakeAi()
    void fail.prompt(outer, 2)
    using inner = http.fakeAi()
    void fail.prompt(inner, 1)
    fail.assert()
  }),
  failing('two fakes, async', { fakes: 2, assertionIsKept: true }, async (fail) => {
    using outer = http.fakeAi()
    await fail.prompt(outer, 2)
    using inner = http.fakeAi()
    await fail.prompt(inner, 1)
    fail.assert()
  }),
  failing('await using', { fakes: 1, assertionIsKept: true }, async (fail) => {
    await using fake = http.fakeAi()
    await fail.prompt(fake, 1)
    fail.assert()
  }),
  failing('a hook', { fakes: 1, assertionIsKept: true }, async (fail) => {
    const fake = http.fakeAi()
    fail.onTestFinished(() => fake[Symbol.dispose]())
    await fail.prompt(fake, 1)
    fail.assert()
  }),
  failing('models', { fakes: 1, assertionIsKept: true, prompted: 'Model "main/model"' }, async (fail) => {
    using _models = fakeModels()
    await fail.promptModel()
    fail.assert()
  }),
  // The language lets the error of `finally` take the place of the first one, which nobody sees again.
  failing('try and finally', { fakes: 1, assertionIsKept: false }, async (fail) => {
    const fake = http.fakeAi()
    try {
      await fail.prompt(fake, 1)
      fail.assert()
    } finally {
      fake[Symbol.dispose]()
    }
  }),
]
